import { goToProjects } from './go-to-projects'
import { newProject } from './new-project'
import { newWindow } from './new-window'
import { nextRegion, previousRegion } from './next-region'
import { openDocs } from './open-docs'
import { reportProblem } from './report-problem'
import { revealProfile } from './reveal-profile'
import { signOut } from './sign-out'
import { toggleDark } from './toggle-dark'
import { whatsNew } from './whats-new'
import type { Command } from './command'

/** Commands of the shell: on every page where their `when` allows them. */
export const shellCommands: readonly Command[] = [
  toggleDark,
  goToProjects,
  newProject,
  newWindow,
  nextRegion,
  previousRegion,
  openDocs,
  whatsNew,
  reportProblem,
  revealProfile,
  signOut,
]

export { keyAreas, type Command, type CommandContext, type KeyArea, type KeyLine } from './command'
export { keyLines, useKeyLines } from './key-lines'
export { menuCommands } from './menu-commands'
export { changeableIds, chooseKeys, conflictOf, resetKeys, takeKeysAway, type KeyConflict } from './chosen-keys'
export { chordOf, isChoosable, matchesKeys } from './keys'
export { columnPlaces, menuLines, useColumnPlaces, useMenuLines, type ColumnPlace, type MenuLine } from './places'
export {
  availableCommands,
  handleKeys,
  keysOf,
  onCommandsChange,
  ownKeysOf,
  registerCommands,
  runCommand,
  usePageCommand,
  useCommands,
  useOpenedBy,
} from './registry'
export { layouts, type Guard, type Layout, type Screen } from './screen'
export { isDark } from './toggle-dark'
