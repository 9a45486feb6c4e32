import { keysOf, runCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { goTo } from '@renderer/stores'
import { IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'

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
