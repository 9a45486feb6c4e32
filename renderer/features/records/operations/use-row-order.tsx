import { createRowOrder } from '@renderer/features/tables'
import { sentence, type Sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { cellSelection } from '../painter/selection'
import type { GridSession } from '../session/session'
import { insertRow, isStoredAtOnce, moveRow, NoRoom, reserveNumber } from './row-operations'
import { isUnordered, orderColumnOf, type OrderColumn } from './row-order'

/** Commands for the order of rows. Lines count from 0. */
type Wish =
  | { readonly kind: 'start' }
  | { readonly kind: 'insert'; readonly line: number }
  | { readonly kind: 'move'; readonly from: number; readonly before: number }

export interface RowOrder {
  /** True if rows can be moved, possibly after a confirmation. */
  readonly possible: boolean
  /** Creates an empty record before a line. */
  readonly insert: (line: number) => void
  readonly move: (from: number, before: number) => void
  /** Starts a manual order; undefined if the view has an order, or the user may not add its column. */
  readonly start: (() => void) | undefined
  /** Confirmation dialog before the first manual order of a view. */
  readonly dialog: ReactNode
}

/** Manual order of rows: by the number column that the view is sorted by, or by a column created on demand. */
export function useRowOrder(session: GridSession): RowOrder {
  const { projectId, table, view, model, settings, query, readOnly, columnCommands } = session
  const { state, select, grid, actions, notes } = session
  const { t } = useTranslation()
  const [asked, ask] = useState<Wish>()
  const [pending, setPending] = useState<Wish>()
  const [working, setWorking] = useState(false)
  const order = readOnly === undefined ? orderColumnOf(table, settings) : undefined
  const mayStart =
    readOnly === undefined && columnCommands !== undefined && view.view.kind === 'grid' && isUnordered(settings)

  const failed = (title: Sentence) => (error: unknown) => {
    if (error instanceof NoRoom) toast.error(title, { detail: sentence('record.rows.noRoom') })
    else actions.fail(title)(error)
  }
  const goTo = (row: number): void => {
    const cell = { column: state.getState().selection.active?.column ?? 0, row }
    select(cellSelection(cell))
    if (document.activeElement === document.body) grid.current?.focus()
    requestAnimationFrame(() => grid.current?.scrollTo(cell))
  }
  const insert = (by: OrderColumn, line: number): void => {
    const title = sentence('grid.notAdded')
    if (isStoredAtOnce(table, by)) {
      insertRow(model, by, line).then(() => goTo(line), failed(title))
      return
    }
    // The new row waits at the end until it has its required values, and then moves to its position.
    reserveNumber(model, by, line).then((number) => {
      actions.addRow()
      const draft = model.draftAt(model.rowCount - 1)
      draft?.set(by.column, number)
      notes.announce(t('record.rows.waits'))
    }, failed(title))
  }
  const move = (by: OrderColumn, from: number, before: number): void => {
    const goes = before > from ? before - 1 : before
    moveRow(model, by, from, before).then(() => goTo(goes), failed(sentence('record.rows.notMoved')))
  }
  const carryOut = (wish: Wish, by: OrderColumn): void => {
    if (wish.kind === 'insert') insert(by, wish.line)
    else if (wish.kind === 'move') move(by, wish.from, wish.before)
  }
  const wish = (wanted: Wish): void => {
    if (order) carryOut(wanted, order)
    else if (mayStart) ask(wanted)
  }
  const start = (): void => {
    const title = view.view.id === undefined ? t('record.order.field') : viewOrderTitle()
    setWorking(true)
    createRowOrder(projectId, table, title)
      .then(
        (column) => {
          setPending(asked)
          // Not a separate undo step: undoing the column also removes the sort.
          const hidden = [...settings.hidden.filter((each) => each !== column), column]
          view.change({ sorts: [{ column, descending: false }], hidden }, { quiet: true })
        },
        actions.fail(sentence('record.order.notStarted')),
      )
      .finally(() => {
        setWorking(false)
        ask(undefined)
      })
  }
  const viewOrderTitle = (): string => t('record.order.fieldOf', { view: view.view.title })

  // Runs the pending command once the rows are sorted by the new column.
  const isSorted = order !== undefined && query.sort.some(({ column }) => column === order.column.title)
  const runPending = useEffectEvent((): void => {
    if (!isSorted || pending === undefined || order === undefined) return
    setPending(undefined)
    carryOut(pending, order)
  })
  useEffect(() => runPending(), [isSorted, pending])

  return {
    possible: order !== undefined || mayStart,
    insert: (line) => wish({ kind: 'insert', line }),
    move: (from, before) => wish({ kind: 'move', from, before }),
    start: mayStart ? () => ask({ kind: 'start' }) : undefined,
    dialog: asked && (
      <ConfirmDialog
        opened
        title={t('record.order.title')}
        action={t('record.order.action')}
        onSubmit={start}
        onClose={() => ask(undefined)}
        loading={working}
        danger={false}
      >
        <p>{t('record.order.text', { table: table.title })}</p>
      </ConfirmDialog>
    ),
  }
}
