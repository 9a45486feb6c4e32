import { coloursOf, themeNames } from '@common/settings'
import { useTranslation } from '@renderer/i18n'
import { changeSetting, useSetting } from '@renderer/stores'
import { MenuDivider, MenuItem } from '@renderer/ui'
import { settingsDialog } from './dialog-store'
import styles from './theme-items.module.css'

/** The palettes as entries of a menu, and the way to the other settings of appearance. */
export function ThemeItems() {
  const { t } = useTranslation()
  const chosen = useSetting('themeName')
  const custom = useSetting('customTheme')
  return (
    <>
      {themeNames.map((theme) => (
        <MenuItem key={theme} chosen={theme === chosen} onClick={() => changeSetting('themeName', theme)}>
          <span className={styles.theme}>
            {t(`preferences.theme.names.${theme}`)}
            <span className={styles.colour} style={{ background: coloursOf(theme, custom).primary }} />
          </span>
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem icon="palette" onClick={() => settingsDialog.show('appearance')}>
        {t('preferences.appearance')}
      </MenuItem>
    </>
  )
}
