import { usePageCommand, type KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { lazy, Suspense, useState } from 'react'
import type { GridKey } from '../painter/data-grid'
import type { CellMenuEntry } from '../frame/menu-entries'
import { countRows, rowIsSelected, type RowSpan } from '../painter/selection'
import type { GridSession } from '../session/session'
import { useSessionState } from '../session/session-store'
import { isUnordered } from './row-order'
import { useDuplicate } from './use-duplicate'
import { useRowOrder } from './use-row-order'
import type { GridPart } from '../parts/grid-part'

const BulkEditDialog = lazy(async () => ({ default: (await import('./BulkEditDialog')).BulkEditDialog }))

const insertBelowKeys = 'Mod+Enter'
const insertAboveKeys = 'Mod+Shift+Enter'
const moveUpKeys = 'Alt+Shift+ArrowUp'
const moveDownKeys = 'Alt+Shift+ArrowDown'

/** Shortcuts of `useRowOperationsPart`, for the help. */
export const rowKeys: readonly KeyLine[] = [
  { id: 'rows.above', label: 'record.rows.insertAbove', keys: [insertAboveKeys], area: 'edit' },
  { id: 'rows.below', label: 'record.rows.insertBelow', keys: [insertBelowKeys], area: 'edit' },
  { id: 'rows.move', label: 'keyHelp.record.move', keys: [moveUpKeys, moveDownKeys], area: 'edit' },
]

/**
 * Returns the part for actions on one record or all selected ones: insert beside, move, duplicate, bulk edit, delete.
 */
export function useRowOperationsPart(session: GridSession): GridPart {
  const { model, settings, state, readOnly, mayAddRows, mayDeleteRows, actions } = session
  const { t } = useTranslation()
  const [edited, setEdited] = useState<readonly RowSpan[]>()
  const order = useRowOrder(session)
  const isGrid = session.view.view.kind === 'grid'
  usePageCommand({ id: 'rows.order', label: 'record.order.command', keys: [], area: 'edit' }, order.start)
  const selected = useSessionState(session, ({ selection }) => countRows(selection.rows))
  const duplicate = useDuplicate(session)

  /** The selected rows when the row is one of them, else the row alone. */
  const meant = (row: number): readonly RowSpan[] => {
    const { selection } = state.getState()
    return rowIsSelected(selection, row) ? selection.rows : [{ from: row, to: row + 1 }]
  }

  const entries = (row: number, fromNumber: boolean): readonly CellMenuEntry[] => {
    if (row >= model.rowCount || model.isDraft(row) || readOnly !== undefined) return []
    const spans = meant(row)
    const count = countRows(spans)
    const list: CellMenuEntry[] = []
    const add = (id: string, entry: Omit<CellMenuEntry, 'id' | 'group'>): number =>
      list.push({ id: `rows.${id}`, group: 'rows', ...entry })
    if (order.possible && mayAddRows && count === 1) {
      const { insert } = order
      add('above', {
        icon: 'arrowUp',
        label: t('record.rows.insertAbove'),
        keys: insertAboveKeys,
        run: () => insert(row),
      })
      add('below', {
        icon: 'arrowDown',
        label: t('record.rows.insertBelow'),
        keys: insertBelowKeys,
        run: () => insert(row + 1),
      })
    } else if (mayAddRows && count === 1 && isGrid && !isUnordered(settings)) {
      const label = settings.groups.length > 0 ? t('record.rows.insertGrouped') : t('record.rows.insertSorted')
      add('insert', { icon: 'plus', label, run: actions.addRow })
    }
    if (order.possible && count === 1 && fromNumber) {
      const { move } = order
      if (row > 0)
        add('up', {
          icon: 'chevronUp',
          label: t('record.rows.moveUp'),
          keys: moveUpKeys,
          run: () => move(row, row - 1),
        })
      if (row < model.rows.length - 1)
        add('down', {
          icon: 'chevronDown',
          label: t('record.rows.moveDown'),
          keys: moveDownKeys,
          run: () => move(row, row + 2),
        })
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

  /** Alt+Shift with an arrow moves the record of the active cell, Ctrl+Enter inserts one beside it. */
  const pressKey = ({ key, control, shift, alt }: GridKey): boolean => {
    const row = state.getState().selection.active?.row
    if (!isGrid || !order.possible || row === undefined || row >= model.rows.length || model.isDraft(row)) return false
    if (key === 'Enter' && control && !alt && mayAddRows) {
      order.insert(shift ? row : row + 1)
      return true
    }
    if (!alt || !shift || control) return false
    if (key === 'ArrowUp' && row > 0) order.move(row, row - 1)
    else if (key === 'ArrowDown' && row < model.rows.length - 1) order.move(row, row + 2)
    else return key === 'ArrowUp' || key === 'ArrowDown'
    return true
  }

  return {
    toolbar: selected > 1 && readOnly === undefined && (
      <Button kind="quiet" icon="pencil" onClick={() => setEdited(state.getState().selection.rows)}>
        {t('record.bulk.open', { count: selected })}
      </Button>
    ),
    cellMenu: ({ row }) => entries(row, false),
    rowMenu: (row) => entries(row, true),
    ...(order.possible && { moveRow: order.move }),
    key: pressKey,
    overlay: (
      <>
        {order.dialog}
        {edited && (
          <Suspense>
            <BulkEditDialog session={session} spans={edited} onClose={() => setEdited(undefined)} />
          </Suspense>
        )}
      </>
    ),
  }
}
