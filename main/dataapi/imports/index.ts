import type { StoredValue } from '@common/columns/column-type'
import { isAlwaysIdentity } from '@common/columns/identity'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { wholeOf, type SightedTable } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'
import { columnByKey, tableIndex } from '../plan/columns'
import { keyOfRow } from '../parse/row-key'
import type { ChangeEvents } from '../rows/change-events'
import { isMaintained } from '../rows/row-input'
import { storedRow } from '../shape/row-json'
import { withTitles } from '../rows/error-titles'
import { wholeMs, type FailedLine } from './checks'
import { timestampColumns, timestampValues, readyRows, type IntoTable, type ReadyRows } from './into-table'
import { dropStaging, stageForTable, stageNewTable, type Staging } from './staging'

/** An import into an existing table. */
export interface TableImport {
  readonly table: SightedTable
  /** Columns in the order of the file. */
  readonly columns: readonly Column[]
  readonly key: readonly Column[]
  readonly onMatch: 'update' | 'skip'
}

/** Staged rows for a table. */
export interface TableRows {
  readonly import: TableImport
  readonly staging: string
  /** Rows in memory, if they are few; undefined beyond the limit of the API. */
  readonly few: ReadonlyMap<number, readonly StoredValue[]> | undefined
}

export interface TableRowsDone {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly failures: readonly FailedLine[]
}

/** Imports rows of files. */
export interface RowImports {
  /**
   * Plans an import into a table.
   * @throws AppError TABLE_READ_ONLY, COLUMN_NOT_FOUND, IMPORT_COLUMNS_INVALID, IMPORT_KEY_INVALID, TABLE_WITHOUT_KEY
   */
  readonly plan: (
    table: SightedTable,
    columns: readonly string[],
    key: readonly string[],
    onMatch: 'update' | 'skip',
  ) => TableImport
  readonly stageNew: typeof stageNewTable
  readonly stage: (database: Database, name: string, into: TableImport) => Promise<Staging>
  readonly drop: typeof dropStaging
  /**
   * Checks all rows of several tables against existing data.
   * @returns a function that writes them atomically
   */
  readonly ready: (
    context: CallContext,
    projectId: string,
    database: Database,
    rows: readonly TableRows[],
  ) => Promise<{
    readonly done: readonly TableRowsDone[]
    /** @returns true if the change log has every written row under a key, so that an undo finds it */
    readonly write: () => Promise<boolean>
  }>
}

export function createRowImports(events: ChangeEvents, clock: Clock): RowImports {
  return {
    stageNew: stageNewTable,
    drop: dropStaging,

    plan: (table, names, keyNames, onMatch) => {
      if (table.type === 'view') throw new AppError('TABLE_READ_ONLY', { table: table.title })
      const { sight } = table
      const changes = keyNames.length > 0 && onMatch === 'update'
      // Matching by key and its counts would tell of hidden rows.
      if (sight.restricted || !sight.create || (changes && !sight.change)) throw new AppError('NOT_ALLOWED')
      const index = tableIndex(table)
      const columns = names.map((name) => columnByKey(index, name))
      for (const [at, column] of columns.entries()) {
        const isWritable = columnType(column.uiType).writable || column.autoIncrement || isMaintained(column)
        if (!isWritable || (column.generated && !isAlwaysIdentity(column)) || columns.indexOf(column) !== at)
          throw new AppError('IMPORT_COLUMNS_INVALID', { column: column.title })
      }
      // The list of rejected rows would tell which records exist.
      const isGuarded = wholeOf(table).foreignKeys.some(
        ({ referencedTable, columns: from }) =>
          sight.guarded?.has(referencedTable) === true && columns.some(({ name }) => from.includes(name)),
      )
      if (isGuarded) throw new AppError('NOT_ALLOWED')
      const key = keyNames.map((name) => columnByKey(index, name))
      if (key.length > 0 && index.key.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
      const lost = key.find((column) => !columns.includes(column))
      if (lost !== undefined) throw new AppError('IMPORT_KEY_INVALID', { column: lost.title })
      return { table, columns, key, onMatch }
    },

    stage: (database, name, { table, columns }) => {
      const stamps = timestampColumns(tableIndex(table), columns)
      return stageForTable(database, name, table, [...columns, ...stamps], timestampValues(stamps, clock.now()))
    },

    ready: async (context, projectId, database, rows) => {
      const ready: ReadyRows[] = []
      for (const each of rows) {
        const isWatched = await events.recorder.watches(projectId, each.import.table.name)
        ready.push(await readyRows({ ...intoOf(database, each, clock.now()), isWatched }))
      }
      const parts = ready.flatMap((each) => each.parts)
      const write = async (): Promise<boolean> => {
        if (parts.every(({ steps }) => steps.length === 0)) return true
        const results = await events.recorder
          .transactParts({ projectId, database, context, why: 'import' }, parts, { timeoutMs: wholeMs })
          .catch((error: unknown) => {
            const [first] = rows
            throw error instanceof AppError && first !== undefined
              ? withTitles(tableIndex(first.import.table), error)
              : error
          })
        let from = 0
        let isLogged = true
        for (const [at, { done, parts: own }] of ready.entries()) {
          const table = rows[at]?.import.table
          const part = results.slice(from, from + own.length).flat()
          from += own.length
          if (done !== undefined && table !== undefined) tell(context, projectId, table, done(part))
          isLogged &&= done !== undefined && (table?.primaryKey.length ?? 0) > 0
        }
        return isLogged
      }
      return { done: ready, write }
    },
  }

  function tell(
    context: CallContext,
    projectId: string,
    table: SightedTable,
    { made, before, after }: ReturnType<NonNullable<ReadyRows['done']>>,
  ): void {
    const index = tableIndex(table)
    const common = { projectId, table, when: clock.now().toISOString(), why: 'import', typed: true } as const
    const stored = (list: readonly (readonly StoredValue[])[]) => list.map((row) => storedRow(table.columns, row))
    const keys = (list: readonly (readonly StoredValue[])[]) =>
      list.map((row) => keyOfRow(index, (column) => row[index.position.get(column) ?? -1]))
    events.publish({ ...common, kind: 'create', keys: keys(made), before: [], after: stored(made) }, context)
    events.publish(
      { ...common, kind: 'update', keys: keys(after), before: stored(before), after: stored(after) },
      context,
    )
  }
}

function intoOf(
  database: Database,
  { import: into, staging, few }: TableRows,
  now: Date,
): Omit<IntoTable, 'isWatched'> {
  const index = tableIndex(into.table)
  const stamps = timestampColumns(index, into.columns)
  const times = timestampValues(stamps, now)
  return {
    database,
    index,
    staging,
    columns: [...into.columns, ...stamps],
    key: into.key,
    onMatch: into.onMatch,
    now,
    few: few && new Map([...few].map(([line, row]) => [line, [...row, ...times]])),
  }
}

export type { FailedLine } from './checks'
export type { Staging } from './staging'
