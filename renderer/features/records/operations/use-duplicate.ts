import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { cellSelection, type RowSpan } from '../painter/selection'
import type { GridSession } from '../session/session'
import { duplicateRows, planDuplicate } from './row-operations'

/** Returns a function that duplicates rows and reports which values differ. */
export function useDuplicate(session: GridSession): (spans: readonly RowSpan[]) => void {
  const { model, table, state, select, grid, actions } = session
  return (spans) => {
    const plan = planDuplicate(table)
    const title = sentence('record.rows.notDuplicated')
    if (plan.blocking.length > 0) {
      const columns = plan.blocking.map((column) => column.title)
      toast.error(title, { detail: sentence('record.rows.blocking', { columns }) })
      return
    }
    duplicateRows(model, plan, spans).then(({ count, line }) => {
      const columns = plan.left.map((column) => column.title)
      toast.success(
        sentence('record.rows.duplicated', { count }),
        columns.length === 0 ? {} : { detail: sentence('record.rows.left', { columns }) },
      )
      if (line === undefined) return
      const cell = { column: state.getState().selection.active?.column ?? 0, row: line }
      select(cellSelection(cell))
      // After a closed menu, the focus goes to the grid; from the panel, it stays there.
      if (document.activeElement === document.body) grid.current?.focus()
      requestAnimationFrame(() => grid.current?.scrollTo(cell))
    }, actions.fail(title))
  }
}
