import { keysOf, runCommand, usePageCommand } from '@renderer/actions'
import { languages, useTranslation } from '@renderer/i18n'
import { changeSetting, goTo, useSetting } from '@renderer/stores'
import { IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { useState } from 'react'

/** Chooses the language of the page, from those with a folder in `locales` (S1 §1). */
export function LanguageMenu({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const language = useSetting('language')
  usePageCommand(
    { id: 'language.choose', label: 'actions.chooseLanguage', keys: ['Mod+Shift+L'], inFields: true },
    () => setOpened(true),
  )
  return (
    <Menu
      align="end"
      width={200}
      opened={opened}
      onChange={setOpened}
      target={
        <IconButton className={className} icon="globe" label={t('app.language')} keys={keysOf('language.choose')} />
      }
    >
      {languages().map(({ code, name }) => (
        <MenuItem key={code} chosen={code === language} onClick={() => changeSetting('language', code)}>
          <span translate="no" lang={code}>
            {name}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The licences of everything in Basalt that we didn't write, which the build collects. */
const licences = 'licences.txt'

/** Documentation, keys, changes, licences, and a report of a problem. */
export function HelpMenu() {
  const { t } = useTranslation()
  return (
    <Menu align="end" width={240} target={<IconButton icon="help" label={t('app.help')} />}>
      <MenuItem icon="book" keys={keysOf('docs.open')} onClick={() => void goTo('/docs')}>
        {t('actions.openDocs')}
      </MenuItem>
      <MenuItem icon="bolt" onClick={() => runCommand('docs.whatsNew')}>
        {t('actions.whatsNew')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon="key" keys={keysOf('help.keys')} onClick={() => runCommand('help.keys')}>
        {t('keyHelp.title')}
      </MenuItem>
      <MenuItem icon="warning" onClick={() => runCommand('help.report')}>
        {t('actions.reportProblem')}
      </MenuItem>
      <MenuItem icon="file" onClick={() => window.open(licences, '_blank', 'noopener')}>
        {t('app.licences')}
      </MenuItem>
    </Menu>
  )
}
