import { signOut as endSession } from '@renderer/stores'
import type { Command } from './command'

export const signOut: Command = {
  id: 'session.signOut',
  label: 'actions.signOut',
  keys: [],
  when: ({ isSignedIn }) => isSignedIn,
  run: () => void endSession(),
}
