import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import { holdsFiles, isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { attachmentText } from '@common/columns/types/attachment'
import type { Column, Table } from '@common/model'
import { buttonAddress } from './button-address'
import { cellMarks, type PendingEdits } from './cell-marks'
import { computedInfo, listTexts, problemMark, sureValue } from '../columns/computed-columns'
import type { DraftRow } from '../drafts/draft-row'
import type { LinkLabels } from '../links/link-labels'
import { linkedRows, type LinkCellValue, type LinkColumn } from '../links/linked'
import type { CellMark, DataGridCell, DataGridColumn } from '../painter/data-grid'
import type { ChangedCells } from '../live/changed-cells'
import { storedValue, type Row } from '../rows/row-key'
import type { RowStore } from '../rows/row-store'
import type { RefusedCell } from '../writes/refused-cell'

/** The rows of an open view, as far as the display of their cells needs them. Numbers are positions of rows. */
export interface CellSource extends PendingEdits {
  readonly table: Table
  readonly reader: FormatOptions
  /** Lower case. */
  readonly search: string
  readonly rows: Pick<RowStore, 'rowAt'>
  readonly labels: LinkLabels
  readonly changed: Pick<ChangedCells, 'has'>
  rowAt(row: number): Row | undefined
  valueAt(row: number, column: Column): StoredValue | undefined
  refusedAt(row: number, column: Column): RefusedCell | undefined
  draftAt(row: number): DraftRow | undefined
  isDraft(row: number): boolean
  keyAt(row: number): string | undefined
}

/** Display of the cells of a model: texts, names of linked records and marks. */
export class ShownCells {
  readonly #model: CellSource
  /** Matches the texts that the user looks for. */
  found: ((text: string, column: Column) => boolean) | undefined

  constructor(model: CellSource) {
    this.#model = model
  }

  textOf(value: StoredValue, column: Column): string {
    const computed = computedInfo(column)
    if (computed?.problem !== undefined) return problemMark
    if (computed?.item) return listTexts(value, computed.item, this.#model.reader).join(', ')
    if (computed) return columnType(column.uiType).format(sureValue(value), column, this.#model.reader)
    return columnType(column.uiType).format(value, column, this.#model.reader)
  }

  /** Returns the clipboard text of a cell: the key of a reference, so that users can paste it. */
  copied(row: Row, { column, link }: DataGridColumn): string {
    if (link && isLinkType(column)) return this.#model.labels.records(link, row).labels.join(', ')
    const value = storedValue(row[column.title])
    if (holdsFiles(column) && typeof value === 'string') return attachmentText(value)
    return this.textOf(value, column)
  }

  /** A button shows where it leads. */
  #shownText(row: number, value: StoredValue, column: Column): string {
    return columnType(column.uiType).display === 'button'
      ? (buttonAddress(column, value, this.#model.table, (one) => this.#model.valueAt(row, one)) ?? '')
      : this.textOf(value, column)
  }

  cellAt(row: number, { column, computed, link }: DataGridColumn): DataGridCell {
    const value = this.#model.valueAt(row, column)
    if (value === undefined) return { state: 'loading' }
    // A row that isn't stored yet has no computed values.
    if (computed && !this.#model.isDraft(row)) return this.#computedCell(row, value, column)
    const refused = this.#model.refusedAt(row, column)
    if (link && !refused) return this.#linkCell(row, column, link, value)
    const text = refused?.text ?? this.#shownText(row, value, column)
    return {
      state: 'ready',
      value: refused ? refused.text : value,
      text,
      marks: this.#marks(row, column, text, refused),
    }
  }

  #computedCell(row: number, value: StoredValue, column: Column): DataGridCell {
    const { item, problem } = computedInfo(column) ?? {}
    const text = this.textOf(value, column)
    if (problem !== undefined) return { state: 'ready', value: null, text, marks: ['broken'] }
    const shown = item ? JSON.stringify(listTexts(value, item, this.#model.reader)) : sureValue(value)
    return { state: 'ready', value: shown, text, marks: this.#marks(row, column, text, undefined) }
  }

  /** A reference by the name of its record, or the names of all the records that a link leads to. */
  #linkCell(row: number, column: Column, link: LinkColumn, value: StoredValue): DataGridCell {
    const leadsSomewhere = value !== null || linkedRows(this.#model.rowAt(row) ?? {}, link).length > 0
    if (leadsSomewhere && !this.#model.labels.knows(link)) return { state: 'loading' }
    const shown = this.linkedAt(row, column, link, value)
    const text = shown.labels.join(', ')
    return {
      state: 'ready',
      value: shown.labels.length === 0 ? null : JSON.stringify(shown),
      text,
      marks: this.#marks(row, column, text, undefined),
    }
  }

  linkedAt(row: number, column: Column, link: LinkColumn, value: StoredValue): LinkCellValue {
    const held = this.#model.rowAt(row) ?? {}
    if (isLinkType(column)) return this.#model.labels.records(link, held)
    if (value === null) return { labels: [], more: false }
    return { labels: [this.#model.labels.reference(link, held, value) ?? this.textOf(value, column)], more: false }
  }

  #marks(row: number, column: Column, text: string, refused: RefusedCell | undefined): readonly CellMark[] {
    const held = this.#model.rows.rowAt(row)
    const isChanged = this.#model.changed.has(this.#model.keyAt(row), column.title)
    const marks = cellMarks(this.#model, {
      draft: this.#model.draftAt(row),
      held,
      column,
      isRefused: refused !== undefined,
      isChanged,
    })
    const isSearched = this.#model.search !== '' && columnType(column.uiType).searchable
    const isFound =
      this.found?.(text, column) === true || (isSearched && text.toLocaleLowerCase().includes(this.#model.search))
    return isFound ? [...marks, 'found'] : marks
  }
}
