import { goTo } from '@renderer/stores'
import type { Command } from './command'

/** The pages of docs/, inside the application. Not from a dialog: leaving would lose its answers. */
export const openDocs: Command = {
  id: 'docs.open',
  label: 'actions.openDocs',
  keys: ['F1'],
  inFields: true,
  when: ({ isSignedIn }) => isSignedIn && document.querySelector('[aria-modal="true"]:not([data-palette])') === null,
  run: () => void goTo('/docs'),
}
