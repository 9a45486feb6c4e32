import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button } from '@renderer/ui'
import { lazy, Suspense, useState } from 'react'
import type { CellMenuEntry } from '../menu-entries'
import type { GridPart } from '../parts'
import { cellSelection, countRows, rowIsSelected, type RowSpan } from '../selection'
import type { GridSession } from '../session'
import { orderColumnOf } from './row-order'
import { insertRow, isStoredAtOnce, moveRow, NoRoom, reserveNumber } from './row-operations'
import { useDuplicate } from './use-duplicate'

const BulkEditDialog = lazy(async () => ({ default: (await import('./BulkEditDialog')).BulkEditDialog }))

/** What is done to one record or to all that are selected: insert beside, move, duplicate, edit at once, delete. */
export function useRowOperationsPart(session: GridSession): GridPart {
  const { model, table, settings, selection, select, grid, readOnly, mayAddRows, mayDeleteRows, actions, notes } =
    session
  const { t } = useTranslation()
  const [edited, setEdited] = useState<readonly RowSpan[]>()
  const order = readOnly === undefined ? orderColumnOf(table, settings) : undefined
  const selected = countRows(selection.rows)
  const duplicate = useDuplicate(session)

  const failed = (title: string) => (error: unknown) => {
    if (error instanceof NoRoom) toast.error(title, { detail: t('record.rows.noRoom') })
    else actions.fail(title)(error)
  }
  const goTo = (row: number): void => {
    const cell = { column: selection.active?.column ?? 0, row }
    select(cellSelection(cell))
    if (document.activeElement === document.body) grid.current?.focus()
    requestAnimationFrame(() => grid.current?.scrollTo(cell))
  }
  const insert = (line: number): void => {
    if (order === undefined) return
    const title = t('grid.notAdded')
    if (isStoredAtOnce(table, order)) {
      insertRow(model, order, line).then(() => goTo(line), failed(title))
      return
    }
    // It waits at the end until it has what it needs, and then stands where it was wanted.
    reserveNumber(model, order, line).then((number) => {
      actions.addRow()
      const draft = model.draftAt(model.rowCount - 1)
      draft?.set(order.column, number)
      notes.announce(t('record.rows.waits'))
    }, failed(title))
  }
  const move = (from: number, before: number): void => {
    if (order === undefined) return
    const goes = before > from ? before - 1 : before
    moveRow(model, order, from, before).then(() => goTo(goes), failed(t('record.rows.notMoved')))
  }
  /** The selected rows when the row is one of them, else the row alone. */
  const meant = (row: number): readonly RowSpan[] =>
    rowIsSelected(selection, row) ? selection.rows : [{ from: row, to: row + 1 }]

  const entries = (row: number, fromNumber: boolean): readonly CellMenuEntry[] => {
    if (row >= model.rowCount || model.isDraft(row) || readOnly !== undefined) return []
    const spans = meant(row)
    const count = countRows(spans)
    const list: CellMenuEntry[] = []
    const add = (id: string, entry: Omit<CellMenuEntry, 'id' | 'group'>): number =>
      list.push({ id: `rows.${id}`, group: 'rows', ...entry })
    if (order && mayAddRows && count === 1) {
      add('above', { icon: 'arrowUp', label: t('record.rows.insertAbove'), run: () => insert(row) })
      add('below', { icon: 'arrowDown', label: t('record.rows.insertBelow'), run: () => insert(row + 1) })
    }
    if (order && count === 1 && fromNumber) {
      if (row > 0) add('up', { icon: 'chevronUp', label: t('record.rows.moveUp'), run: () => move(row, row - 1) })
      if (row < model.rows.length - 1)
        add('down', { icon: 'chevronDown', label: t('record.rows.moveDown'), run: () => move(row, row + 2) })
    }
    if (mayAddRows)
      add('duplicate', {
        icon: 'duplicate',
        label: t('record.rows.duplicate', { count }),
        run: () => duplicate(spans),
      })
    if (count > 1) add('edit', { icon: 'pencil', label: t('record.bulk.open', { count }), run: () => setEdited(spans) })
    if (fromNumber && mayDeleteRows)
      list.push({
        id: 'rows.delete',
        group: 'delete',
        icon: 'trash',
        danger: true,
        label: count === 1 ? t('grid.menu.deleteRow') : t('grid.toolbar.deleteRecords', { count }),
        run: () => actions.remove(spans),
      })
    return list
  }

  return {
    toolbar: selected > 1 && readOnly === undefined && (
      <Button kind="quiet" icon="pencil" onClick={() => setEdited(selection.rows)}>
        {t('record.bulk.open', { count: selected })}
      </Button>
    ),
    cellMenu: ({ row }) => entries(row, false),
    rowMenu: (row) => entries(row, true),
    ...(order && { moveRow: move }),
    overlay: edited && (
      <Suspense>
        <BulkEditDialog session={session} spans={edited} onClose={() => setEdited(undefined)} />
      </Suspense>
    ),
  }
}
