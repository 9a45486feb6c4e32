import type { MenuCommand } from '@common/bridge'
import { t } from '@renderer/i18n'
import { keyLines } from './key-lines'
import { availableCommands, everyCommand } from './registry'

/**
 * Returns the commands for the native menus of the desktop: those of the palette, and those that can't run now, disabled.
 */
export function menuCommands(): MenuCommand[] {
  const available = new Set(availableCommands().map(({ id }) => id))
  const lines = new Map(keyLines().map(({ id, keys }) => [id, keys[0]]))
  return everyCommand()
    .filter(({ listed }) => listed !== false)
    .map(({ id, label, keys }) => {
      const chord = keys[0] ?? lines.get(id)
      return { id, label: t(label), enabled: available.has(id), ...(chord === undefined ? {} : { keys: chord }) }
    })
}
