import { signOut as endSession, useInstallation } from '@renderer/stores'
import type { Command } from './command'

export const signOut: Command = {
  id: 'session.signOut',
  label: 'actions.signOut',
  keys: [],
  // Without sign-in there is no session to end.
  when: ({ isSignedIn }) => isSignedIn && useInstallation.getState().info?.authType !== 'none',
  run: () => void endSession(),
}
