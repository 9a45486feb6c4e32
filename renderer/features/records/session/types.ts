import type { Sentence } from '@renderer/i18n'
import type { RefObject } from 'react'
import type { ApplyOptions } from '../writes/bulk-edits'
import type { DataGridColumn, DataGridHandle } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import type { PastePlan } from '../writes/paste-plan'
import type { CellRange, GridSelection, RowSpan } from '../painter/selection'
import type { SessionStore } from './session-store'

/** A question for a dialog before an action on rows. */
export interface Question {
  readonly kind: 'delete'
  readonly spans: readonly RowSpan[]
}

export interface GridActions {
  readonly question: Question | undefined
  readonly working: boolean
  readonly closeQuestion: () => void
  /** Starts a new record in the first column that needs a value. */
  readonly addRow: () => void
  readonly addRowIn: (column: number) => void
  /** Deletes rows. Confirms first for several rows that can't be restored. */
  readonly remove: (spans: readonly RowSpan[], asked?: boolean) => void
  /** Empties the cells of ranges. */
  readonly clear: (ranges: CellRange | readonly CellRange[]) => void
  /**
   * Applies a change of many cells, selects them and reports rejected values. Returns false after a failure, which it
   * also reports.
   *
   * @param columns  the columns that the plan counts, if the paste added fields
   */
  readonly apply: (plan: PastePlan, options: ApplyOptions, columns?: readonly DataGridColumn[]) => Promise<boolean>
  readonly fail: (title: Sentence) => (error: unknown) => void
}

export interface GridActionsOptions {
  readonly projectId: string
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly notes: GridNotes
  readonly grid: RefObject<DataGridHandle | null>
  readonly state: SessionStore
  readonly select: (selection: GridSelection) => void
  readonly isReadOnly: boolean
}

/** Sentences for the status bar and for screen readers. Always the same functions while the rights are the same. */
export interface GridNotes {
  readonly announce: (sentence: string) => void
  /** Shows a sentence in the status bar for a while and reads it out. */
  readonly say: (sentence: Sentence) => void
  /** Says why the cells of this column can't be edited. */
  readonly explain: (column: DataGridColumn) => void
}
