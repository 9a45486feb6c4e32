import type { Table } from '@common/model'
import { sayDone } from '@renderer/features/undo'
import { sentence, useTranslation } from '@renderer/i18n'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { clearRanges, deleteRows } from '../writes/bulk-edits'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import { problemSentence } from '../writes/problem-sentence'
import { cellSelection, countRows, emptySelection, type CellRange, type RowSpan } from '../painter/selection'
import { cellsOf, failure, pasteAction } from './paste-action'
import type { GridActions, GridActionsOptions, Question } from './types'

/** Returns all actions that change more than one cell, with their questions, announcements and errors. */
export function useGridActions(options: GridActionsOptions): GridActions {
  const { projectId, model, columns, notes, grid, select, isReadOnly } = options
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question>()
  const [working, setWorking] = useState(false)

  /**
   * Runs at once, so that the next keystrokes reach the right cell. Without a chosen cell, the painter focuses the
   * first one.
   */
  const choose = (cell: CellPosition): void => {
    flushSync(() => select(cellSelection(cell)))
    grid.current?.focus()
  }

  const fail = failure(projectId)
  const apply = pasteAction(options, { choose, fail, setWorking })

  /** Creates a record in a table whose columns the database fills, so that there is nothing to type. */
  const addFilled = (): void => {
    setWorking(true)
    model
      .saving(() => model.api.create({}))
      .then(() => model.rows.refresh(), fail(sentence('grid.notAdded')))
      .finally(() => {
        setWorking(false)
        grid.current?.focus()
      })
  }

  const begin = (at?: number): void => {
    if (columnsToEnter(model.table) === 0) return addFilled()
    const row = model.addRow()
    const draft = model.draftAt(row)
    const first = columns.findIndex(({ column, editable }) => (draft?.missing.length ? draft.needs(column) : editable))
    const cell = { column: at ?? Math.max(0, first), row }
    choose(cell)
    // The painter must know the new line before it can go there.
    requestAnimationFrame(() => grid.current?.scrollTo(cell))
  }

  const remove = (spans: readonly RowSpan[], asked = false): void => {
    // Undoable actions run without confirmation (visual reference §7).
    const isFinal = model.table.primaryKey.length === 0
    if (isFinal && countRows(spans) > 1 && !asked) return setQuestion({ kind: 'delete', spans })
    setWorking(true)
    deleteRows(model, spans)
      .then(
        ({ count, state }) => {
          select(emptySelection)
          if (state === 'waiting') notes.announce(t('grid.queue.waits'))
          else if (state === 'staged') notes.announce(t('staged.announced'))
          else if (count > 0) sayDone(projectId, sentence('grid.deleted', { count }))
        },
        fail(sentence('grid.notDeleted')),
      )
      .finally(() => {
        setWorking(false)
        setQuestion(undefined)
        grid.current?.focus()
      })
  }

  const clearCell = (range: CellRange, column: DataGridColumn): void => {
    if (!column.editable) return notes.explain(column)
    const sentence = model.give(range.row, column.column, { kind: 'text', text: '' })
    if (sentence !== undefined) notes.say(sentence)
  }

  const clear = (given: CellRange | readonly CellRange[]): void => {
    const ranges = 'row' in given ? [given] : given
    const [only] = ranges
    const column = only && columns[only.column]
    if (ranges.length === 1 && only?.columns === 1 && only.rows === 1 && column) return clearCell(only, column)
    if (isReadOnly) return
    clearRanges(model, columns, ranges, (plan) => ({
      label: sentence('undo.cleared', { count: cellsOf(plan, false) }),
      undone: sentence('undo.back.cleared', { count: cellsOf(plan, false) }),
    })).then(
      (plan) => {
        const first = plan?.refused[0]
        if (first) notes.say(problemSentence(first.problem, first.column))
      },
      fail(sentence('grid.notCleared')),
    )
  }

  return {
    question,
    working,
    closeQuestion: () => setQuestion(undefined),
    addRow: () => begin(),
    addRowIn: begin,
    remove,
    clear,
    apply,
    fail,
  }
}

/** Columns that a user can fill in a new record. */
function columnsToEnter(table: Table): number {
  return table.columns.filter(({ autoIncrement, generated }) => !autoIncrement && !generated).length
}
