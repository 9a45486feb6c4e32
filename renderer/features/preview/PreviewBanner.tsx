import { usePageCommand } from '@renderer/actions'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { Button, Icon, Menu } from '@renderer/ui'
import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router-dom'
import { preview, previewableRoles, usePreviewMenu } from './preview'
import styles from './preview.module.css'
import { RoleItems } from './RoleItems'

/** Across the top of every page while a role is previewed, with the way back. */
export function PreviewBanner() {
  const { t } = useTranslation()
  const previewAs = useUsers((state) => (state.token === null ? null : state.previewAs))
  usePageCommand(
    { id: 'preview.reset', label: 'preview.reset', keys: [] },
    previewAs === null ? undefined : preview.end,
  )
  if (previewAs === null) return null
  const role = t(`roles.${previewAs}`)
  return (
    <section className={styles.banner} aria-label={t('preview.banner')} data-region>
      <Icon name="masks" />
      <span className={styles.title}>{t('preview.banner')}</span>
      <RoleChoice role={role} />
      <span className={styles.text} role="status">
        {t('preview.text', { role: previewAs })}
      </span>
      <Reset key={previewAs} />
    </section>
  )
}

/** Another role of the open project; only the name of the role outside of projects. */
function RoleChoice({ role }: { readonly role: string }) {
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const list = useOperation('projectList', {}, { silent: true, enabled: projectId !== undefined })
  const roles = previewableRoles(list.data?.find(({ id }) => id === projectId)?.role)
  if (roles.length === 0) return <span className={styles.role}>{role}</span>
  return (
    <Menu target={<Button endIcon="chevronDown">{role}</Button>}>
      <RoleItems roles={roles} />
    </Menu>
  )
}

function Reset() {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const hasBegun = usePreviewMenu((state) => state.hasBegun)
  useEffect(() => {
    if (!hasBegun) return
    // The menu that began the preview is gone, and with it the focus.
    button.current?.focus()
    preview.focused()
  }, [hasBegun])
  return (
    <Button ref={button} icon="undo" className={styles.reset} onClick={preview.end}>
      {t('preview.reset')}
    </Button>
  )
}
