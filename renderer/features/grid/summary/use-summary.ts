import type { StoredValue } from '@common/columns/column-type'
import { isLinkType } from '@common/columns/questions'
import { data } from '@renderer/api'
import { useEffect, useMemo, useState } from 'react'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import { rowFilter } from '@renderer/features/records/rows/row-api'
import { storedValue, type Row } from '@renderer/features/records/rows/row-key'
import {
  countRows,
  emptySelection,
  mergeSpans,
  type GridSelection,
  type RowSpan,
} from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import { useSessionState } from '@renderer/features/records/session/session-store'
import type { Figures } from './figure-names'
import { gather, measureOf, summarize, type ColumnFigures } from './figures'
import { selectedColumns, type SelectedColumn } from './selected'

/**
 * Maximum number of records fetched for a summary. Beyond it, the server computes it or it covers the first records.
 */
export const summedRowsMax = 10_000
/** Waiting time before rows are fetched: selecting is not over while the pointer moves. */
const restsAfterMs = 250

export interface Summary {
  readonly figures: Figures
  /** Set if the figures cover only the first rows. */
  readonly partial: { readonly rows: number; readonly of: number } | undefined
}

/** Returns the figures of the selected cells: at once for loaded rows, otherwise when they arrive. */
export function useSummary(session: GridSession): Summary | undefined {
  const { model, columns } = session
  const selection = useSessionState(session, (state) => (isOneCell(state.selection) ? emptySelection : state.selection))
  const selected = useMemo(
    () => selectedColumns(selection, columns, model.rows.length),
    [selection, columns, model.rows.length],
  )
  const { held: heldVersion, stored } = useVersions(model, selected.length > 0)
  // Not with every rendering: there is one for each step of scrolling.
  const held = useMemo(() => {
    void heldVersion
    return selected.length === 0 ? undefined : heldSummary(model, selected)
  }, [model, selected, heldVersion])
  const [fetched, setFetched] = useState<{ readonly of: unknown; readonly summary: Summary }>()
  const isMissing = selected.length > 0 && held === undefined
  const { projectId, table, query } = session
  useEffect(() => {
    if (!isMissing) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetchSummary({ projectId, table, model, query }, selected, abort.signal).then(
        (summary) => {
          if (!abort.signal.aborted) setFetched({ of: selected, summary })
        },
        // Figures are no reason for a message: the selection stays without them.
        () => undefined,
      )
    }, restsAfterMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isMissing, selected, projectId, table, model, query, stored])
  return held ?? (fetched?.of === selected ? fetched.summary : undefined)
}

/** True if there is nothing to add up. */
const isOneCell = ({ range, others, rows }: GridSelection): boolean =>
  rows.length === 0 && others === undefined && (range === undefined || range.rows * range.columns === 1)

/** Waiting time before figures are worked out again: rows arrive by pages. */
const changesRestMs = 150

/** Numbers that grow when rows that are held have changed, and when the server has other values. */
function useVersions(model: GridModel, isWatched: boolean): { readonly held: number; readonly stored: number } {
  const [versions, setVersions] = useState({ held: 0, stored: 0 })
  useEffect(() => {
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStored = false
    const end = model.rows.subscribe(({ kind }) => {
      isStored ||= kind === 'data'
      timer ??= setTimeout(() => {
        const grown = isStored ? 1 : 0
        timer = undefined
        isStored = false
        setVersions(({ held, stored }) => ({ held: held + 1, stored: stored + grown }))
      }, changesRestMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [model, isWatched])
  return versions
}

function heldSummary(model: GridModel, selected: readonly SelectedColumn[]): Summary | undefined {
  if (countRows(allRows(selected)) > summedRowsMax) return undefined
  const columns: ColumnFigures[] = []
  for (const { column, rows } of selected) {
    const values: StoredValue[] = []
    for (const { from, to } of rows)
      for (let row = from; row < to; row += 1) {
        const held = model.rowAt(row)
        if (!held) return undefined
        values.push(storedValue(held[column.column.title]))
      }
    columns.push(gather(column.column, values))
  }
  return { figures: summarize(columns, model.reader), partial: undefined }
}

const allRows = (selected: readonly SelectedColumn[]): RowSpan[] => mergeSpans(selected.flatMap(({ rows }) => rows))

type Asked = Pick<GridSession, 'projectId' | 'table' | 'model' | 'query'>

async function fetchSummary(asked: Asked, selected: readonly SelectedColumn[], signal: AbortSignal): Promise<Summary> {
  const { model } = asked
  const all = allRows(selected)
  const count = countRows(all)
  const isWhole = selected.every(({ rows }) => countRows(rows) >= model.rows.length)
  if (
    isWhole &&
    count > summedRowsMax &&
    selected.every(({ column }) => column.computed === undefined && !isLinkType(column.column))
  )
    return { figures: summarize(await wholeColumns(asked, selected, signal), model.reader), partial: undefined }
  const spans = firstRows(all, summedRowsMax)
  const rows = new Map<number, Row>()
  for (const { from, to } of spans) {
    const loaded = await model.rows.load(from, to, signal)
    loaded.forEach((row, at) => rows.set(from + at, row))
  }
  const columns = selected.map(({ column, rows: own }) =>
    gather(
      column.column,
      [...rows].flatMap(([at, row]) =>
        own.some(({ from, to }) => at >= from && at < to) ? [storedValue(row[column.column.title])] : [],
      ),
    ),
  )
  return {
    figures: summarize(columns, model.reader),
    partial: count > summedRowsMax ? { rows: summedRowsMax, of: count } : undefined,
  }
}

function firstRows(spans: readonly RowSpan[], most: number): RowSpan[] {
  const first: RowSpan[] = []
  let left = most
  for (const { from, to } of spans) {
    if (left <= 0) break
    first.push({ from, to: Math.min(to, from + left) })
    left -= to - from
  }
  return first
}

/** Computes the figures of whole columns in the database. */
async function wholeColumns(
  { projectId, table, query }: Asked,
  selected: readonly SelectedColumn[],
  signal: AbortSignal,
): Promise<ColumnFigures[]> {
  const functions = selected.flatMap(({ column: { column } }) => {
    const measure = measureOf(column)
    const names =
      measure === 'none' ? ['filled'] : measure === 'time' ? ['filled', 'min', 'max'] : ['filled', 'sum', 'min', 'max']
    return names.map((name) => [column.title, name] as const)
  })
  const [figures = {}] = await data.call<Row[]>(projectId, [table.title, 'groupby'], {
    query: { ...rowFilter(query), aggregates: JSON.stringify(functions) },
    signal,
  })
  return selected.map(({ column: { column } }) => {
    const figure = (name: string): unknown =>
      figures[`${name}(${column.title})`] ?? figures[`_${name}(${column.title})`]
    return {
      column,
      filled: Number(figure('filled') ?? 0),
      measured: Number(figure('filled') ?? 0),
      sum: Number(figure('sum') ?? 0),
      min: storedValue(figure('min')),
      max: storedValue(figure('max')),
    }
  })
}
