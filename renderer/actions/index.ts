import { newProject } from './new-project'
import { nextRegion, previousRegion } from './next-region'
import { signOut } from './sign-out'
import { toggleDark } from './toggle-dark'
import type { Command } from './command'

/** Commands of the shell: there on every page where their `when` allows. */
export const shellCommands: readonly Command[] = [toggleDark, newProject, nextRegion, previousRegion, signOut]

export type { Command, CommandContext } from './command'
export { matchesKeys } from './keys'
export { availableCommands, handleKeys, keysOf, registerCommands, runCommand, useCommands } from './registry'
export { isDark } from './toggle-dark'
