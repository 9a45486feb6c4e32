import { hash } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { restoreRecordsMax } from '@common/operations/history'
import type { TouchedRow } from '@main/features/audit'
import { rowText } from '@main/features/copies'
import type { SnapshotArchive } from '@main/features/snapshots'
import type { CopiedRows } from '@main/features/tables'
import {
  comparedColumns,
  keyTextOf,
  pathOf,
  pathTextOf,
  differencesOf,
  type Difference,
  type Differences,
  type Row,
} from './differences'

/** A table of a snapshot. */
export interface ThenTable {
  /** Names of its columns, in the order of values. */
  readonly columns: readonly string[]
  /** Yields its rows; each call starts again. */
  readonly rows: () => CopiedRows
}

/** Returns a table of a snapshot by its name; undefined if the snapshot lacks it. */
export function tableOf({ copy, rowsOf }: SnapshotArchive, table: string): ThenTable | undefined {
  const place = copy.tables.findIndex(({ name, type }) => name === table && type !== 'view')
  const columns = copy.tables[place]?.columns.map(({ name }) => name)
  return columns && { columns, rows: () => rowsOf(place) }
}

export interface SnapshotDifferences extends Differences {
  readonly was: number
  readonly now: number
  /** False if more records differ than can be held: the list is then empty, and the numbers count. */
  readonly isHeld: boolean
}

/**
 * Compares the rows of a snapshot with the present ones by their keys. Holds a digest of each row, then the rows that differ.
 *
 * @param visible  columns that the reader sees
 * @throws AppError TABLE_WITHOUT_KEY
 */
export async function differencesFromSnapshot(
  { columns: thenNames, rows }: ThenTable,
  table: Table,
  visible: readonly Column[],
  rowsNow: CopiedRows,
): Promise<SnapshotDifferences> {
  const compared = comparedColumns(visible).filter(({ name }) => thenNames.includes(name))
  if (!hasKeyIn(table, thenNames)) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  const nowNames = table.columns.map(({ name }) => name)
  const digest = (row: Row): string => hash('sha1', rowText(compared.map(({ name }) => row[name] ?? null)), 'base64')

  const before = new Map<string, string>()
  for await (const row of each(rows(), thenNames)) before.set(keyTextOf(table, row), digest(row))
  const was = before.size
  let now = 0
  const counts = { added: 0, changed: 0 }
  const added: Row[] = []
  const changed = new Map<string, Row>()
  for await (const row of each(rowsNow, nowNames)) {
    now += 1
    const key = keyTextOf(table, row)
    const known = before.get(key)
    before.delete(key)
    if (known !== undefined && known === digest(row)) continue
    counts[known === undefined ? 'added' : 'changed'] += 1
    if (added.length + changed.size > restoreRecordsMax) continue
    if (known === undefined) added.push(row)
    else changed.set(key, row)
  }
  const deleted = before.size
  if (counts.added + counts.changed + deleted > restoreRecordsMax)
    return { list: [], ...counts, deleted, was, now, isHeld: false }
  const list: Difference[] = added.map((row) => ({
    key: pathOf(table, row),
    state: 'added',
    was: undefined,
    now: row,
    columns: [],
    unknown: [],
  }))
  if (changed.size + before.size > 0)
    for await (const row of each(rows(), thenNames)) {
      const key = keyTextOf(table, row)
      const is = changed.get(key)
      if (is !== undefined) {
        const columns = compared.map(({ name }) => name).filter((name) => !isEqual(row[name], is[name]))
        list.push({ key: pathOf(table, is), state: 'changed', was: { ...is, ...row }, now: is, columns, unknown: [] })
      } else if (before.has(key))
        list.push({ key: pathOf(table, row), state: 'deleted', was: row, now: undefined, columns: [], unknown: [] })
    }
  return { ...differencesOf(list), was, now, isHeld: true }
}

/** True if a list of columns holds the key of a table, so that its records can be matched. */
export const hasKeyIn = ({ primaryKey }: Pick<Table, 'primaryKey'>, columns: readonly string[]): boolean =>
  primaryKey.length > 0 && primaryKey.every((name) => columns.includes(name))

const isEqual = (left: StoredValue | undefined, right: StoredValue | undefined): boolean =>
  rowText([left ?? null]) === rowText([right ?? null])

async function* each(chunks: CopiedRows, names: readonly string[]): AsyncGenerator<Row> {
  for await (const chunk of chunks)
    for (const values of chunk) yield Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
}

/** True if the log holds every value of the records that changed in a span, so that they can be replayed. */
export const isReplayable = (touched: readonly TouchedRow[]): boolean =>
  touched.every(
    ({ exists, existed, isWholeAfter, after }) =>
      !exists || ((existed || isWholeAfter) && [...after.values()].every((value) => value !== undefined)),
  )

/** Returns the table of a snapshot after the changes of a later span. */
export function replayed(was: ThenTable, table: Table, touched: readonly TouchedRow[]): ThenTable {
  if (touched.length === 0) return was
  const { columns } = was
  const changes = new Map(touched.map((row) => [pathTextOf(table, row.path), row]))
  const valuesOf = (row: Row): StoredValue[] => columns.map((name) => row[name] ?? null)
  return {
    columns,
    rows: async function* () {
      const seen = new Set<string>()
      for await (const chunk of was.rows()) {
        const rows: StoredValue[][] = []
        for (const values of chunk) {
          const row = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))
          const key = keyTextOf(table, row)
          const change = changes.get(key)
          seen.add(key)
          if (change === undefined) rows.push([...values])
          else if (change.exists) rows.push(valuesOf(changed(row, change)))
        }
        yield rows
      }
      const made = touched.filter((row) => row.exists && !seen.has(pathTextOf(table, row.path)))
      yield made.map((row) => valuesOf(changed({}, row)))
    },
  }
}

function changed(row: Row, { after, isWholeAfter }: TouchedRow): Row {
  const values = Object.fromEntries([...after].map(([name, value]) => [name, value ?? null]))
  return isWholeAfter ? values : { ...row, ...values }
}
