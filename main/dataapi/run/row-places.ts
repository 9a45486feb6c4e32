import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { systemPrincipal, type Principal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import { tableIndex, wholeTableIndex, writeIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { DataApiPorts } from '../ports'
import type { Reads } from './reads'
import { keyFromSegment } from '../parse/row-key'
import { storedRow } from '../shape/row-json'
import { rowsByKey } from '../rows/row-statements'
import { heldRows } from '../rows/write-call'
import type { StoredRow } from '../rows/change-event'
import type { ReadCall } from './read-call'

/** Resolves row paths, for features that store facts about rows. */
export interface RowPlaces {
  /** @throws AppError TABLE_NOT_FOUND */
  readonly table: (principal: Principal, projectId: string, nameOrTitle: string) => Promise<SightedTable>
  readonly find: (principal: Principal, projectId: string, nameOrTitle: string) => Promise<SightedTable | undefined>
  /** Returns the keys that name rows which the principal sees. Without a row rule, all: also those of deleted rows. */
  readonly visible: <K extends readonly string[]>(
    principal: Principal,
    projectId: string,
    table: Pick<Table, 'name'>,
    keys: readonly K[],
  ) => Promise<readonly K[]>
  /**
   * Parses the key of a path segment, in the format of the database. @throws AppError TABLE_WITHOUT_KEY,
   * ROW_KEY_INVALID
   */
  readonly keyOf: (table: Table, rowId: string) => readonly string[]
  /** Returns the name of a record: its primary value as text, or an empty text. */
  readonly nameOf: (projectId: string, table: Table, key: readonly string[], signal: AbortSignal) => Promise<string>
  /** Returns stored rows; deleted rows are missing. */
  readonly rows: (
    projectId: string,
    table: Table,
    keys: readonly (readonly string[])[],
  ) => Promise<readonly StoredRow[]>
  readonly exists: (projectId: string, table: Table, key: readonly string[], signal: AbortSignal) => Promise<boolean>
}

/** Query that omits linked rows. */
const withoutLinks = ['bt', 'hm', 'mm'].map((kind) => [kind, ''] as const)

/** Number of keys per statement. */
const keysAtOnce = 50

export function createRowPlaces(ports: DataApiPorts, reads: Reads): RowPlaces {
  const callOf = async (projectId: string, table: Table, signal: AbortSignal): Promise<ReadCall> => {
    const database = await ports.database(projectId)
    // Rows by key, for records that an operation has permitted.
    const tableNamed = tablesOf(ports, systemPrincipal, projectId)
    return { projectId, database, index: wholeTableIndex(table), tableNamed, signal }
  }
  return {
    table: async (principal, projectId, name) => (await openTable(ports, principal, projectId, name)).table,
    find: async (principal, projectId, name) => {
      try {
        return (await openTable(ports, principal, projectId, name)).table
      } catch (error) {
        if (error instanceof AppError && error.code === 'TABLE_NOT_FOUND') return undefined
        throw error
      }
    },
    visible: async (principal, projectId, { name }, keys) => {
      const { table, database } = await openTable(ports, principal, projectId, name)
      const { rows, whole, read } = table.sight
      if (!read || (table.primaryKey.length === 0 && whole.primaryKey.length > 0)) return []
      if (rows === undefined) return keys
      const index = writeIndex(tableIndex(table))
      const held = await heldRows(database, index, keys, AbortSignal.timeout(limits.statementTimeoutMs))
      return keys.filter((key) => held.has(JSON.stringify(key)))
    },
    keyOf: (table, rowId) => keyFromSegment(wholeTableIndex(table), rowId),
    nameOf: async (projectId, table, key, signal) => {
      const column = table.columns.find(({ primaryValue }) => primaryValue)
      if (column === undefined) return ''
      const answer = await reads.byKey(await callOf(projectId, table, signal), key, withoutLinks)
      const row = JSON.parse(Buffer.from(answer).toString()) as Readonly<Record<string, unknown>>
      const value = row[column.title]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    rows: async (projectId, table, keys) => {
      const database = await ports.database(projectId)
      const index = wholeTableIndex(table)
      const rows: StoredRow[] = []
      for (let at = 0; at < keys.length; at += keysAtOnce) {
        const statement = rowsByKey(database.dialect, index, keys.slice(at, at + keysAtOnce))
        const read = await database.read(statement)
        rows.push(...read.map((row) => storedRow(table.columns, row)))
      }
      return rows
    },
    exists: async (projectId, table, key, signal) => reads.exists(await callOf(projectId, table, signal), key),
  }
}
