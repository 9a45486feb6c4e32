import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { loadInstallation } from '@renderer/stores'
import { ErrorBanner, Section, Switch } from '@renderer/ui'
import { useState } from 'react'

/** Closes and opens sign-up. Takes effect at once. */
export function SignUpSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  /** The choice while it is stored, so that the switch follows the click. */
  const [chosen, setChosen] = useState<boolean>()
  const isFixed = settings.fixed.includes('signUpClosed')

  async function change(signUpClosed: boolean): Promise<void> {
    setChosen(signUpClosed)
    try {
      await save.mutateAsync({ args: { signUpClosed }, silent: true })
      await loadInstallation()
    } catch {
      // The section shows the error of the command.
      setChosen(undefined)
    }
  }

  return (
    <Section title={t('installation.signUp')} text={t(isFixed ? 'installation.fixed' : 'installation.signUpHint')}>
      <Switch checked={chosen ?? settings.signUpClosed} disabled={isFixed} onChange={(closed) => void change(closed)}>
        {t('installation.signUpClosed')}
      </Switch>
      {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
    </Section>
  )
}
