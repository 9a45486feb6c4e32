import { can } from '@common/permissions'
import type { Command } from '@renderer/actions'
import { effectiveRoles, goTo, useUsers } from '@renderer/stores'

const mayCreate = (): boolean => can(effectiveRoles(useUsers.getState()), 'project.create')

/** Ways to the gallery, for the palette. */
export const templateCommands: readonly Command[] = [
  {
    id: 'template.gallery',
    label: 'templates.commands.gallery',
    keys: [],
    when: ({ path, isSignedIn }) => isSignedIn && path !== '/project/templates',
    run: () => void goTo('/project/templates'),
  },
  {
    id: 'template.open',
    label: 'templates.commands.open',
    keys: [],
    when: ({ isSignedIn }) => isSignedIn && mayCreate(),
    run: () => void goTo('/project/templates?open=template'),
  },
]
