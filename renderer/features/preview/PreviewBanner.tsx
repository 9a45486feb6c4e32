import { usePageCommand } from '@renderer/actions'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { hidden, useHidden, why } from '@renderer/stores'
import { Button, Icon, Menu, Switch } from '@renderer/ui'
import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router-dom'
import { preview, roleName, usePreviewChoices, usePreviewed, usePreviewMenu } from './preview'
import styles from './preview.module.css'
import { RoleItems } from './RoleItems'

/** Across the top of every page while a role is previewed, with the way back. */
export function PreviewBanner() {
  const { t } = useTranslation()
  const previewed = usePreviewed()
  usePageCommand({ id: 'preview.reset', label: 'preview.reset', keys: [] }, previewed && preview.end)
  if (previewed === undefined) return null
  const title = roleName(previewed)
  return (
    <section className={styles.banner} aria-label={t('preview.banner')} data-region>
      <Icon name="masks" />
      <span className={styles.title}>{t('preview.banner')}</span>
      <RoleChoice name={title} />
      <span className={styles.text} role="status">
        {t('preview.text', { role: previewed.role, title })}
      </span>
      <Why role={previewed.role} />
      <Reset key={previewed.role} />
    </section>
  )
}

/** Another role of the open project; only the name of the role outside of projects. */
function RoleChoice({ name }: { readonly name: string }) {
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const list = useOperation('projectList', {}, { silent: true, enabled: projectId !== undefined })
  const choices = usePreviewChoices(projectId, list.data?.find(({ id }) => id === projectId)?.role)
  if (choices.length === 0) return <span className={styles.role}>{name}</span>
  return (
    <Menu target={<Button endIcon="chevronDown">{name}</Button>}>
      <RoleItems choices={choices} />
    </Menu>
  )
}

/** Shows and explains what the previewed role doesn't see of the open project. */
function Why({ role }: { readonly role: string }) {
  const { t } = useTranslation()
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const isShown = useHidden((state) => state.isShown)
  if (projectId === undefined) return null
  return (
    <>
      <Switch checked={isShown} onChange={hidden.show}>
        {t('preview.showHidden')}
      </Switch>
      <Button icon="help" className={styles.reset} onClick={() => why.ask({ role })}>
        {t('preview.why')}
      </Button>
    </>
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
