import { goTo } from '@renderer/stores'
import type { Command } from './command'

/** The pages of docs/, inside the application. */
export const openDocs: Command = {
  id: 'docs.open',
  label: 'actions.openDocs',
  keys: [],
  when: ({ path, isSignedIn }) => isSignedIn && !path.startsWith('/docs'),
  run: () => void goTo('/docs'),
}
