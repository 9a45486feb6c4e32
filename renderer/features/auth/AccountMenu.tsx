import { defaultDbAlias } from '@common/constants'
import type { ProjectListEntry } from '@common/operations/projects'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { runCommand, usePageCommand } from '@renderer/actions'
import { client, messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { goTo, toast, useUsers } from '@renderer/stores'
import { Avatar, copyText, Menu, MenuDivider, MenuItem, Tooltip } from '@renderer/ui'
import { useState } from 'react'
import { useMatch } from 'react-router-dom'
import styles from './AccountMenu.module.css'

/** The signed-in user, with a menu: token, project facts, Sign Out (S1 §2). */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useUsers((state) => state.user)
  const [opened, setOpened] = useState(false)
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const label = t('account.title')
  const inProject = projectId === undefined || user === null ? undefined : projectId
  usePageCommand(
    { id: 'account.copyToken', label: 'account.copyToken', keys: [] },
    user === null ? undefined : () => void copyToken(),
  )
  usePageCommand(
    { id: 'account.copyProjectInfo', label: 'account.copyProjectInfo', keys: [] },
    inProject === undefined ? undefined : () => void copyProjectInfo(inProject),
  )
  usePageCommand(
    { id: 'account.swagger', label: 'account.swagger', keys: [] },
    inProject === undefined ? undefined : () => openBeside(`${apiBase(inProject)}/${defaultDbAlias}/swagger`),
  )
  usePageCommand(
    { id: 'account.graphql', label: 'account.graphql', keys: [] },
    inProject === undefined ? undefined : () => openBeside(`${apiBase(inProject)}/v1/graphql`),
  )
  if (user === null) return null

  return (
    <Menu
      align="end"
      width={240}
      opened={opened}
      onChange={setOpened}
      target={
        <button type="button" className={styles.target} aria-label={`${label}: ${user.email}`}>
          <Avatar name={user.email} />
        </button>
      }
    >
      <div className={styles.person}>
        <Tooltip label={user.email} side="left">
          <span className={styles.email}>{user.email}</span>
        </Tooltip>
        <RoleLabel projectId={projectId} />
      </div>
      <MenuDivider />
      <MenuItem icon="key" onClick={() => void copyToken()}>
        {t('account.copyToken')}
      </MenuItem>
      {projectId !== undefined && (
        <MenuItem icon="info" onClick={() => void copyProjectInfo(projectId)}>
          {t('account.copyProjectInfo')}
        </MenuItem>
      )}
      {projectId !== undefined && <ApiItems projectId={projectId} />}
      <MenuDivider />
      <MenuItem icon="user" onClick={() => void goTo('/user/settings')}>
        {t('account.settings')}
      </MenuItem>
      {user.isSuperAdmin && (
        <MenuItem icon="gear" onClick={() => void goTo('/user/admin/installation')}>
          {t('account.installation')}
        </MenuItem>
      )}
      <MenuItem icon="signOut" onClick={() => runCommand('session.signOut')}>
        {t('account.signOut')}
      </MenuItem>
    </Menu>
  )

  async function copyToken(): Promise<void> {
    await copyText(useUsers.getState().token ?? '')
    toast.success(t('account.tokenCopied'))
  }

  async function copyProjectInfo(id: string): Promise<void> {
    try {
      const info = await client.call('ncProjectInfo', {}, { projectId: id })
      await copyText(
        Object.entries(info)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      )
      toast.success(t('account.projectInfoCopied'))
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
}

/** Links to the documentation of both APIs; the project's own API comes first (S1 §2). */
function ApiItems({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const project = useListedProject(projectId)
  const items = [
    <MenuItem key="rest" icon="file" onClick={() => openBeside(`${apiBase(projectId)}/${defaultDbAlias}/swagger`)}>
      {t('account.swagger')}
    </MenuItem>,
    <MenuItem key="graphql" icon="code" onClick={() => openBeside(`${apiBase(projectId)}/v1/graphql`)}>
      {t('account.graphql')}
    </MenuItem>,
  ]
  return (
    <>
      <MenuDivider />
      {project?.projectType === 'graphql' ? items.toReversed() : items}
    </>
  )
}

function useListedProject(projectId: string | undefined): ProjectListEntry | undefined {
  const list = useOperation('projectList', {}, { silent: true, enabled: projectId !== undefined })
  return list.data?.find((entry) => entry.id === projectId)
}

/** Returns the base address of a project's APIs, on the server of this page. */
function apiBase(projectId: string): string {
  return `${location.origin}/nc/${encodeURIComponent(projectId)}`
}

/** Opens a new tab of the browser, so that work in this one isn't lost. */
function openBeside(address: string): void {
  window.open(address, '_blank', 'noopener')
}

/** The strongest role that counts here: in the project, else in the installation (S1 §6). */
function RoleLabel({ projectId }: { readonly projectId: string | undefined }) {
  const { t } = useTranslation()
  const user = useUsers((state) => state.user)
  const role = useListedProject(projectId)?.role
  if (projectId !== undefined && isProjectRole(role)) return <span className={styles.role}>{t(`roles.${role}`)}</span>
  return <span className={styles.role}>{user?.isSuperAdmin === true ? t('roles.super') : t('roles.user')}</span>
}

function isProjectRole(role: string | undefined): role is ProjectRole {
  return projectRoles.some((each) => each === role)
}
