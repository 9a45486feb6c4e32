import { coloursOf, derive, themeNames, type Scheme, type ThemeColours } from '@common/settings'
import { useTranslation } from '@renderer/i18n'
import { changeSetting, useSetting } from '@renderer/stores'
import { Icon } from '@renderer/ui'
import { useId } from 'react'
import styles from './preferences.module.css'

const schemes = ['light', 'dark'] as const

/** The palettes (S2 §3) and the custom theme, each as a small page in light and in dark. */
export function ThemeList({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const chosen = useSetting('themeName')
  const custom = useSetting('customTheme')
  const name = useId()
  return (
    <div className={styles.themes} role="radiogroup" aria-label={label}>
      {themeNames.map((theme) => (
        <label key={theme} className={styles.theme} aria-label={t(`preferences.theme.names.${theme}`)}>
          <input
            type="radio"
            name={name}
            checked={theme === chosen}
            onChange={() => changeSetting('themeName', theme)}
          />
          <span className={styles.card}>
            <span className={styles.pages} aria-hidden="true">
              {schemes.map((scheme) => (
                <Page key={scheme} scheme={scheme} colours={coloursOf(theme, custom)} />
              ))}
            </span>
            <span className={styles.themeName}>
              {t(`preferences.theme.names.${theme}`)}
              {theme === chosen && <Icon name="check" size={14} />}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** A page of the theme: a sidebar, lines of text, a link and a main button. */
function Page({ scheme, colours }: { readonly scheme: Scheme; readonly colours: ThemeColours }) {
  const { fill, text, soft } = derive(colours.primary, scheme)
  return (
    <span className={styles.page} data-scheme={scheme}>
      <span style={{ background: soft }} />
      <span />
      <span style={{ background: text }} />
      <span style={{ background: fill }} />
    </span>
  )
}
