import { desktop, sentenceOf, unwrap } from '@renderer/api'
import { toast } from '@renderer/stores'
import type { Command } from './command'

/** Shows the folder of the profile in the system's file manager. */
export const revealProfile: Command = {
  id: 'profile.reveal',
  label: 'actions.revealProfile',
  keys: [],
  when: ({ isSignedIn }) => isSignedIn && desktop() !== undefined,
  run: () => {
    const shell = desktop()
    if (shell !== undefined)
      unwrap(shell.reveal({ what: 'profile' })).catch((error: unknown) => toast.error(sentenceOf(error)))
  },
}
