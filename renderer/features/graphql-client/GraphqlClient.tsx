import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import { RunFrame } from '@renderer/features/clients'
import { CodeText, jsonText } from '@renderer/features/code'
import { useTranslation } from '@renderer/i18n'
import { useGraphqlClient, type GraphqlDraft } from '@renderer/stores'
import { Button, ErrorBanner, PartTabs, Segments, Select, TabBar, TabPage, TextArea } from '@renderer/ui'
import { isObjectType } from 'graphql'
import { useId, useState } from 'react'
import { DocsPane } from './DocsPane'
import styles from './graphql-client.module.css'
import { GraphqlEditor } from './GraphqlEditor'
import { HistoryPane } from './HistoryPane'
import { firstQuery, formatted, headersOf, operationsOf, variablesOf } from './request'
import { ResponsePane } from './ResponsePane'
import { useRun } from './use-run'
import { useSchema, type LoadedSchema } from './use-schema'

export interface GraphqlClientProps {
  readonly project: Pick<ProjectListEntry, 'id'>
  readonly tables: readonly TableSummary[]
}

type Side = 'docs' | 'history' | 'none'
type Part = 'variables' | 'headers'

/** The GraphQL client of a project: editor, variables and headers, response, docs and history. */
export function GraphqlClient({ project, tables }: GraphqlClientProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const loaded = useSchema(projectId)
  const stored = useGraphqlClient((state) => state.drafts[projectId])
  const [draft, setDraft] = useState<GraphqlDraft | undefined>(stored)
  const request: GraphqlDraft = draft ?? { query: firstQueryOf(loaded, tables), variables: '', headers: '' }
  const [side, setSide] = useState<Side>('docs')
  const [chosen, setChosen] = useState<string>()
  const operations = operationsOf(request.query)
  const operation = operations.find(({ name }) => name === chosen) ?? operations[0]
  const runner = useRun(projectId)
  const problem = problemOf(request)
  const edit = (changes: Partial<GraphqlDraft>): void => {
    const next = { ...request, ...changes }
    setDraft(next)
    useGraphqlClient.getState().drafted(projectId, next)
  }
  const run = (): void => {
    const variables = variablesOf(request.variables)
    const headers = headersOf(request.headers)
    if (variables === undefined || headers === undefined) return
    runner.run(request, {
      variables,
      headers,
      operation: operations.length > 1 ? operation : undefined,
      kind: operation?.kind,
    })
  }
  return (
    <TabPage label={t('tabs.kinds.graphqlClient')}>
      <TabBar
        end={
          <Segments<Side>
            label={t('graphqlClient.side')}
            value={side}
            options={[
              { value: 'docs', label: t('graphqlClient.docs') },
              { value: 'history', label: t('graphqlClient.history') },
              { value: 'none', label: t('graphqlClient.noSide') },
            ]}
            onChange={setSide}
          />
        }
      >
        {runner.isRunning ? (
          <Button icon="stop" onClick={runner.stop}>
            {t('graphqlClient.stop')}
          </Button>
        ) : (
          <Button
            kind="main"
            icon="play"
            disabledReason={problem && t(`graphqlClient.problem.${problem}`)}
            onClick={run}
          >
            {t(operation?.kind === 'subscription' ? 'graphqlClient.subscribe' : 'graphqlClient.run')}
          </Button>
        )}
        {operations.length > 1 && operation && (
          <Select
            size="sm"
            aria-label={t('graphqlClient.operation')}
            isUntranslated
            value={operation.name}
            options={operations.map(({ name, kind }) => ({ value: name, label: `${kind} ${name}` }))}
            onChange={setChosen}
          />
        )}
        <Button onClick={() => edit({ query: formatted(request.query) })}>{t('graphqlClient.format')}</Button>
        <Button icon="reload" loading={loaded.isLoading} onClick={loaded.reload}>
          {t('graphqlClient.reload')}
        </Button>
      </TabBar>
      {loaded.error !== undefined && (
        <div className={styles.banner}>
          <ErrorBanner title={t('graphqlClient.schemaFailed')} text={loaded.error} />
        </div>
      )}
      <RunFrame onRun={run}>
        <section className={styles.request} aria-label={t('graphqlClient.request')}>
          <div className={styles.query}>
            <GraphqlEditor
              label={t('graphqlClient.query')}
              schema={loaded.schema}
              value={request.query}
              onChange={(query) => edit({ query })}
            />
          </div>
          <RequestParts request={request} onEdit={edit} />
        </section>
        <section className={styles.response} aria-label={t('graphqlClient.response')}>
          <ResponsePane runner={runner} />
        </section>
        {side !== 'none' && (
          <aside className={styles.side} aria-label={t(`graphqlClient.${side}`)}>
            {side === 'docs' ? (
              <DocsPane schema={loaded.schema} />
            ) : (
              <HistoryPane
                projectId={projectId}
                onOpen={({ query, variables, headers }) => edit({ query, variables, headers })}
              />
            )}
          </aside>
        )}
      </RunFrame>
    </TabPage>
  )
}

interface RequestPartsProps {
  readonly request: GraphqlDraft
  readonly onEdit: (changes: Partial<GraphqlDraft>) => void
}

/** Variables and headers below the editor. */
function RequestParts({ request, onEdit }: RequestPartsProps) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>('variables')
  const panelId = useId()
  return (
    <div className={styles.parts}>
      <div className={styles.partsHead}>
        <PartTabs<Part>
          label={t('graphqlClient.parts')}
          panelId={panelId}
          value={part}
          parts={(['variables', 'headers'] as const).map((value) => ({ value, label: t(`graphqlClient.${value}`) }))}
          onChange={setPart}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${part}`} className={styles.part}>
        {part === 'variables' ? (
          <CodeText
            label={t('graphqlClient.variables')}
            language={jsonText}
            value={request.variables}
            onChange={(variables) => onEdit({ variables })}
          />
        ) : (
          <div className={styles.headers}>
            <TextArea
              label={<span className="hidden-text">{t('graphqlClient.headers')}</span>}
              hint={t('graphqlClient.headersHint')}
              mono
              dir="ltr"
              rows={4}
              value={request.headers}
              onChange={(headers) => onEdit({ headers })}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** Returns what keeps a request from being sent. */
function problemOf({ query, variables, headers }: GraphqlDraft): 'query' | 'variables' | 'headers' | undefined {
  if (query.trim() === '') return 'query'
  if (variablesOf(variables) === undefined) return 'variables'
  return headersOf(headers) === undefined ? 'headers' : undefined
}

/** Returns a query of the first table that the schema knows. */
function firstQueryOf({ schema }: LoadedSchema, tables: readonly TableSummary[]): string {
  const fields = schema?.getQueryType()?.getFields() ?? {}
  for (const { title } of tables) {
    const name = `${title.replaceAll(/[^\w]/g, '_')}List`
    const type = fields[name]?.type
    const row = type === undefined ? undefined : schema?.getType(String(type).replaceAll(/[[\]!]/g, ''))
    const [column] = isObjectType(row) ? Object.keys(row.getFields()) : []
    if (column !== undefined) return firstQuery({ field: name, column })
  }
  return firstQuery(undefined)
}
