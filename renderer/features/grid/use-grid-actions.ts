import { isApiError, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { applyPaste, clearRange, deleteRows, planPasteInto, TooManyRows } from './bulk-edits'
import type { CellPosition, DataGridColumn, DataGridHandle } from './data-grid'
import type { GridModel } from './grid-model'
import type { PastePlan, RefusedPaste } from './paste-plan'
import { problemSentence } from './problem-sentence'
import { cellSelection, countRows, emptySelection, type CellRange, type GridSelection, type RowSpan } from './selection'
import type { GridNotes } from './use-grid-notes'

/** Refused values that are kept in their cells after pasting. */
const refusedKept = 1_000
/** Long enough to reach for the button. */
const refusedToastMs = 5_000

/** What has to be asked or told in a dialog before or after something was done to rows. */
export type Question =
  | { readonly kind: 'delete'; readonly spans: readonly RowSpan[] }
  | { readonly kind: 'paste'; readonly plan: PastePlan }

export interface GridActions {
  readonly question: Question | undefined
  readonly working: boolean
  readonly closeQuestion: () => void
  readonly addRow: () => void
  /** Deletes rows, several only after asking. */
  readonly remove: (spans: readonly RowSpan[], asked?: boolean) => void
  readonly clear: (range: CellRange) => void
  readonly pasteBlock: (block: readonly (readonly string[])[], range: CellRange) => void
  readonly paste: (plan: PastePlan, withNewRows: boolean) => void
  readonly fail: (title: string) => (error: unknown) => void
}

export interface GridActionsOptions {
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly notes: GridNotes
  readonly grid: RefObject<DataGridHandle | null>
  readonly select: (selection: GridSelection) => void
  readonly mayAddRows: boolean
  readonly isReadOnly: boolean
}

/** Everything that changes more than one cell, with its questions, announcements and errors. */
export function useGridActions(options: GridActionsOptions): GridActions {
  const { model, columns, notes, grid, select, mayAddRows, isReadOnly } = options
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question>()
  const [working, setWorking] = useState(false)

  /** At once, so that nothing that is typed next goes elsewhere: with no cell chosen, the painter takes the first with the focus. */
  const choose = (cell: CellPosition): void => {
    flushSync(() => select(cellSelection(cell)))
    grid.current?.focus()
  }

  const fail =
    (title: string) =>
    (error: unknown): void => {
      if (isApiError(error, 'CANCELLED')) return
      const detail = error instanceof TooManyRows ? t('grid.tooMany', { max: error.max }) : messageOf(error)
      toast.error(title, { detail })
    }

  /** What does not fit stays in its cell with the reason, for correction; the toast leads to the first. */
  const keepRefused = (refused: readonly RefusedPaste[]): void => {
    const [first] = refused
    if (!first) return
    for (const { row, column, text, problem } of refused.slice(0, refusedKept))
      model.refuse(row, column, text, problemSentence(problem, column))
    const cell = { column: columns.findIndex(({ id }) => id === first.column.name), row: first.row }
    const show = (): void => {
      choose(cell)
      grid.current?.scrollTo(cell)
    }
    toast.error(t('grid.refusedPaste.title', { count: refused.length }), {
      detail: t('grid.refusedPaste.line', {
        row: first.row + 1,
        text: first.text.length > 40 ? `${first.text.slice(0, 40)}…` : first.text,
        reason: problemSentence(first.problem, first.column),
      }),
      durationMs: refusedToastMs,
      action: { label: t('grid.refusedPaste.show'), run: show },
    })
  }

  const told = (plan: PastePlan, created: number): void => {
    keepRefused(plan.refused)
    if (plan.skipped > 0) toast.info(t('grid.skipped', { count: plan.skipped }))
    const count = plan.updates.size + created
    if (count > 0) notes.announce(t('grid.pasted', { count }))
  }

  const addRow = (): void => {
    const row = model.addRow()
    const draft = model.draftAt(row)
    const first = columns.findIndex(({ column, editable }) => (draft?.missing.length ? draft.needs(column) : editable))
    const cell = { column: Math.max(0, first), row }
    choose(cell)
    // The painter must know the new line before it can go there.
    requestAnimationFrame(() => grid.current?.scrollTo(cell))
  }

  const remove = (spans: readonly RowSpan[], asked = false): void => {
    if (countRows(spans) > 1 && !asked) return setQuestion({ kind: 'delete', spans })
    setWorking(true)
    deleteRows(model, spans)
      .then(
        (count) => {
          select(emptySelection)
          if (count > 0) toast.success(t('grid.deleted', { count }))
        },
        fail(t('grid.notDeleted')),
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

  const clear = (range: CellRange): void => {
    const column = columns[range.column]
    if (range.columns === 1 && range.rows === 1 && column) return clearCell(range, column)
    if (isReadOnly) return
    clearRange(model, columns, range).then(
      (plan) => {
        const [first] = plan.refused
        if (first) notes.say(problemSentence(first.problem, first.column))
      },
      fail(t('grid.notCleared')),
    )
  }

  const paste = (plan: PastePlan, withNewRows: boolean): void => {
    setWorking(true)
    applyPaste(model, columns, plan, withNewRows)
      .then(
        () => {
          setQuestion(undefined)
          select({ active: { column: plan.range.column, row: plan.range.row }, range: plan.range, rows: [] })
          told(plan, withNewRows ? plan.creates.length : 0)
        },
        fail(t(withNewRows && plan.updates.size > 0 ? 'grid.notAllPasted' : 'grid.notPasted')),
      )
      .finally(() => {
        setWorking(false)
        grid.current?.focus()
      })
  }

  const pasteBlock = (block: readonly (readonly string[])[], range: CellRange): void => {
    const [only] = block
    const column = columns[range.column]
    if (isReadOnly) return column && notes.explain(column)
    if (block.length === 1 && only?.length === 1 && range.rows === 1 && range.columns === 1 && column)
      return pasteText(only[0] ?? '', range, column)
    const plan = planPasteInto(model, columns, block, range)
    if (plan.creates.length > 0 && mayAddRows) setQuestion({ kind: 'paste', plan })
    else paste(plan, false)
  }

  /** One text into one cell is the same as typing it. */
  const pasteText = (text: string, range: CellRange, column: DataGridColumn): void => {
    if (!column.editable) return notes.explain(column)
    const sentence = model.give(range.row, column.column, { kind: 'text', text })
    if (sentence !== undefined) model.refuse(range.row, column.column, text, sentence)
  }

  return {
    question,
    working,
    closeQuestion: () => setQuestion(undefined),
    addRow,
    remove,
    clear,
    pasteBlock,
    paste,
    fail,
  }
}
