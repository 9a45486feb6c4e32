import type { SettingName } from '@common/settings'
import { sentence, useTranslation } from '@renderer/i18n'
import { changeSetting, toast, useAbility, useSetting, useUsers } from '@renderer/stores'
import { ConfirmDialog, Switch } from '@renderer/ui'
import { useState } from 'react'
import styles from './preferences.module.css'
import type { SettingsContent } from './section'

/** The two consents of S1 §5, with the ability of the installation that forbids each. */
const consents = {
  analytics: { setting: 'isGaEnabled', ability: 'disableGA' },
  reporting: { setting: 'isErrorReportingEnabled', ability: 'disableTelemetry' },
} as const satisfies Record<string, { readonly setting: SettingName; readonly ability: string }>

interface ConsentProps {
  readonly label: string
  readonly consent: keyof typeof consents
}

/** A consent. Turning it off asks first, and needs a user with an e-mail address. */
function Consent({ label, consent }: ConsentProps) {
  const { t } = useTranslation()
  const { setting, ability } = consents[consent]
  const isOn = useSetting(setting)
  const isForbidden = useAbility((state) => state[ability])
  const isRegistered = useUsers(({ user }) => user !== null && user.email !== '')
  const [isAsking, setAsking] = useState(false)

  function change(next: boolean): void {
    if (next) changeSetting(setting, true)
    else if (isRegistered) setAsking(true)
    else toast.error(sentence(`preferences.privacy.${consent}.onlyRegistered`))
  }

  return (
    <>
      <Switch checked={isOn} disabled={isForbidden} onChange={change} aria-label={label}>
        {t(isForbidden ? 'preferences.privacy.forbidden' : isOn ? 'preferences.privacy.on' : 'preferences.privacy.off')}
      </Switch>
      <ConfirmDialog
        opened={isAsking}
        isOnTop
        title={t(`preferences.privacy.${consent}.title`)}
        action={t('preferences.submit')}
        onClose={() => setAsking(false)}
        onSubmit={() => {
          setAsking(false)
          changeSetting(setting, false)
        }}
      >
        {t(`preferences.privacy.${consent}.question`)}
      </ConfirmDialog>
    </>
  )
}

function Statement() {
  const { t } = useTranslation()
  return <p className={styles.statement}>{t('preferences.privacy.statement')}</p>
}

export const content: SettingsContent = {
  title: 'preferences.privacy.title',
  rows: [
    { id: 'statement', label: 'preferences.privacy.sends', Control: Statement, isWide: true },
    {
      id: 'isGaEnabled',
      label: 'preferences.privacy.analytics.label',
      text: 'preferences.privacy.analytics.text',
      Control: ({ label }) => <Consent label={label} consent="analytics" />,
    },
    {
      id: 'isErrorReportingEnabled',
      label: 'preferences.privacy.reporting.label',
      text: 'preferences.privacy.reporting.text',
      Control: ({ label }) => <Consent label={label} consent="reporting" />,
    },
  ],
}
