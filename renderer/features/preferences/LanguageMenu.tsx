import { keysOf, usePageCommand } from '@renderer/actions'
import { languages, shownLanguage, useTranslation } from '@renderer/i18n'
import { changeSetting, useSetting } from '@renderer/stores'
import { Icon, IconButton, Menu, MenuItem } from '@renderer/ui'
import { useState } from 'react'

interface LanguageMenuProps {
  readonly className?: string | undefined
  /** True shows the name of the language beside the globe. */
  readonly isNamed?: boolean
}

/** Chooses the language of the page, from those with a folder in `locales` (S1 §1). */
export function LanguageMenu({ className, isNamed = false }: LanguageMenuProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const language = shownLanguage(useSetting('language'))
  const offered = languages()
  usePageCommand(
    { id: 'language.choose', label: 'actions.chooseLanguage', keys: ['Mod+Shift+L'], inFields: true },
    () => setOpened(true),
  )
  const shown = offered.find(({ code }) => code === language)
  const label = t('app.language')
  return (
    <Menu
      align="end"
      width={200}
      opened={opened}
      onChange={setOpened}
      target={
        isNamed ? (
          <button type="button" className={className} aria-label={`${shown?.name ?? ''} · ${label}`}>
            <Icon name="globe" size={14} />
            <span translate="no" lang={shown?.tag}>
              {shown?.name}
            </span>
          </button>
        ) : (
          <IconButton className={className} icon="globe" label={label} keys={keysOf('language.choose')} />
        )
      }
    >
      {offered.map(({ code, name, tag }) => (
        <MenuItem key={code} chosen={code === language} onClick={() => changeSetting('language', code)}>
          <span translate="no" lang={tag}>
            <bdi>{name}</bdi>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
