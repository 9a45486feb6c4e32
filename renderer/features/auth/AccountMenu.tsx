import { defaultDbAlias } from '@common/constants'
import type { ProjectListEntry } from '@common/operations/projects'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { keysOf, runCommand, usePageCommand } from '@renderer/actions'
import { client, sentenceOf, useOperation } from '@renderer/api'
import { settingsDialog } from '@renderer/features/preferences'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast, useAfterFirstRows, useInstallation, useUsers } from '@renderer/stores'
import { Avatar, copyText, Icon, Menu, MenuDivider, MenuItem, type IconName } from '@renderer/ui'
import { useState } from 'react'
import { useMatch } from 'react-router-dom'
import styles from './AccountMenu.module.css'

/** The signed-in user, with a menu: token, project facts, Sign Out (S1 §2). */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useUsers((state) => state.user)
  const [opened, setOpened] = useState(false)
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const { icon, role } = useShownRole(projectId)
  const inProject = projectId === undefined || user === null ? undefined : projectId
  const authType = useInstallation((state) => state.info?.authType)
  usePageCommand(
    { id: 'account.copyToken', label: 'account.copyToken', keys: [] },
    user === null || authType !== 'jwt' ? undefined : () => void copyToken(),
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
        <button type="button" className={styles.target} aria-label={t('account.button', { email: user.email, role })}>
          <Avatar name={user.email} />
          {icon !== undefined && (
            <span className={styles.roleIcon}>
              <Icon name={icon} size={12} />
            </span>
          )}
        </button>
      }
    >
      <MenuItem icon="user" description={user.email} onClick={() => void goTo('/user/settings')}>
        {t('account.account')}
      </MenuItem>
      <div className={styles.role}>{role}</div>
      <MenuItem icon="gear" keys={keysOf('settings.open')} onClick={() => runCommand('settings.open')}>
        {t('account.settings')}
      </MenuItem>
      <MenuItem icon="palette" onClick={() => settingsDialog.show('appearance')}>
        {t('account.themes')}
      </MenuItem>
      <MenuDivider />
      {authType === 'jwt' && (
        <MenuItem icon="key" onClick={() => void copyToken()}>
          {t('account.copyToken')}
        </MenuItem>
      )}
      {projectId !== undefined && (
        <MenuItem icon="info" onClick={() => void copyProjectInfo(projectId)}>
          {t('account.copyProjectInfo')}
        </MenuItem>
      )}
      {projectId !== undefined && <ApiItems projectId={projectId} />}
      <MenuDivider />
      {user.isSuperAdmin && (
        <MenuItem icon="tools" onClick={() => void goTo('/user/admin/installation')}>
          {t('account.installation')}
        </MenuItem>
      )}
      {authType !== 'none' && (
        <MenuItem icon="signOut" onClick={() => runCommand('session.signOut')}>
          {t('account.signOut')}
        </MenuItem>
      )}
    </Menu>
  )

  async function copyToken(): Promise<void> {
    await copyText(useUsers.getState().token ?? '')
    toast.success(sentence('account.tokenCopied'))
  }

  async function copyProjectInfo(id: string): Promise<void> {
    try {
      const info = await client.call('ncProjectInfo', {}, { projectId: id })
      await copyText(
        Object.entries(info)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      )
      toast.success(sentence('account.projectInfoCopied'))
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
}

/** Links to the documentation of both APIs; the project's own API comes first (S1 §2). */
function ApiItems({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const project = useListedProject(projectId, true)
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

/** @param isAsked  true if the user waits for it; it then doesn't wait for the first rows */
function useListedProject(projectId: string | undefined, isAsked = false): ProjectListEntry | undefined {
  const isTime = useAfterFirstRows() || isAsked
  const list = useOperation('projectList', {}, { silent: true, enabled: projectId !== undefined && isTime })
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

/** Icon and name of the strongest role that counts here: in the project, else in the installation (S1 §6). */
function useShownRole(projectId: string | undefined): { readonly icon?: IconName; readonly role: string } {
  const { t } = useTranslation()
  const isSuperAdmin = useUsers((state) => state.user?.isSuperAdmin === true)
  const project = useListedProject(projectId)
  const held = projectRoles.find((role) => role === project?.role)
  if (held === undefined) return { role: t(isSuperAdmin ? 'roles.super' : 'roles.user') }
  return { icon: roleIcons[held], role: project?.role_title ?? t(`roles.${held}`) }
}

const roleIcons: Readonly<Record<ProjectRole, IconName>> = {
  owner: 'crown',
  creator: 'tools',
  editor: 'pencil',
  commenter: 'chat',
  viewer: 'eye',
}
