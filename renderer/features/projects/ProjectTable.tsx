import { serverKindFacts } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { useCommand } from '@renderer/api'
import { LeaveProjectDialog } from '@renderer/features/leaving'
import { ProductionMark } from '@renderer/features/production'
import { SaveTemplateDialog } from '@renderer/features/templates'
import { formatBytes, formatDateTime, formatNumber, formatRelativeTime, sentence, useTranslation } from '@renderer/i18n'
import { countsOutside, goTo, toast, useUsers } from '@renderer/stores'
import {
  Chip,
  classes,
  colorOf,
  IconButton,
  IconTile,
  Menu,
  MenuDivider,
  MenuItem,
  Skeleton,
  useMinute,
} from '@renderer/ui'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './ProjectTable.module.css'

/** Below this age, shows "Just now" instead of minutes. */
const justNowMs = 60_000

export interface ProjectTableProps {
  /** Undefined while loading: shows placeholder rows of the same height. */
  readonly projects: readonly ProjectListEntry[] | undefined
  readonly onRename: (project: ProjectListEntry) => void
  readonly onDelete: (project: ProjectListEntry) => void
}

/** Rows of 64 px (mock b). The whole row opens the project; its menu is on top of that. */
export function ProjectTable({ projects, onRename, onDelete }: ProjectTableProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.card}>
      <table className={styles.table} aria-busy={projects === undefined}>
        <thead>
          <tr>
            <th scope="col">{t('projects.name')}</th>
            <th scope="col" className={styles.server}>
              {t('projects.server')}
            </th>
            <th scope="col" className={styles.api}>
              {t('projects.api')}
            </th>
            <th scope="col" className={styles.database}>
              {t('projects.database')}
            </th>
            <th scope="col" className={styles.tables}>
              {t('projects.tables')}
            </th>
            <th scope="col" className={styles.opened}>
              {t('projects.opened')}
            </th>
            <th scope="col" className={styles.more}>
              <span className="hidden-text">{t('projects.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects === undefined
            ? [0, 1, 2].map((index) => <SkeletonRow key={index} />)
            : projects.map((project) => (
                <Row key={project.id} project={project} onRename={onRename} onDelete={onDelete} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<ProjectTableProps, 'onRename' | 'onDelete'> {
  readonly project: ProjectListEntry
}

function Row({ project, onRename, onDelete }: RowProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const isRunning = project.status === 'started'
  return (
    <tr className={styles.row}>
      <td>
        <span className={styles.nameCell}>
          <IconTile icon="database" color={colorOf(project.id)} />
          <span className={styles.lines}>
            <span className={styles.marked}>
              <Link className={styles.name} to={`/nc/${encodeURIComponent(project.id)}`}>
                {project.title}
              </Link>
              {project.production && <ProductionMark />}
            </span>
            <span className={styles.second}>{roleLine(project)}</span>
          </span>
        </span>
      </td>
      <td className={styles.server}>
        <span className={styles.state} data-stopped={!isRunning || undefined}>
          <span className={styles.dot} />
          <span className={styles.stateText}>{isRunning ? t('projects.running') : t('projects.stopped')}</span>
          <ServerButtons project={project} />
        </span>
      </td>
      <td className={styles.api}>
        <Chip color={project.projectType === 'graphql' ? 'pink' : project.projectType === 'rest' ? 'blue' : 'grey'}>
          {t(`projects.types.${project.projectType}`)}
        </Chip>
      </td>
      <td className={styles.database}>
        <Lines first={engineLine(project)} second={placeLine(project)} />
      </td>
      <td className={classes(styles.tables, styles.quiet)}>
        {project.tableCount === null ? '' : formatNumber(project.tableCount)}
      </td>
      <td className={classes(styles.opened, styles.quiet)}>
        {project.opened_at === null ? (
          t('projects.neverOpened')
        ) : (
          <time dateTime={project.opened_at} title={formatDateTime(project.opened_at)}>
            {now - Date.parse(project.opened_at) < justNowMs
              ? t('projects.justNow')
              : formatRelativeTime(project.opened_at, now)}
          </time>
        )}
      </td>
      <td className={styles.more}>
        <RowMenu project={project} onRename={onRename} onDelete={onDelete} />
      </td>
    </tr>
  )

  function roleLine({ role, role_title: title, owner }: ProjectListEntry): string {
    if (role === 'owner') return t('projects.owned')
    const name = title ?? (isProjectRole(role) ? t(`roles.${role}`) : role)
    return role === 'viewer' && title === null
      ? t('projects.readOnly', { role: name })
      : t('projects.sharedBy', { role: name, owner })
  }

  function engineLine({ source, server }: ProjectListEntry): string {
    return server === null ? t(`dashboard.sources.${source}`) : serverKindFacts[server.kind].name
  }

  function placeLine({ source, server, fileName, fileBytes }: ProjectListEntry): string {
    if (server !== null) return `${addressOf(server)} · ${server.database}`
    if (source === 'server') return t('projects.connectionUnreadable')
    if (fileBytes === null) return t('projects.fileMissing', { fileName })
    return fileName === '' ? formatBytes(fileBytes) : `${fileName} · ${formatBytes(fileBytes)}`
  }
}

/** Returns `host:port`; puts IPv6 addresses in brackets. */
function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${/^[^[].*:/.test(host) ? `[${host}]` : host}:${port}`
}

function Lines({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <span className={styles.lines}>
      <span>{first}</span>
      <span className={styles.second}>{second}</span>
    </span>
  )
}

function isProjectRole(role: string): role is ProjectRole {
  return projectRoles.some((each) => each === role)
}

/** Buttons in a project's line that start, stop and restart its API (mock b). */
function ServerButtons({ project }: { readonly project: ProjectListEntry }) {
  const { t } = useTranslation()
  const [start, stop, restart] = [useCommand('projectStart'), useCommand('projectStop'), useCommand('projectRestart')]
  const call = { args: {}, projectId: project.id }
  const { title, permissions, status } = project
  const previewAs = useUsers((state) => state.previewAs)
  if (!countsOutside('project.configure', permissions, previewAs)) return null
  if (status !== 'started')
    return (
      <IconButton
        icon="play"
        size="xs"
        label={t('projects.startOf', { title })}
        loading={start.isPending}
        onClick={() => start.mutate(call)}
      />
    )
  return (
    <>
      <IconButton
        icon="reload"
        size="xs"
        label={t('projects.restartOf', { title })}
        loading={restart.isPending}
        onClick={() => restart.mutate(call)}
      />
      <IconButton
        icon="stop"
        size="xs"
        label={t('projects.stopOf', { title })}
        loading={stop.isPending}
        onClick={() => stop.mutate(call)}
      />
    </>
  )
}

function RowMenu({ project, onRename, onDelete }: RowProps) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const previewAs = useUsers((state) => state.previewAs)
  const mayRename = countsOutside('project.configure', project.permissions, previewAs)
  const mayDelete = countsOutside('project.delete', project.permissions, previewAs)
  const [start, stop, restart] = [useCommand('projectStart'), useCommand('projectStop'), useCommand('projectRestart')]
  const call = { args: {}, projectId: project.id }
  const setProduction = useCommand('projectProductionSet')
  const { title, production } = project
  const mark = (): void =>
    setProduction.mutate(
      { args: { production: !production }, projectId: project.id },
      { onSuccess: () => toast.success(sentence(production ? 'production.off' : 'production.on', { title })) },
    )
  // Owners leave in Team & Auth, which knows whether another owner is left.
  const mayLeave = project.role !== 'owner'
  const maySave = project.status === 'started' && mayRename
  const mayReconnect = project.source === 'server' && mayRename
  return (
    <>
      <Menu align="end" target={<IconButton icon="more" label={t('projects.moreOf', { title: project.title })} />}>
        {mayRename && (
          <MenuItem icon="pencil" onClick={() => onRename(project)}>
            {t('projects.rename')}
          </MenuItem>
        )}
        {mayReconnect && (
          <MenuItem icon="plug" onClick={() => void goTo(`/project/xcdb?project=${encodeURIComponent(project.id)}`)}>
            {t('projects.editConnection')}
          </MenuItem>
        )}
        {mayRename && (
          <MenuItem icon="warning" onClick={mark}>
            {t(project.production ? 'production.turnOff' : 'production.turnOn')}
          </MenuItem>
        )}
        {maySave && (
          <MenuItem icon="template" onClick={() => setSaving(true)}>
            {t('projects.saveAsTemplate')}
          </MenuItem>
        )}
        {mayRename && <MenuDivider />}
        {mayRename && project.status === 'stopped' && (
          <MenuItem icon="play" onClick={() => start.mutate(call)}>
            {t('projects.start')}
          </MenuItem>
        )}
        {mayRename && project.status === 'started' && (
          <MenuItem icon="stop" onClick={() => stop.mutate(call)}>
            {t('projects.stop')}
          </MenuItem>
        )}
        {mayRename && (
          <MenuItem icon="reload" onClick={() => restart.mutate(call)}>
            {t('projects.restart')}
          </MenuItem>
        )}
        {mayRename && (mayLeave || mayDelete) && <MenuDivider />}
        {mayLeave && (
          <MenuItem icon="signOut" danger onClick={() => setLeaving(true)}>
            {t('projects.leave.item')}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem icon="trash" danger onClick={() => onDelete(project)}>
            {t('projects.delete')}
          </MenuItem>
        )}
      </Menu>
      {isSaving && <SaveTemplateDialog project={project} onClose={() => setSaving(false)} />}
      {isLeaving && <LeaveProjectDialog project={project} isInside={false} onClose={() => setLeaving(false)} />}
    </>
  )
}

function SkeletonRow() {
  return (
    <tr className={styles.row} aria-hidden="true">
      <td>
        <span className={styles.nameCell}>
          <Skeleton width={36} height={36} />
          <span className={styles.skeletonLines}>
            <Skeleton width={132} />
            <Skeleton width={96} />
          </span>
        </span>
      </td>
      <td className={styles.server}>
        <Skeleton width={60} />
      </td>
      <td className={styles.api}>
        <Skeleton width={44} />
      </td>
      <td className={styles.database}>
        <span className={styles.skeletonLines}>
          <Skeleton width={96} />
          <Skeleton width={144} />
        </span>
      </td>
      <td className={styles.tables}>
        <Skeleton width={16} />
      </td>
      <td className={styles.opened}>
        <Skeleton width={72} />
      </td>
      <td className={styles.more}>
        <Skeleton width={0} />
      </td>
    </tr>
  )
}
