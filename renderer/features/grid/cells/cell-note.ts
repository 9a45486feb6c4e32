import { columnType } from '@common/columns/registry'
import { isCut } from '@renderer/cells'
import { t } from '@renderer/i18n'
import type { CellMark, DataGridCell, DataGridColumn } from '@renderer/features/records/painter/data-grid'
import type { Bounds } from '@renderer/ui'

/** Longer texts are read in the cell's editor or in the record. */
const noteCharacters = 1_000

/**
 * Returns the note beside a cell: the reason for a missing value, a date as stored, or truncated text. Undefined if the
 * cell shows everything.
 */
export function cellNote(
  cell: DataGridCell,
  { column, computed, display }: DataGridColumn,
  bounds: Bounds,
): string | undefined {
  if (cell.state !== 'ready' || cell.marks.includes('refused')) return undefined
  if (computed?.problem !== undefined) return computed.problem
  const staged = stagedNote(cell.marks)
  if (staged !== undefined) return staged
  const { value, text } = cell
  if (value === null || text === '') return undefined
  const { storage } = columnType(column.uiType)
  if (!computed && (storage === 'date' || storage === 'dateTime') && typeof value === 'string') {
    const iso = isoOf(value, storage === 'dateTime')
    if (iso !== undefined && iso !== text) return iso
  }
  return isCut({ value, text, column, align: 'start' }, display, bounds) ? shortened(text) : undefined
}

/** Explains the colours of a queued edit in words. */
function stagedNote(marks: readonly CellMark[]): string | undefined {
  if (marks.includes('deleted')) return t('staged.notes.deleted')
  if (marks.includes('new')) return t('staged.notes.new')
  return marks.includes('staged') ? t('staged.notes.changed') : undefined
}

/** Returns a date or timestamp as stored, which every user understands. */
function isoOf(value: string, isMoment: boolean): string | undefined {
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  return isMoment ? value.replace(' ', 'T').replace(/Z?$/, 'Z') : value.slice(0, 10)
}

const shortened = (text: string): string => (text.length > noteCharacters ? `${text.slice(0, noteCharacters)}…` : text)
