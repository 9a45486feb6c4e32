import { messageOf, useCommand, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ErrorBanner, Switch } from '@renderer/ui'
import { useState } from 'react'
import styles from './builder.module.css'

interface FormMailSwitchProps {
  readonly projectId: string
  /** Id of the view. */
  readonly form: string
}

/** "E-mail me each answer": a choice of this person alone. Takes effect at once. */
export function FormMailSwitch({ projectId, form }: FormMailSwitchProps) {
  const { t } = useTranslation()
  const state = useOperation('formMailRead', { id: form }, { projectId, silent: true })
  const save = useCommand('formMailSet')
  /** The choice while it is stored, so that the switch follows the click. */
  const [chosen, setChosen] = useState<boolean>()
  if (state.data === undefined) return null

  function change(on: boolean): void {
    setChosen(on)
    save.mutate({ args: { id: form, on }, projectId, silent: true }, { onError: () => setChosen(undefined) })
  }

  return (
    <div className={styles.row}>
      <Switch checked={chosen ?? state.data.on} onChange={change}>
        {t('forms.mailMe')}
      </Switch>
      <p className={styles.quiet}>{t(state.data.possible ? 'forms.mailMeHint' : 'forms.mailMeOff')}</p>
      {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
    </div>
  )
}
