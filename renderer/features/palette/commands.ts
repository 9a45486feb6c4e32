import type { Command } from '@renderer/actions'
import { palette } from './palette-store'

/** A dialog asks something first: what lies over it would hide the question. */
const isAsked = (): boolean =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.hasAttribute('data-palette'))

/** Ways to the palette and to the help (visual reference §7). */
export const paletteCommands: readonly Command[] = [
  {
    id: 'palette.open',
    label: 'palette.open',
    keys: ['Mod+K'],
    inFields: true,
    when: ({ isSignedIn }) => isSignedIn && !isAsked(),
    run: () => palette.show(''),
  },
  {
    id: 'palette.tables',
    label: 'palette.goToTable',
    keys: ['Mod+P'],
    inFields: true,
    when: ({ isSignedIn, path }) => isSignedIn && path.startsWith('/nc/') && !isAsked(),
    run: () => palette.show('#'),
  },
  {
    // The same key where there are no tables: what people go to from there is a project.
    id: 'palette.projects',
    label: 'palette.goToProject',
    keys: ['Mod+P'],
    inFields: true,
    when: ({ isSignedIn, path }) => isSignedIn && !path.startsWith('/nc/') && !isAsked(),
    run: () => palette.show(''),
  },
  {
    id: 'help.keys',
    label: 'keyHelp.title',
    // In a cell that is chosen, a question mark begins a text.
    keys: ['?', 'F1'],
    when: ({ isSignedIn }) => isSignedIn && !isAsked(),
    run: palette.showHelp,
  },
]
