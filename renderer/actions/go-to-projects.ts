import { goTo } from '@renderer/stores'
import type { Command } from './command'

/** Back to the list of all projects. */
export const goToProjects: Command = {
  id: 'projects.open',
  label: 'actions.goToProjects',
  keys: [],
  when: ({ path, isSignedIn }) => isSignedIn && path !== '/projects',
  run: () => void goTo('/projects'),
}
