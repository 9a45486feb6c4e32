import type { SqlResultFilters, SqlResultSort, SqlStatementView } from '@common/sql/shapes'
import { client } from '@renderer/api'
import { useLatest } from '@renderer/ui'
import { useEffect, useMemo, useReducer } from 'react'
import { ResultRows } from './result-rows'

/** One result of a run. */
export interface ResultOf {
  readonly projectId: string
  readonly run: string
  /** Place of its statement in the run. */
  readonly at: number
  readonly statement: SqlStatementView
}

/** How a result is shown. */
export interface ResultOrder {
  readonly sort: SqlResultSort
  readonly filters: SqlResultFilters
}

/**
 * Returns the rows of a result in an order. The server sorts and filters.
 *
 * @param repaint  called when rows arrive
 */
export function useResultRows({ projectId, run, at, statement }: ResultOf, order: ResultOrder, repaint: () => void) {
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const latest = useLatest(repaint)
  const { sort, filters } = order
  const isFiltered = filters.length > 0
  const rows = useMemo(() => {
    let known = ''
    const made = new ResultRows(
      (offset, limit, signal) =>
        client.call(
          'sqlResultRows',
          { run, statement: at, offset, limit, sort, filters: [...filters] },
          { projectId, silent: true, signal },
        ),
      () => {
        latest.current()
        // A render only for a new count, the first rows or a failure: rows repaint by themselves.
        const now = `${made.count} ${made.at(0) !== undefined} ${made.failure !== undefined}`
        if (now !== known) changed()
        known = now
      },
    )
    return made
  }, [projectId, run, at, sort, filters, latest])
  useEffect(() => {
    rows.show(0, 1)
    return () => rows.end()
  }, [rows])
  useEffect(() => {
    if (!isFiltered) rows.grow(statement.rows)
  }, [rows, statement.rows, isFiltered])
  return { rows, version }
}
