import { useOperation } from '@renderer/api'
import type { SettingsContent } from '@renderer/features/preferences'
import { i18n, useTranslation } from '@renderer/i18n'
import { changeSetting, useIsSuperAdmin, useSetting } from '@renderer/stores'
import { Switch } from '@renderer/ui'

/** Returns the folder of the server whose translations can be changed; undefined if there is none, or if it isn't known. */
function useTranslationFolder(): string | undefined {
  const isSuperAdmin = useIsSuperAdmin()
  const { data } = useOperation('translationFolderRead', {}, { enabled: isSuperAdmin, silent: true })
  return data?.folder ?? undefined
}

function TranslateSwitch({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const isOn = useSetting('translating')
  const folder = useTranslationFolder() ?? ''
  if (i18n.language === 'en') return <p>{t('translate.english')}</p>
  return (
    <Switch checked={isOn} aria-label={label} onChange={(next) => changeSetting('translating', next)}>
      {t('translate.switch', { folder })}
    </Switch>
  )
}

export const content: SettingsContent = {
  title: 'preferences.appearance',
  rows: [
    {
      id: 'translating',
      label: 'translate.setting',
      Control: TranslateSwitch,
      useIsShown: () => useTranslationFolder() !== undefined,
    },
  ],
}
