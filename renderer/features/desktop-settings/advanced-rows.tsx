import type { SettingsContent, SettingsRow } from '@renderer/features/preferences'
import { useTranslation } from '@renderer/i18n'
import { changeSetting, useSetting, useShell } from '@renderer/stores'
import { Switch } from '@renderer/ui'

type Name = 'restoreWindows' | 'tray' | 'startAtLogin'

function Choice({ name, label }: { readonly name: Name; readonly label: string }) {
  const { t } = useTranslation()
  const isOn = useSetting(name)
  return (
    <Switch checked={isOn} aria-label={label} onChange={(next) => changeSetting(name, next)}>
      {t(isOn ? 'desktopSettings.on' : 'desktopSettings.off')}
    </Switch>
  )
}

const row = (name: Name): SettingsRow => ({
  id: name,
  label: `desktopSettings.${name}.label`,
  text: `desktopSettings.${name}.text`,
  Control: ({ label }) => <Choice name={name} label={label} />,
  // They have no effect in a browser.
  useIsShown: () => useShell(({ info }) => info !== null),
})

export const content: SettingsContent = {
  title: 'desktopSettings.advanced',
  rows: [row('restoreWindows'), row('tray'), row('startAtLogin')],
}
