import { isApiError, messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ErrorState, Skeleton, useTitle } from '@renderer/ui'
import { useSearchParams } from 'react-router-dom'
import { ConnectionForm } from './ConnectionForm'
import { blankView } from './connection-draft'
import styles from './connection.module.css'

/**
 * `/project/xcdb`: creates a project on a database server (S1 §2, mock g). With `?project={id}`, edits the connection
 * of an existing one.
 */
export function ConnectionPage() {
  const [query] = useSearchParams()
  const projectId = query.get('project')
  return projectId === null ? <NewConnection /> : <ExistingConnection key={projectId} projectId={projectId} />
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
  const failed = view.error ?? projects.error
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
            onRetry={() => {
              void view.refetch()
              void projects.refetch()
            }}
            retrying={view.isFetching || projects.isFetching}
          />
        )}
      </div>
    </div>
  )
}
