import type { KeyLine } from '@renderer/actions'

/** Keys that the grid handles itself: editing, clipboard, clearing. The painter handles navigation. */
export const ownKeys = {
  activateCell: false,
  clear: false,
  delete: false,
  copy: false,
  cut: false,
  paste: false,
  search: false,
  selectColumn: false,
  closeOverlay: false,
  acceptOverlayDown: false,
  acceptOverlayUp: false,
  acceptOverlayLeft: false,
  acceptOverlayRight: false,
} as const

/** Keys of the painter, for the help. */
export const painterKeys: readonly KeyLine[] = [
  {
    id: 'move.cell',
    label: 'keyHelp.move.cell',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    area: 'move',
  },
  { id: 'move.next', label: 'keyHelp.move.next', keys: ['Tab', 'Shift+Tab'], area: 'move' },
  { id: 'move.ends', label: 'keyHelp.move.ends', keys: ['Home', 'End'], area: 'move' },
  { id: 'move.page', label: 'keyHelp.move.page', keys: ['PageUp', 'PageDown'], area: 'move' },
  { id: 'range.all', label: 'keyHelp.range.all', keys: ['Mod+A'], area: 'range' },
]
