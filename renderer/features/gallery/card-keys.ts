import type { KeyLine } from '@renderer/actions'
import type { GridSelection } from '@renderer/features/records'
import { logicalKey } from '@renderer/i18n'

/** Keys of a gallery in addition to those of a record, for the help. */
export const galleryKeys: readonly KeyLine[] = [
  {
    id: 'gallery.move',
    label: 'keyHelp.gallery.move',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    area: 'move',
  },
  { id: 'gallery.page', label: 'keyHelp.gallery.page', keys: ['PageUp', 'PageDown'], area: 'move' },
  { id: 'gallery.ends', label: 'keyHelp.gallery.ends', keys: ['Home', 'End'], area: 'move' },
  { id: 'gallery.enter', label: 'keyHelp.gallery.open', keys: ['Enter'], area: 'record' },
  { id: 'gallery.tick', label: 'keyHelp.gallery.tick', keys: ['Ctrl+Space'], area: 'edit' },
  { id: 'gallery.all', label: 'keyHelp.gallery.all', keys: ['Ctrl+A'], area: 'edit' },
  { id: 'record.new', label: 'grid.toolbar.newRecord', keys: ['Shift+Enter'], area: 'edit' },
  { id: 'gallery.delete', label: 'keyHelp.gallery.delete', keys: ['Delete'], area: 'edit' },
]

/** By how many cards a key moves; undefined for keys that do not. Home and End go to the first and the last. */
export function movedBy(
  key: string,
  { lanes, linesSeen }: { readonly lanes: number; readonly linesSeen: number },
): number | undefined {
  switch (logicalKey(key)) {
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
      return lanes
    case 'ArrowUp':
      return -lanes
    case 'PageDown':
      return lanes * Math.max(1, linesSeen)
    case 'PageUp':
      return -lanes * Math.max(1, linesSeen)
    case 'Home':
      return -Infinity
    case 'End':
      return Infinity
    default:
      return undefined
  }
}

/**
 * Returns the row of the card after a step. A step past the last line stops at the last card of the same lane, or
 * doesn't move.
 */
export function movedRow(row: number, by: number, lanes: number, rows: number): number {
  const next = row + by
  if (next >= 0 && next < rows) return next
  if (Math.abs(by) === Infinity || Math.abs(by) > lanes) return next < 0 ? 0 : rows - 1
  // A step down from the last full line reaches a shorter last line.
  const isInLastLine = Math.floor(row / lanes) === Math.floor((rows - 1) / lanes)
  return by === lanes && !isInLastLine ? rows - 1 : row
}

/** Selects a card, or extends the selection from its anchor to that card. */
export function selectCard(
  { rows }: Pick<GridSelection, 'rows'>,
  row: number,
  how: 'only' | 'more' | { readonly from: number },
): GridSelection {
  const active = { column: 0, row }
  const range = { ...active, columns: 1, rows: 1 }
  if (how === 'only') return { active, range, rows: [] }
  if (typeof how === 'object')
    return { active, range, rows: [{ from: Math.min(how.from, row), to: Math.max(how.from, row) + 1 }] }
  return { active, range, rows: toggled(rows, row) }
}

/** The selected rows, with one more or without it. */
export function toggled(rows: GridSelection['rows'], row: number): GridSelection['rows'] {
  const isThere = rows.some(({ from, to }) => row >= from && row < to)
  if (isThere)
    return rows.flatMap(({ from, to }) =>
      row < from || row >= to
        ? [{ from, to }]
        : [
            { from, to: row },
            { from: row + 1, to },
          ].filter((span) => span.to > span.from),
    )
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of [...rows, { from: row, to: row + 1 }].toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}
