import {
  colourRoles,
  coloursOf,
  contrast,
  customColours,
  themeColours,
  type ColourRole,
  type ThemeColours,
} from '@common/settings'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { changeSettings, settingOf, useSetting } from '@renderer/stores'
import { Badge, Button, Buttons, Icon, Switch, TextField } from '@renderer/ui'
import { useState } from 'react'
import styles from './preferences.module.css'

/** WCAG AA for text. */
const ratioLeast = 4.5

/** Colours as they change. A custom colour turns the custom theme on. */
function changeColours(customTheme: ThemeColours): void {
  changeSettings({ customTheme, themeName: 'Custom' })
}

/** Seven colours of the user, with a preview and the contrast of each (S1 §2, ui.md §2). */
export function CustomTheme({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const themeName = useSetting('themeName')
  const colours = useSetting('customTheme')
  /** The theme before the custom one. */
  const [former, setFormer] = useState(themeName === 'Custom' ? 'Default' : themeName)
  if (themeName !== 'Custom' && themeName !== former) setFormer(themeName)

  return (
    <div className={styles.custom}>
      <Switch
        checked={themeName === 'Custom'}
        aria-label={label}
        onChange={(isOn) => changeSettings({ themeName: isOn ? 'Custom' : former })}
      >
        {t('preferences.custom.use')}
      </Switch>
      <div className={styles.colours}>
        {colourRoles.map((role) => (
          <ColourField key={role} role={role} colour={colours[role]} />
        ))}
      </div>
      <Preview />
      <Buttons>
        <Button icon="copy" onClick={() => changeColours(coloursOf(former, colours))}>
          {t('preferences.custom.startFrom', { theme: t(`preferences.theme.names.${former}`) })}
        </Button>
        <Button icon="undo" kind="quiet" onClick={() => changeSettings({ customTheme: customColours })}>
          {t('preferences.custom.reset')}
        </Button>
      </Buttons>
    </div>
  )
}

/** A colour by picker or by its hex code, and its contrast. Text of a colour that is too light is shown darker. */
function ColourField({ role, colour }: { readonly role: ColourRole; readonly colour: string }) {
  const { t } = useTranslation()
  /** Typed text, until the colour changes elsewhere. A text with a problem stays, so that nothing moves below it. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly colour: string }>()
  const typed = draft?.colour === colour ? draft.text : undefined
  const name = t(`preferences.custom.roles.${role}`)
  const ratio = contrast(colour, '#ffffff')
  const isLow = ratio < ratioLeast
  const change = (next: string): boolean => {
    const parsed = themeColours.safeParse({ ...settingOf('customTheme'), [role]: next })
    if (parsed.success) changeColours(parsed.data)
    return parsed.success
  }
  const isBad = typed !== undefined && !isColour(typed)
  return (
    <div className={styles.colour} data-role={role}>
      <input
        type="color"
        aria-label={name}
        value={colour.toLowerCase()}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={styles.colourWords}>
        <span aria-hidden="true">{name}</span>
        <TextField
          size="sm"
          aria-label={t('preferences.custom.code', { name })}
          value={typed ?? colour.toUpperCase()}
          maxLength={7}
          spellCheck={false}
          error={isBad ? t('preferences.custom.badCode') : null}
          onChange={(text) => {
            const isNew = isColour(text) && change(text)
            setDraft({ text, colour: isNew ? text : colour })
          }}
          onBlur={() => !isBad && setDraft(undefined)}
        />
        <span className={styles.ratio} data-low={isLow || undefined}>
          <Icon name={isLow ? 'warning' : 'check'} size={12} />
          {t(isLow ? 'preferences.custom.low' : 'preferences.custom.enough', {
            ratio: formatNumber(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
          })}
        </span>
      </div>
    </div>
  )
}

const isColour = (text: string): boolean => themeColours.shape.primary.safeParse(text).success

/** Parts of the page that show the seven colours. */
function Preview() {
  const { t } = useTranslation()
  return (
    <div className={styles.preview} aria-hidden="true">
      <span className={styles.fill}>{t('preferences.custom.roles.primary')}</span>
      <span className={styles.link}>{t('preferences.custom.link')}</span>
      <Badge kind="role">{t('preferences.custom.roles.secondary')}</Badge>
      <span className={styles.mention}>{t('preferences.custom.roles.accent')}</span>
      <Badge kind="info">{t('preferences.custom.roles.info')}</Badge>
      <Badge kind="success">{t('preferences.custom.roles.success')}</Badge>
      <Badge kind="warning">{t('preferences.custom.roles.warning')}</Badge>
      <Badge kind="error">{t('preferences.custom.roles.error')}</Badge>
    </div>
  )
}
