import { goTo } from '@renderer/stores'
import type { Command } from './command'

export const newProject: Command = {
  id: 'project.new',
  label: 'actions.newProject',
  keys: ['N'],
  when: ({ path, isSignedIn }) => isSignedIn && path === '/projects',
  run: () => void goTo('/project/name'),
}
