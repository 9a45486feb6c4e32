import { errorToastMs } from '@common/constants'
import { capabilitiesOf } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import { useCommands, useKeyLines } from '@renderer/actions'
import { isApiError, messageOf, operationKey, queryClient, useOperation } from '@renderer/api'
import { stagedCommands } from '@renderer/features/records'
import { EngineProvider, expectTables } from '@renderer/features/tables'
import { tabOfQuery } from '@renderer/features/tabs'
import { ProductionMark } from '@renderer/features/production'
import { ShareButton } from '@renderer/features/share-dialog'
import { undoCommands } from '@renderer/features/undo'
import { useTranslation } from '@renderer/i18n'
import { permissionsIn, production, toast } from '@renderer/stores'
import { AppBarEnd, AppBarStart, useTitle } from '@renderer/ui'
import { memo, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { Dashboard } from './Dashboard'
import { dashboardCommands, dashboardKeys } from './commands'
import styles from './dashboard.module.css'
import { DashboardSkeleton } from './DashboardSkeleton'
import { ProjectSwitcher } from './ProjectSwitcher'
import { expectTableTab } from './TableTab'

/** `/nc/{project_id}`: the workbench of one project. */
export function DashboardPage() {
  const { projectId } = useParams()
  // The dashboard needs a project.
  if (projectId === undefined) return <Navigate to="/projects" replace />
  return (
    <>
      <AskedTable projectId={projectId} />
      <ProjectDashboard key={projectId} projectId={projectId} />
    </>
  )
}

/**
 * Prefetches everything that the address names in parallel, instead of one request after the other during rendering.
 */
function AskedTable({ projectId }: { readonly projectId: string }) {
  const [query] = useSearchParams()
  const asked = tabOfQuery(query)
  const tableAsked = asked?.type === 'table' || asked?.type === 'view' ? asked.name : undefined
  const requestAsked = useEffectEvent((): void => {
    expectTables(projectId)
    if (tableAsked !== undefined) expectTableTab(projectId, tableAsked)
  })
  // Only for the address that opened the page.
  useEffect(() => requestAsked(), [projectId])
  return null
}

/** Memoized: the address changes with every tab, and nothing here depends on it. */
const ProjectDashboard = memo(function ProjectDashboard({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: project, error } = useOperation('projectOpen', {}, { projectId })
  const permissions = permissionsIn(project)
  useTitle(project?.title ?? '')
  useEffect(() => {
    if (project !== undefined) listAsOpened(project)
  }, [project])
  // Before the user can edit anything of the project.
  useLayoutEffect(() => {
    if (project !== undefined) production.set(project.id, project.production)
  }, [project])
  useCommands(dashboardCommands)
  useCommands(undoCommands)
  useCommands(stagedCommands)
  useKeyLines(dashboardKeys)
  useEffect(() => {
    if (error === null) return
    // A member may be removed while the project is open.
    const isLost = project !== undefined && isApiError(error, 'PROJECT_NOT_FOUND')
    if (project !== undefined && !isLost) return
    // S1 §8: a project that cannot be loaded leads back to the list.
    toast.error(isLost ? t('dashboard.lost', { project: project.title }) : t('dashboard.failed'), {
      ...(!isLost && { detail: messageOf(error) }),
      durationMs: errorToastMs,
    })
    void navigate('/projects', { replace: true })
  }, [error, project, navigate, t])
  if (project === undefined) return <DashboardSkeleton />
  return (
    <>
      <AppBarStart.Fill>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <ProjectSwitcher projectId={projectId} title={project.title} />
        {project.production && <ProductionMark />}
      </AppBarStart.Fill>
      <AppBarEnd.Fill>
        <ShareButton project={project} permissions={permissions} />
      </AppBarEnd.Fill>
      <EngineProvider value={capabilitiesOf(project.server?.kind)}>
        <Dashboard project={project} permissions={permissions} mayChangeSchema={permissions.has('schema.change')} />
      </EngineProvider>
    </>
  )
})

/** Updates the opening time in the cached list of projects, which may be stale. */
function listAsOpened({ id, opened_at }: ProjectListEntry): void {
  queryClient.setQueryData<readonly ProjectListEntry[]>(operationKey('projectList', {}), (list) =>
    list?.map((entry) => (entry.id === id ? { ...entry, opened_at } : entry)),
  )
}
