import { isApiError, messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ErrorState, Skeleton, useTitle } from '@renderer/ui'
import { useSearchParams } from 'react-router-dom'
import { ConnectionForm } from './ConnectionForm'
import { blankView } from './connection-draft'
import styles from './connection.module.css'

/**
 * `/project/xcdb`: creates a project on a database server (S1 §2, mock g). With `?project={id}`, edits the connection
 * of an existing one; with `&environment={name}`, the own database of an environment.
 */
export function ConnectionPage() {
  const [query] = useSearchParams()
  const projectId = query.get('project')
  const environment = query.get('environment')
  if (projectId === null) return <NewConnection />
  return environment === null ? (
    <ExistingConnection key={projectId} projectId={projectId} />
  ) : (
    <EnvironmentConnection key={`${projectId}/${environment}`} projectId={projectId} environment={environment} />
  )
}

function NewConnection() {
  const { t } = useTranslation()
  useTitle(t('projects.connect.title'))
  return <ConnectionForm />
}

function ExistingConnection({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  useTitle(t('projects.connect.editTitle'))
  const projects = useOperation('projectList', {})
  const view = useOperation('projectConnectionRead', {}, { projectId })
  const project = projects.data?.find(({ id }) => id === projectId)
  if (view.data !== undefined && project !== undefined)
    return <ConnectionForm existing={{ project, view: view.data }} />
  // Its key was replaced: everything is entered again.
  if (isApiError(view.error, 'CONNECTION_UNREADABLE') && project !== undefined)
    return <ConnectionForm existing={{ project, view: blankView(), unreadable: messageOf(view.error) }} />
  return <Loading queries={[view, projects]} />
}

/** The own database of an environment. A new one starts with the kind of the project's database. */
function EnvironmentConnection({
  projectId,
  environment,
}: {
  readonly projectId: string
  readonly environment: string
}) {
  const { t } = useTranslation()
  useTitle(t('projects.connect.titleOfEnvironment', { environment }))
  const projects = useOperation('projectList', {})
  const view = useOperation('environmentConnectionRead', { environment }, { projectId })
  const project = projects.data?.find(({ id }) => id === projectId)
  if (view.data !== undefined && project !== undefined)
    return <ConnectionForm existing={{ project, environment, view: view.data ?? blankView(project.server?.kind) }} />
  return <Loading queries={[view, projects]} />
}

interface Loadable {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

function Loading({ queries }: { readonly queries: readonly Loadable[] }) {
  const { t } = useTranslation()
  const failed = queries.find(({ error }) => error !== null)?.error ?? null
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        {failed === null ? (
          <div className={styles.loading}>
            <Skeleton width={280} height={28} />
            <Skeleton height={56} />
            <Skeleton height={240} />
          </div>
        ) : (
          <ErrorState
            title={t('projects.connect.notRead')}
            text={messageOf(failed)}
            onRetry={() => queries.forEach(({ refetch }) => void refetch())}
            retrying={queries.some(({ isFetching }) => isFetching)}
          />
        )}
      </div>
    </div>
  )
}
