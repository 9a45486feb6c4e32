import { isApiError, sentenceOf } from '@renderer/api'
import { formatFacts, sentence, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { referencedBy } from '../filter/narrowed'
import type { CellPosition } from '../painter/data-grid'
import { applyPaste, pastedWords, type ApplyOptions } from '../writes/bulk-edits'
import type { PastePlan, RefusedPaste } from '../writes/paste-plan'
import { problemSentence } from '../writes/problem-sentence'
import type { GridActions, GridActionsOptions } from './types'

/** Maximum number of rejected values that stay in their cells after a paste. */
const refusedMax = 1_000
/** Long enough to read the names of the columns. */
const skippedToastMs = 5_000

/** Returns error handlers that show a toast with a title. A cancelled action shows none. */
export const failure =
  (projectId: string): GridActions['fail'] =>
  (title) =>
  (error: unknown): void => {
    if (isApiError(error, 'CANCELLED') || (error instanceof DOMException && error.name === 'AbortError')) return
    const referenced = referencedBy(projectId, error)
    if (referenced !== undefined)
      return void toast.error(referenced.sentence, {
        action: { label: referenced.label, run: referenced.show },
      })
    toast.error(title, { detail: sentenceOf(error) })
  }

interface PastingPorts {
  /** Selects a cell and focuses the grid. */
  readonly choose: (cell: CellPosition) => void
  readonly fail: GridActions['fail']
  readonly setWorking: (working: boolean) => void
}

/** Returns the action that applies a change of many cells and reports its result. */
export function pasteAction(
  { model, columns, notes, grid, state, select }: GridActionsOptions,
  { choose, fail, setWorking }: PastingPorts,
): GridActions['apply'] {
  /** Leaves each invalid value in its cell with the reason, for correction. The toast leads to the first. */
  const keepRefused = (refused: readonly RefusedPaste[]): void => {
    const [first] = refused
    if (!first) return
    for (const { row, column, text, problem } of refused.slice(0, refusedMax))
      model.refuse(row, column, text, problemSentence(problem, column))
    const cell = { column: columns.findIndex(({ id }) => id === first.column.name), row: first.row }
    const show = (): void => {
      choose(cell)
      grid.current?.scrollTo(cell)
    }
    toast.error(sentence('grid.refusedPaste.title', { count: refused.length }), {
      detail: sentence('grid.refusedPaste.line', {
        row: first.row + 1,
        text: first.text.length > 40 ? `${first.text.slice(0, 40)}…` : first.text,
        reason: problemSentence(first.problem, first.column),
      }),
      action: { label: sentence('grid.refusedPaste.show'), run: show },
    })
  }

  const told = (plan: PastePlan, created: number): void => {
    keepRefused(plan.refused)
    if (plan.skipped > 0) {
      const columns = formatFacts(plan.skippedColumns)
      const text = sentence('grid.skipped', { count: plan.skipped })
      const detail = columns === '' ? undefined : sentence('grid.skippedColumns', { columns })
      toast.info(text, { detail, durationMs: skippedToastMs })
    }
    const count = plan.updates.size + created
    if (count > 0) notes.announce(t('grid.pasted', { count }))
  }

  return async (plan: PastePlan, options: ApplyOptions, all = columns): Promise<boolean> => {
    setWorking(true)
    const { selection } = state.getState()
    try {
      const words = pastedWords(cellsOf(plan, options.withNewRows))
      await applyPaste(model, all, plan, { words, ...options })
      const changed = { active: { column: plan.range.column, row: plan.range.row }, range: plan.range, rows: [] }
      // The user may have gone on to other cells while the server saved.
      if (state.getState().selection === selection) select(changed)
      told(plan, options.withNewRows ? plan.creates.length : 0)
      return true
    } catch (error) {
      fail(sentence(options.withNewRows && plan.updates.size > 0 ? 'grid.notAllPasted' : 'grid.notPasted'))(error)
      return false
    } finally {
      setWorking(false)
      grid.current?.focus()
    }
  }
}

/** Returns the cells that a plan changes; on request, with those of new rows. */
export function cellsOf({ updates, creates }: PastePlan, withNewRows: boolean): number {
  const changed = [...updates.values(), ...(withNewRows ? creates : [])]
  return changed.reduce((sum, cells) => sum + cells.length, 0)
}
