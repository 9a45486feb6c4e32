import { builtInVariables } from '@common/api-client/variables'
import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { VariableValues } from '@common/variables'
import type { OperationOutput } from '@common/operations'
import { useCommand } from '@renderer/api'
import { ClientMain, ClientRail, RunFrame } from '@renderer/features/clients'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast, useApiClient } from '@renderer/stores'
import { Button, IconButton, TabPage } from '@renderer/ui'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import styles from './api-client.module.css'
import { markSaved, openEntry, sendRequest, storeDraft, useClientState } from './client-state'
import { CollectionRail } from './CollectionRail'
import { HistoryRail } from './HistoryRail'
import { RequestBar } from './RequestBar'
import { RequestPanes } from './RequestPanes'
import { ResponsePane } from './ResponsePane'
import { useVariables } from './use-variables'

export interface ApiClientProps {
  readonly project: Pick<ProjectListEntry, 'id'>
  readonly tables: readonly TableSummary[]
  /** True if the user may store requests for the project. */
  readonly mayStore: boolean
  readonly mayAddVariables: boolean
  /** True if the user may run performance tests. */
  readonly mayMeasure: boolean
}

type RailPart = 'collection' | 'history'
type Asked = 'code' | 'import' | 'performance' | 'save'

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog')).SaveDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog')).ImportDialog }))
const PerformanceDialog = lazy(async () => ({ default: (await import('./PerformanceDialog')).PerformanceDialog }))
const CodeDialog = lazy(async () => ({ default: (await import('./CodeDialog')).CodeDialog }))

type Environment = OperationOutput<'environmentList'>['list'][number]

/** Returns the variables whose values the page knows. Secrets stay on the server. */
const readableValues = (projectId: string, environment: Environment | undefined): VariableValues =>
  new Map([
    ...builtInVariables(projectId),
    ...(environment?.variables ?? []).flatMap(({ name, value, enabled }) =>
      enabled && value !== null ? [[name, value] as const] : [],
    ),
  ])

/** The REST client of a project (mock i): history, request and response. */
export function ApiClient({ project, tables, mayStore, mayAddVariables, mayMeasure }: ApiClientProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const state = useClientState(projectId, tables[0]?.title)
  const titles = useMemo(() => tables.map(({ title }) => title), [tables])
  const { working, names: variables } = useVariables(projectId)
  const source = { variables, tables: titles }
  const readable = useMemo(() => readableValues(projectId, working), [projectId, working])
  const [part, setPart] = useState<RailPart>('history')
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  const save = useCommand('apiRequestSave')
  const store = (): void => {
    const { savedPath, request } = state
    if (savedPath === undefined) return setAsked('save')
    save.mutate(
      { args: { path: savedPath, formerly: savedPath, request }, projectId, silent: true },
      {
        onSuccess: () => toast.success(sentence('apiClient.save.done', { path: savedPath })),
        // It was deleted or renamed meanwhile.
        onError: () => setAsked('save'),
      },
    )
  }
  useEffect(() => () => storeDraft(projectId), [projectId])
  return (
    <TabPage label={t('tabs.kinds.apiClient')}>
      <RunFrame onRun={() => void sendRequest(projectId)}>
        <ClientRail<RailPart>
          label={t(`apiClient.${part}`)}
          partsLabel={t('apiClient.railParts')}
          part={part}
          parts={[
            { value: 'history', label: t('apiClient.history') },
            { value: 'collection', label: t('apiClient.collection') },
          ]}
          onPart={setPart}
        >
          {part === 'history' ? (
            <HistoryRail
              useStore={useApiClient}
              projectId={projectId}
              entryId={state.entryId}
              onOpen={(entry) => openEntry(projectId, entry)}
            />
          ) : (
            <CollectionRail
              projectId={projectId}
              savedPath={state.savedPath}
              mayStore={mayStore}
              onImport={() => setAsked('import')}
            />
          )}
        </ClientRail>
        <ClientMain>
          <section className={styles.request} aria-label={t('apiClient.request')}>
            <RequestBar
              projectId={projectId}
              request={state.request}
              isRunning={state.running !== undefined}
              source={source}
            >
              {mayStore && (
                <Button size="md" loading={save.isPending} onClick={store}>
                  {t('apiClient.save.save')}
                </Button>
              )}
              <Button size="md" icon="code" onClick={() => setAsked('code')}>
                {t('apiClient.code.open')}
              </Button>
              {mayMeasure && (
                <IconButton
                  icon="bolt"
                  size="md"
                  label={t('apiClient.performance.title')}
                  onClick={() => setAsked('performance')}
                />
              )}
            </RequestBar>
            <RequestPanes projectId={projectId} request={state.request} source={source} environment={working?.name} />
          </section>
          <section className={styles.response} aria-label={t('apiClient.response.label')}>
            <ResponsePane
              state={state}
              emptyText={t('apiClient.noResponseText')}
              onRetry={() => void sendRequest(projectId)}
            />
          </section>
        </ClientMain>
      </RunFrame>
      <Suspense>
        {asked === 'save' && (
          <SaveDialog
            projectId={projectId}
            request={state.request}
            formerly={undefined}
            onSaved={(path) => {
              markSaved(projectId, path)
              setPart('collection')
            }}
            onClose={close}
          />
        )}
        {asked === 'import' && (
          <ImportDialog projectId={projectId} mayStore={mayStore} mayAddVariables={mayAddVariables} onClose={close} />
        )}
        {asked === 'performance' && <PerformanceDialog projectId={projectId} request={state.request} onClose={close} />}
        {asked === 'code' && <CodeDialog values={readable} request={state.request} onClose={close} />}
      </Suspense>
    </TabPage>
  )
}
