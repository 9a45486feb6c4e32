import { goTo } from '@renderer/stores'
import type { Command } from './command'

/** The changes of each version, as a page of the documentation. */
export const whatsNew: Command = {
  id: 'docs.whatsNew',
  label: 'actions.whatsNew',
  keys: [],
  when: ({ isSignedIn }) => isSignedIn,
  run: () => void goTo('/docs/changelog'),
}
