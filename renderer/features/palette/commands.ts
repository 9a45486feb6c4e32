import type { Command } from '@renderer/actions'
import { palette } from './palette-store'

/** True while a dialog is open: anything on top would hide its question. */
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
    // The same key on pages without tables, where users switch between projects.
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
    // In a selected cell, a question mark begins a text.
    keys: ['?', 'Mod+/'],
    when: ({ isSignedIn }) => isSignedIn && !isAsked(),
    run: palette.showHelp,
  },
]
