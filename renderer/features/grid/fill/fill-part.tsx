import type { KeyLine } from '@renderer/actions'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { sentence } from '@renderer/i18n'
import { useState } from 'react'
import { BusyBar, type BusyWork } from '@renderer/features/records/frame/BusyBar'
import type { GridFill } from '@renderer/features/records/painter/data-grid'
import { clipRange, type CellRange } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { endOfNeighbour, planFill, type Fill } from './fill-plan'

/** Keys of `useFillPart`, for the help. */
export const fillKeys: readonly KeyLine[] = [
  { id: 'fill.down', label: 'keyHelp.range.fillDown', keys: ['Mod+D'], area: 'range' },
  { id: 'fill.right', label: 'keyHelp.range.fillRight', keys: ['Mod+R'], area: 'range' },
]

/** Fills cells by a drag of the range's handle, a double click on it, Ctrl+D and Ctrl+R. */
export function useFillPart(session: GridSession): GridPart {
  const { model, columns, state, readOnly, actions, notes } = session
  const [work, setWork] = useState<BusyWork>()
  if (readOnly !== undefined) return {}

  const selectedRange = (): CellRange | undefined => {
    const { range } = state.getState().selection
    return range && clipRange(range, columns.length, model.rows.length)
  }

  const fill = async (wanted: Fill): Promise<void> => {
    setWork({ sentence: sentence('grid.fill.working', { count: wanted.whole.rows }) })
    try {
      await model.afterBulk(() => fillNow(wanted))
    } catch (error) {
      actions.fail(sentence('grid.fill.failed'))(error)
    } finally {
      setWork(undefined)
    }
  }

  const fillNow = async (wanted: Fill): Promise<void> => {
    const plan = await planFill(model, columns, wanted)
    if (plan.updates.size === 0 && plan.refused.length === 0) {
      const column = columns[wanted.whole.column]
      if (plan.skipped > 0 && column) notes.explain(column)
      return
    }
    const count = [...plan.updates.values()].reduce((sum, cells) => sum + cells.length, 0)
    await actions.apply(plan, {
      withNewRows: false,
      words: { label: sentence('undo.filled', { count }), undone: sentence('undo.back.filled', { count }) },
    })
  }

  /** Copies the first line of a range over the others. For a single line, copies the line before it. */
  const copyAlong = (range: CellRange, along: 'down' | 'right'): void => {
    const isDown = along === 'down'
    const isOne = isDown ? range.rows === 1 : range.columns === 1
    const start = isDown ? range.row : range.column
    if (isOne && start === 0) return
    const back = isOne ? 1 : 0
    const whole = isDown
      ? { ...range, row: range.row - back, rows: range.rows + back }
      : { ...range, column: range.column - back, columns: range.columns + back }
    const source = isDown ? { ...whole, rows: 1 } : { ...whole, columns: 1 }
    void fill({ source, whole, mode: 'copy' })
  }

  const handle: GridFill = {
    onFill: (source, whole, turned) => void fill({ source, whole, mode: turned ? 'turned' : 'usual' }),
    onFillDown: () => {
      const range = selectedRange()
      if (!range) return
      endOfNeighbour(model, columns, range).then(
        (end) => {
          const rows = end - range.row
          if (rows > range.rows) void fill({ source: range, whole: { ...range, rows }, mode: 'usual' })
        },
        actions.fail(sentence('grid.fill.failed')),
      )
    },
  }

  return {
    fill: handle,
    stage: <BusyBar work={work} />,
    key: ({ key, control, shift, alt }) => {
      if (!control || shift || alt) return false
      const along = key.toLowerCase() === 'd' ? 'down' : key.toLowerCase() === 'r' ? 'right' : undefined
      if (along === undefined) return false
      const range = selectedRange()
      if (range) copyAlong(range, along)
      return true
    },
  }
}
