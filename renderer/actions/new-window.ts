import { desktop } from '@renderer/api'
import type { Command } from './command'

/** Another window of the desktop application, with tabs of its own. In a browser, the browser has its own command. */
export const newWindow: Command = {
  id: 'window.new',
  label: 'actions.newWindow',
  keys: ['Mod+Shift+N'],
  inFields: true,
  when: () => desktop() !== undefined,
  run: () => void desktop()?.newWindow({ address: null }),
}
