import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { OperationOutput } from '@common/operations'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { TabPage } from '@renderer/ui'
import { useEffect, useMemo, useRef } from 'react'
import styles from './api-client.module.css'
import { sendRequest, storeDraft, useClientState } from './client-state'
import { HistoryRail } from './HistoryRail'
import { RequestBar } from './RequestBar'
import { RequestPanes } from './RequestPanes'
import { ResponsePane } from './ResponsePane'

export interface ApiClientProps {
  readonly project: Pick<ProjectListEntry, 'id'>
  readonly tables: readonly TableSummary[]
}

/** Variables of every project. */
const builtIn: readonly string[] = ['baseUrl', 'projectId']

type Environment = OperationOutput<'environmentList'>['list'][number]

/** Returns the names of the variables that have a value. */
const namesOf = (environment: Environment | undefined): readonly string[] => [
  ...new Set([
    ...(environment?.variables ?? []).filter(({ enabled, hasValue }) => enabled && hasValue).map(({ name }) => name),
    ...builtIn,
  ]),
]

/** The REST client of a project (mock i): history, request and response. */
export function ApiClient({ project, tables }: ApiClientProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const state = useClientState(projectId, tables[0]?.title)
  const titles = useMemo(() => tables.map(({ title }) => title), [tables])
  const environments = useOperation('environmentList', {}, { projectId, silent: true })
  const working = environments.data?.list.find(({ isWorking }) => isWorking)
  const variables = useMemo(() => namesOf(working), [working])
  const source = { variables, tables: titles }
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopPropagation()
      void sendRequest(projectId)
    }
    // Before editors inside, which would add a line.
    element?.addEventListener('keydown', press, { capture: true })
    return () => {
      element?.removeEventListener('keydown', press, { capture: true })
      storeDraft(projectId)
    }
  }, [projectId])
  return (
    <TabPage label={t('tabs.kinds.apiClient')}>
      <div ref={frame} className={styles.client}>
        <aside className={styles.rail} aria-label={t('apiClient.history')}>
          <HistoryRail projectId={projectId} entryId={state.entryId} />
        </aside>
        <div className={styles.main}>
          <section className={styles.request} aria-label={t('apiClient.request')}>
            <RequestBar
              projectId={projectId}
              request={state.request}
              isRunning={state.running !== undefined}
              source={source}
            />
            <RequestPanes projectId={projectId} request={state.request} source={source} environment={working?.name} />
          </section>
          <section className={styles.response} aria-label={t('apiClient.response.label')}>
            <ResponsePane projectId={projectId} state={state} />
          </section>
        </div>
      </div>
    </TabPage>
  )
}
