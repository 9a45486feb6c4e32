import type { Column } from '@common/model'
import type { CellWrites } from '../writes/cell-writes'
import type { CellMark } from '../painter/data-grid'
import type { DraftRow } from '../drafts/draft-row'
import type { QueuedLinks } from '../links/queued-links'
import type { QueuedRows } from '../writes/queued-rows'
import type { Row } from '../rows/row-key'

export interface MarkedCell {
  /** Set for a row that is not stored yet. */
  readonly draft: DraftRow | undefined
  readonly held: Row | undefined
  readonly column: Column
  readonly isRefused: boolean
  /** Another client has just changed it. */
  readonly isChanged: boolean
}

/** Edits that aren't stored yet. */
export interface PendingEdits {
  readonly queued: QueuedRows
  readonly links: QueuedLinks
  readonly writes: CellWrites
}

/** Returns the edit marks of a cell. */
export function cellMarks(
  { queued, links, writes }: PendingEdits,
  { draft, held, column, isRefused, isChanged }: MarkedCell,
): readonly CellMark[] {
  const marks: CellMark[] = []
  if (isRefused) marks.push('refused')
  if (draft) {
    if (draft.needs(column)) marks.push('required')
    if (draft.queued) marks.push(draft.queued === 'staged' ? 'new' : 'saving')
    return marks
  }
  if (held === undefined) return marks
  if (queued.isDeleted(held)) marks.push('deleted')
  if (queued.waitsAt(held, column)) marks.push(queued.isStaged(held) ? 'staged' : 'saving')
  else if (links.waitsAt(held, column) || writes.isSaving(held, column)) marks.push('saving')
  if (isChanged) marks.push('changed')
  return marks
}
