import { formatSort } from '@common/query/sort'
import { data, isApiError, useFailure } from '@renderer/api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { rowFilter } from '@renderer/features/records/rows/row-api'
import { cellSelection } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { useDebounced } from '@renderer/features/records/session/use-debounced'
import { HitWalk, type Found, type HitCell } from '@renderer/features/records/rows/hits'
import { findParameters, isAskable, matchOf, noNeedle, searchedColumns, type Needle } from './needle'

const typingRestsMs = 250
/** Debounce time for repeating the search after changes of rows. */
const changesRestMs = 400

export interface FindState {
  readonly needle: Needle
  readonly change: (patch: Partial<Needle>) => void
  /** The search is running; the numbers are stale. */
  readonly isLooking: boolean
  /** Error message of the search. */
  readonly failed: string | undefined
  /** Undefined until the first search. */
  readonly found: { readonly rows: number; readonly cells: number } | undefined
  readonly current: HitCell | undefined
  readonly go: (direction: 1 | -1) => void
  /** Hits again, staying at the current one. */
  readonly again: () => void
  /** Every row with a hit, up to so many. */
  readonly all: (limit: number, signal: AbortSignal) => Promise<Found>
}

/** Searches a view on the server, with the view's order and filter. */
export function useFind(session: GridSession, isOpen: boolean): FindState {
  const [needle, setNeedle] = useState<Needle>(noNeedle)
  const [current, setCurrent] = useState<HitCell>()
  const [found, setFound] = useState<{ readonly rows: number; readonly cells: number }>()
  const [busy, setBusy] = useState(0)
  const [failed, setFailed] = useFailure()
  const [version, setVersion] = useState(0)
  const latest = useRef({ session, current })
  latest.current = { session, current }
  const { projectId, table, query, model, columns } = session
  const typed = useDebounced(needle, typingRestsMs)
  const titles = searchedColumns(typed, columns)
    .map(({ title }) => title)
    .join('\n')

  const ask = useCallback(
    (page: { readonly from: number; readonly backwards: boolean; readonly limit: number }, signal: AbortSignal) => {
      // Only other titles start another search: each render creates new column objects.
      void titles
      return data.call<Found>(projectId, [table.title], {
        query: {
          ...rowFilter(query),
          ...(query.sort.length > 0 && { sort: formatSort(query.sort) }),
          ...findParameters(typed, latest.current.session.columns, model.reader.locale),
          offset: page.from,
          limit: page.limit,
          ...(page.backwards && { findBack: 'true' }),
        },
        signal,
      })
    },
    [projectId, table, query, typed, titles, model],
  )
  const isAsked = isOpen && isAskable(typed) && titles !== ''
  const walk = useMemo(() => (isAsked ? new HitWalk(ask, titles.split('\n')) : undefined), [isAsked, ask, titles])
  const running = useRef<AbortController>(undefined)

  const run = useCallback(
    (work: (signal: AbortSignal) => Promise<HitCell | undefined>, of: HitWalk) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setBusy((before) => before + 1)
      work(abort.signal)
        .then(
          (cell) => {
            if (abort.signal.aborted) return
            setFailed(undefined)
            setFound({ rows: of.rows, cells: of.cells })
            setCurrent(cell)
            if (cell) show(latest.current.session, cell)
          },
          (error: unknown) => {
            if (!abort.signal.aborted && !isApiError(error, 'CANCELLED')) setFailed(error)
          },
        )
        .finally(() => setBusy((before) => before - 1))
    },
    [setFailed],
  )

  useEffect(() => {
    if (!walk) {
      running.current?.abort()
      setFound(undefined)
      setCurrent(undefined)
      setFailed(undefined)
      return
    }
    const { session: now, current: last } = latest.current
    const from = last?.hit.offset ?? offsetOfActive(now)
    run((signal) => walk.start(from, signal), walk)
  }, [walk, version, run, setFailed])
  useEffect(() => () => running.current?.abort(), [])

  // Visible cells highlight their matches locally.
  useEffect(() => {
    if (!isOpen) return
    const match = matchOf(needle)
    const searched = new Set(searchedColumns(needle, latest.current.session.columns).map(({ id }) => id))
    model.markFound(match && ((text, column) => searched.has(column.name) && match(text)))
    return () => model.markFound(undefined)
  }, [isOpen, needle, model, titles])

  useEffect(() => {
    if (!isOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = model.rows.subscribe(({ kind }) => {
      if (kind !== 'data') return
      clearTimeout(timer)
      timer = setTimeout(() => setVersion((before) => before + 1), changesRestMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [isOpen, model])

  return {
    needle,
    change: (patch) => {
      // A new search starts at the active cell.
      setCurrent(undefined)
      setNeedle((before) => ({ ...before, ...patch }))
    },
    isLooking: busy > 0 || typed !== needle,
    failed,
    found,
    current,
    go: (direction) => {
      const from = latest.current.current
      if (!walk) return
      if (from) run((signal) => walk.step(from, direction, signal), walk)
      else run((signal) => walk.start(0, signal), walk)
    },
    again: () => setVersion((before) => before + 1),
    all: (limit, signal) => ask({ from: 0, backwards: false, limit }, signal),
  }
}

/** Scrolls to a match and makes it the active cell, so that the user can edit it at once. */
function show({ model, columns, grid, state, select }: GridSession, { hit, field }: HitCell): void {
  const row = model.rows.rowOfOffset(hit.offset)
  const column = columns.findIndex(({ title }) => title === field)
  if (row < 0 || column < 0) return
  const cell = { column, row }
  const { active } = state.getState().selection
  // The painter follows the active cell by itself; a second scroll would overshoot.
  if (active?.column === column && active.row === row) grid.current?.scrollTo(cell)
  else select(cellSelection(cell))
}

function offsetOfActive({ model, state }: GridSession): number {
  const row = state.getState().selection.active?.row
  return row === undefined || row >= model.rows.length ? 0 : Math.max(0, model.rows.offsetOfRow(row))
}
