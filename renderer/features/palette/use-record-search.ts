import { columnType } from '@common/columns/registry'
import type { Table, TableSummary } from '@common/model'
import { data, isApiError } from '@renderer/api'
import { keyColumns, recordLabel, rowIdOf, type Row } from '@renderer/features/records'
import { readTable } from '@renderer/features/tables'
import { knownRowCount } from '@renderer/features/tree'
import { localeTag, readerZone } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { useEffect, useRef, useState } from 'react'
import { match } from './match'

/** A record with a text that matches the query. */
export interface FoundRecord {
  readonly table: TableSummary
  /** Key as in the path of the data API. */
  readonly key: string
  readonly name: string
  /** Another matching text, if the name doesn't match. */
  readonly hint: string | undefined
  /** Positions of the matching letters in its name. */
  readonly at: ReadonlySet<number>
}

/** Minimum query length: one letter would match everything. */
const lettersMin = 2
/** Debounce: the request starts after a pause in typing. */
const restMs = 220
/** The open table returns more results than each other one. */
const fromOpen = 5
const fromOthers = 3
const foundMax = 8
/** Maximum number of results if only records are searched. */
const foundAloneMax = 40
/** Maximum number of searched tables, the most recent ones first, and of concurrent requests. */
const tablesMax = 30
const atOnce = 2
/** Searching a larger table takes a while. Only the open one is searched, or all if only records are searched. */
const largeRows = 200_000

export interface RecordSearch {
  readonly found: readonly FoundRecord[]
  readonly isLooking: boolean
}

const nothing: RecordSearch = { found: [], isLooking: false }

/**
 * Returns records of the project that match the query: first those of the open table, then of the others. Debounces
 * requests and cancels older ones.
 *
 * @param tables  in search order
 * @param query  undefined: no search
 */
export function useRecordSearch(
  projectId: string | undefined,
  tables: readonly TableSummary[],
  open: string | undefined,
  query: string | undefined,
  isAlone: boolean,
): RecordSearch {
  const [state, setState] = useState(nothing)
  const latest = useRef(tables)
  latest.current = tables
  const isThere = tables.length > 0
  useEffect(() => {
    if (projectId === undefined || query === undefined || query.length < lettersMin || !isThere) {
      setState(nothing)
      return undefined
    }
    const control = new AbortController()
    const { signal } = control
    const timer = setTimeout(() => {
      void look(projectId, latest.current, open, query, isAlone, signal, (found, isLooking) => {
        if (!signal.aborted) setState({ found, isLooking })
      })
    }, restMs)
    // Shows the last results until new ones arrive, to avoid flicker.
    setState(({ found }) => ({ found, isLooking: true }))
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [projectId, open, query, isAlone, isThere])
  return state
}

async function look(
  projectId: string,
  tables: readonly TableSummary[],
  open: string | undefined,
  query: string,
  isAlone: boolean,
  signal: AbortSignal,
  tell: (found: readonly FoundRecord[], isLooking: boolean) => void,
): Promise<void> {
  const most = isAlone ? foundAloneMax : foundMax
  const isLarge = ({ name }: TableSummary): boolean => (knownRowCount(projectId, name) ?? 0) > largeRows
  const first = tables.filter(({ name }) => name === open)
  const others = tables.filter((table) => table.name !== open && (isAlone || !isLarge(table)))
  const asked = [...first, ...others].slice(0, tablesMax)
  const found = new Map<string, readonly FoundRecord[]>()
  const all = (): readonly FoundRecord[] => asked.flatMap(({ name }) => found.get(name) ?? []).slice(0, most)
  const waiting = [...asked]
  const next = async (): Promise<void> => {
    for (let table = waiting.shift(); table !== undefined && !signal.aborted; table = waiting.shift()) {
      if (all().length >= most) return
      try {
        const limit = isAlone ? 20 : table.name === open ? fromOpen : fromOthers
        const records = await recordsOf(projectId, table, query, limit, signal)
        found.set(table.name, records)
        if (records.length > 0) tell(all(), true)
      } catch {
        // A table that cannot be read has no records to find.
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  tell(all(), false)
}

async function recordsOf(
  projectId: string,
  summary: TableSummary,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const table = await knownTable(projectId, summary.name)
  // A record without a key has no address.
  if (table === undefined || table.primaryKey.length === 0) return []
  const texts = table.columns.filter(({ uiType, primaryValue }) => primaryValue || columnType(uiType).searchable)
  const fields = [...new Set([...keyColumns(table), ...texts].map(({ title }) => title))]
  const rows = await data.call<readonly Row[]>(projectId, [table.title], {
    query: { search: query, limit, fields: JSON.stringify(fields) },
    signal,
  })
  const reader = { locale: localeTag(), timeZone: readerZone() }
  return rows.flatMap((row) => {
    const key = rowIdOf(table, row)
    if (key === undefined) return []
    const name = recordLabel(table, row, reader)
    const wanted = query.toLocaleLowerCase()
    const holds = (text: unknown): text is string =>
      typeof text === 'string' && text.toLocaleLowerCase().includes(wanted)
    const hint = holds(name) ? undefined : texts.map(({ title }) => row[title]).find(holds)
    return [{ table: summary, key, name, hint: hint?.slice(0, 80), at: match(query, name)?.at ?? none }]
  })
}

const none: ReadonlySet<number> = new Set()

/** Returns the name of a record; undefined if it no longer exists. */
export async function recordName(projectId: string, { name }: TableSummary, key: string): Promise<string | undefined> {
  const table = await knownTable(projectId, name)
  if (table === undefined) return undefined
  const named = table.columns.filter(({ primaryKey, primaryValue }) => primaryKey || primaryValue)
  try {
    const row = await data.call<Row>(projectId, [table.title, { encoded: key }], {
      query: { fields: JSON.stringify(named.map(({ title }) => title)) },
    })
    return recordLabel(table, row, { locale: localeTag(), timeZone: readerZone() })
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}

/** Tables as they were when they were first searched: the palette is open for a moment. */
const known = new Map<string, { readonly at: number; readonly table: Promise<Table | undefined> }>()
const knownForMs = 60_000

function knownTable(projectId: string, name: string): Promise<Table | undefined> {
  const { user, previewAs } = useUsers.getState()
  const key = JSON.stringify([projectId, name, user?.email, previewAs])
  const held = known.get(key)
  if (held !== undefined && Date.now() - held.at < knownForMs) return held.table
  const table = readTable(projectId, name)
  known.set(key, { at: Date.now(), table })
  table.catch(() => known.delete(key))
  return table
}
