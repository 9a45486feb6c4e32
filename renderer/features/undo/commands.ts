import type { Command, CommandContext } from '@renderer/actions'
import { projectOfPath } from '@renderer/stores'
import { act } from './act'
import type { Direction } from './undo-log'

const projectOf = ({ path }: CommandContext): string | undefined => projectOfPath(path)

const run =
  (direction: Direction) =>
  (context: CommandContext): void => {
    const projectId = projectOf(context)
    if (projectId !== undefined) void act(projectId, direction)
  }

/** Ctrl+Z and Ctrl+Shift+Z (visual reference §7). In a text field they are the field's own. */
export const undoCommands: readonly Command[] = [
  { id: 'edit.undo', label: 'undo.undo', keys: ['Mod+Z'], when: (at) => projectOf(at) !== undefined, run: run('undo') },
  {
    id: 'edit.redo',
    label: 'undo.redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: (at) => projectOf(at) !== undefined,
    run: run('redo'),
  },
]
