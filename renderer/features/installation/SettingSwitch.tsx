import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { ErrorBanner, Switch } from '@renderer/ui'
import { useState } from 'react'

export interface SettingSwitchProps {
  readonly settings: InstallationSettings
  readonly name: 'signUpClosed' | 'templatesPublic'
  readonly children: string
  /** Runs after the server has stored the choice. */
  readonly onSaved?: () => Promise<unknown>
}

/** A setting that is on or off. Takes effect at once. */
export function SettingSwitch({ settings, name, children, onSaved }: SettingSwitchProps) {
  const save = useCommand('installationSettingsSave')
  /** The choice while it is stored, so that the switch follows the click. */
  const [chosen, setChosen] = useState<boolean>()

  async function change(isOn: boolean): Promise<void> {
    setChosen(isOn)
    try {
      await save.mutateAsync({ args: { [name]: isOn }, silent: true })
      await onSaved?.()
    } catch {
      // The error of the command is shown below.
      setChosen(undefined)
    }
  }

  return (
    <>
      <Switch
        checked={chosen ?? settings[name]}
        disabled={settings.fixed.some((each) => each === name)}
        onChange={(isOn) => void change(isOn)}
      >
        {children}
      </Switch>
      {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
    </>
  )
}
