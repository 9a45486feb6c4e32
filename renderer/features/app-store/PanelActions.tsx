import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import styles from './app-store.module.css'

export interface PanelActionsProps {
  readonly state: { readonly isInstalled: boolean; readonly isActive: boolean }
  readonly form: {
    readonly isSaving: boolean
    readonly isSwitching: boolean
    readonly isRemoving: boolean
    readonly remove: () => void
    readonly toggle: () => void
  }
  readonly formId: string
  readonly onClose: () => void
}

/** Buttons below the form of a plugin. */
export function PanelActions({ state, form, formId, onClose }: PanelActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {state.isInstalled && (
        <>
          <Button size="md" kind="quiet" danger icon="trash" loading={form.isRemoving} onClick={form.remove}>
            {t('plugins.remove')}
          </Button>
          <Button size="md" kind="quiet" loading={form.isSwitching} onClick={form.toggle}>
            {t(state.isActive ? 'plugins.turnOff' : 'plugins.turnOn')}
          </Button>
        </>
      )}
      <span className={styles.space} />
      <Button size="md" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button size="md" kind="main" type="submit" form={formId} loading={form.isSaving}>
        {t(state.isInstalled ? 'plugins.save' : 'plugins.install')}
      </Button>
    </>
  )
}
