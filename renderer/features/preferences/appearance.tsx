import { densities, fontSizes, motionChoices } from '@common/settings'
import { languages, shownLanguage, useTranslation } from '@renderer/i18n'
import { changeSetting, useSetting, useWindows } from '@renderer/stores'
import { Segments, Select } from '@renderer/ui'
import { CustomTheme } from './CustomTheme'
import type { SettingsContent } from './section'
import { ThemeList } from './ThemeList'

interface ControlProps {
  readonly label: string
}

const modes = ['light', 'dark', 'system'] as const

function Mode({ label }: ControlProps) {
  const { t } = useTranslation()
  const darkTheme = useSetting('darkTheme')
  const isLocked = useWindows((state) => state.darkThemeAllowed === false)
  if (isLocked) return <p>{t('preferences.mode.locked')}</p>
  return (
    <Segments
      size="md"
      label={label}
      value={darkTheme === null ? 'system' : darkTheme ? 'dark' : 'light'}
      options={modes.map((value) => ({ value, label: t(`preferences.mode.${value}`) }))}
      onChange={(mode) => changeSetting('darkTheme', mode === 'system' ? null : mode === 'dark')}
    />
  )
}

function Language({ label }: ControlProps) {
  const language = shownLanguage(useSetting('language'))
  const options = languages().map(({ code, name }) => ({ value: code, label: name }))
  return (
    <div translate="no">
      <Select
        aria-label={label}
        isUntranslated
        value={language}
        options={options}
        searchable={options.length > 10}
        onChange={(code) => changeSetting('language', code)}
      />
    </div>
  )
}

function DensityChoice({ label }: ControlProps) {
  const { t } = useTranslation()
  return (
    <Segments
      size="md"
      label={label}
      value={useSetting('density')}
      options={densities.map((value) => ({ value, label: t(`preferences.density.${value}`) }))}
      onChange={(density) => changeSetting('density', density)}
    />
  )
}

function FontSizeChoice({ label }: ControlProps) {
  const { t } = useTranslation()
  return (
    <Segments
      size="md"
      label={label}
      value={useSetting('fontSize')}
      options={fontSizes.map((value) => ({ value, label: t(`preferences.fontSize.${value}`) }))}
      onChange={(fontSize) => changeSetting('fontSize', fontSize)}
    />
  )
}

function Motion({ label }: ControlProps) {
  const { t } = useTranslation()
  return (
    <Segments
      size="md"
      label={label}
      value={useSetting('reducedMotion')}
      options={motionChoices.map((value) => ({ value, label: t(`preferences.motion.${value}`) }))}
      onChange={(choice) => changeSetting('reducedMotion', choice)}
    />
  )
}

export const content: SettingsContent = {
  title: 'preferences.appearance',
  rows: [
    { id: 'darkTheme', label: 'preferences.mode.label', Control: Mode },
    { id: 'language', label: 'preferences.language.label', Control: Language },
    { id: 'density', label: 'preferences.density.label', text: 'preferences.density.text', Control: DensityChoice },
    { id: 'fontSize', label: 'preferences.fontSize.label', Control: FontSizeChoice },
    { id: 'reducedMotion', label: 'preferences.motion.label', text: 'preferences.motion.text', Control: Motion },
    { id: 'themeName', label: 'preferences.theme.label', Control: ThemeList, isWide: true },
    {
      id: 'customTheme',
      label: 'preferences.custom.label',
      text: 'preferences.custom.text',
      Control: CustomTheme,
      isWide: true,
    },
  ],
}
