import { messageOf, useOperation } from '@renderer/api'
import { permissionsIn } from '@renderer/stores'
import { useTables } from '@renderer/features/tables'
import { useTranslation, withTexts } from '@renderer/i18n'
import { AppBarStart, Button, EmptyState, ErrorState, Select, Skeleton, useTitle } from '@renderer/ui'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import styles from './api-client.module.css'

const ApiClient = lazy(async () => ({ default: (await withTexts(import('./ApiClient'), ['code'])).ApiClient }))

/** `/apiClient` (S1 §2): the REST client beside any project. The list at the top chooses the project. */
export function ApiClientPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { data: projects, error, refetch } = useOperation('projectList', {})
  const allowed = projects?.filter(({ allowed: isAllowed }) => isAllowed !== false)
  const project = allowed?.find(({ id }) => id === query.get('project')) ?? allowed?.[0]
  useTitle(t('apiClient.title'))
  if (error !== null && projects === undefined)
    return (
      <div className={styles.middle}>
        <ErrorState title={t('apiClient.projectsNotRead')} text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  if (allowed === undefined)
    return (
      <div className={styles.middle}>
        <Skeleton height={240} />
      </div>
    )
  if (project === undefined)
    return (
      <div className={styles.middle}>
        <EmptyState
          title={t('apiClient.noProject')}
          text={t('apiClient.noProjectText')}
          action={<Button onClick={() => void navigate('/projects')}>{t('apiClient.toProjects')}</Button>}
        />
      </div>
    )
  return (
    <>
      <AppBarStart.Fill>
        <div className={styles.picker}>
          <Select
            aria-label={t('apiClient.project')}
            size="sm"
            searchable
            isUntranslated
            value={project.id}
            options={allowed.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => setQuery({ project: id }, { replace: true })}
          />
        </div>
      </AppBarStart.Fill>
      <div className={styles.standalone}>
        <ClientOf key={project.id} project={project} />
      </div>
    </>
  )
}

function ClientOf({ project }: { readonly project: { readonly id: string } }) {
  const tables = useTables(project.id)
  const permissions = permissionsIn(useOperation('projectOpen', {}, { projectId: project.id }).data)
  if (tables.value === undefined && tables.error === null) return <Skeleton height={240} />
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <ApiClient
        project={project}
        tables={tables.value ?? []}
        mayStore={permissions.has('api.collect')}
        mayAddVariables={permissions.has('environment.manage')}
        mayMeasure={permissions.has('api.measure')}
      />
    </Suspense>
  )
}
