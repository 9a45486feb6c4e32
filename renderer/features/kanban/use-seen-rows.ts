import type { GridModel } from '@renderer/features/records'
import { useCallback, useRef } from 'react'

interface Run {
  readonly from: number
  readonly to: number
}

/** Rows prefetched beyond the visible ones, so that short scrolls find them loaded. */
const ahead = 10

/**
 * Collects the visible rows of all stacks and reports them to the model in one call.
 *
 * @returns the visible ranges, and a callback for each stack to report its own; undefined for a removed stack
 */
export function useSeenRows(
  model: GridModel,
): readonly [() => readonly Run[], (key: string, rows: readonly number[] | undefined) => void] {
  const byStack = useRef(new Map<string, readonly number[]>())
  const told = useRef('')
  const runs = useRef<readonly Run[]>([])
  const isWaiting = useRef(false)
  const say = useCallback(
    (key: string, rows: readonly number[] | undefined) => {
      if (rows === undefined) byStack.current.delete(key)
      else byStack.current.set(key, rows)
      if (isWaiting.current) return
      isWaiting.current = true
      // All stacks that are drawn together speak one after the other.
      queueMicrotask(() => {
        isWaiting.current = false
        const next = [...byStack.current.values()].flatMap((each): Run[] => runsOf(each, model.rows.length))
        const sign = JSON.stringify(next)
        if (sign === told.current) return
        told.current = sign
        runs.current = next
        model.rows.showParts(next)
      })
    },
    [model],
  )
  return [useCallback(() => runs.current, []), say]
}

/** Rows that follow each other, each run once; a card that has been moved among them is a run of its own. */
export function runsOf(rows: readonly number[], length: number): Run[] {
  const runs: { from: number; to: number }[] = []
  for (const row of rows.filter((each) => each >= 0).toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && row <= last.to) last.to = Math.max(last.to, row + 1)
    else runs.push({ from: row, to: row + 1 })
  }
  const longest = runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  if (longest && longest.to - longest.from > 1) longest.to = Math.min(length, longest.to + ahead)
  return runs
}
