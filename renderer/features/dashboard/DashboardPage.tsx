import { errorToastMs } from '@common/constants'
import { capabilitiesOf } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { useCommands, useKeyLines } from '@renderer/actions'
import { isApiError, messageOf, operationKey, queryClient, sentenceOf, useOperation } from '@renderer/api'
import { EnvironmentChip } from '@renderer/features/environments'
import { stagedCommands } from '@renderer/features/records'
import { EngineProvider, expectTables } from '@renderer/features/tables'
import { tabKinds, tabOfKind, tabOfQuery, tabs } from '@renderer/features/tabs'
import { ProductionMark } from '@renderer/features/production'
import { ShareButton } from '@renderer/features/share-dialog'
import { undoCommands } from '@renderer/features/undo'
import { memo, sentence, useTranslation } from '@renderer/i18n'
import { permissionsIn, production, toast } from '@renderer/stores'
import { AppBarEnd, AppBarStart, ErrorState, IconButton, useTitle } from '@renderer/ui'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
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
    if (tableAsked !== undefined) void expectTableTab(projectId, tableAsked)
  })
  // Only for the address that opened the page.
  useEffect(() => requestAsked(), [projectId])
  return null
}

export interface ProjectDashboardProps {
  readonly projectId: string
  /** True for visitors of a shared base, who have no other projects. */
  readonly isVisitor?: boolean
}

/** Memoized: the address changes with every tab, and nothing here depends on it. */
export const ProjectDashboard = memo(function ProjectDashboard({
  projectId,
  isVisitor = false,
}: ProjectDashboardProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: project, error, refetch } = useOperation('projectOpen', {}, { projectId })
  const permissions = permissionsIn(project)
  useTitle(project?.title ?? '')
  useEffect(() => {
    if (project !== undefined && !isVisitor) listAsOpened(project)
  }, [project, isVisitor])
  // Before the user can edit anything of the project.
  useLayoutEffect(() => {
    if (project !== undefined) production.set(project.id, project.production)
  }, [project])
  useCommands(dashboardCommands)
  useCommands(undoCommands)
  useCommands(stagedCommands)
  useKeyLines(dashboardKeys)
  useEffect(() => {
    // The page of the link says that it is closed.
    if (error === null || isVisitor) return
    // A member may be removed while the project is open.
    const isLost = project !== undefined && isApiError(error, 'PROJECT_NOT_FOUND')
    if (project !== undefined && !isLost) return
    // S1 §8: a project that cannot be loaded leads back to the list.
    toast.error(isLost ? sentence('dashboard.lost', { project: project.title }) : sentence('dashboard.failed'), {
      ...(!isLost && { detail: sentenceOf(error) }),
      durationMs: errorToastMs,
    })
    void navigate('/projects', { replace: true })
  }, [error, project, isVisitor, navigate, t])
  if (isVisitor && error !== null && project === undefined)
    return <ErrorState title={t('dashboard.failed')} text={messageOf(error)} onRetry={() => void refetch()} />
  if (project === undefined) return <DashboardSkeleton />
  return (
    <>
      {!isVisitor && <ProjectBar project={project} permissions={permissions} />}
      <EngineProvider value={capabilitiesOf(project.server?.kind)}>
        <Dashboard project={project} permissions={permissions} mayChangeSchema={permissions.has('schema.change')} />
      </EngineProvider>
    </>
  )
})

function ProjectBar({
  project,
  permissions,
}: {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
}) {
  return (
    <>
      <AppBarStart.Fill>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <ProjectSwitcher projectId={project.id} title={project.title} />
        {permissions.has('environment.read') && <EnvironmentChip project={project} permissions={permissions} />}
        {project.production && <ProductionMark />}
      </AppBarStart.Fill>
      <AppBarEnd.Fill>
        <ShareButton project={project} permissions={permissions} />
        <BarPlaces permissions={permissions} />
      </AppBarEnd.Fill>
    </>
  )
}

/** Kinds of tabs that open from the app bar too. */
function BarPlaces({ permissions }: { readonly permissions: Permissions }) {
  return tabKinds
    .filter(({ permission, inBar = false }) => inBar && permissions.has(permission))
    .map((kind) => (
      <IconButton
        key={kind.id}
        icon={kind.icon}
        label={kind.title()}
        keys={kind.command.keys[0]}
        onClick={() => tabs.open(tabOfKind(kind))}
      />
    ))
}

/** Updates the opening time in the cached list of projects, which may be stale. */
function listAsOpened({ id, opened_at }: ProjectListEntry): void {
  queryClient.setQueryData<readonly ProjectListEntry[]>(operationKey('projectList', {}), (list) =>
    list?.map((entry) => (entry.id === id ? { ...entry, opened_at } : entry)),
  )
}
