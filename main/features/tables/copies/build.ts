import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { CopiedRelation, CopiedTable } from '@common/project-copy'
import type { Database } from '@main/db/database'
import { RowPacker, type PackedRows } from '@main/lib/packed-rows'
import type { TableToCreate } from './definitions'

/** Rows of a table in the order of the copied columns. */
export type CopiedRows = AsyncIterable<readonly (readonly StoredValue[])[]>

/** Writes rows of new tables. The data engine provides it. */
export type StageTable = (
  database: Database,
  name: string,
  definitions: readonly ColumnDefinition[],
  columns: readonly Column[],
) => Promise<{
  readonly write: (
    rows: PackedRows,
    lines: Uint32Array,
  ) => Promise<readonly { readonly at: number; readonly error: AppError }[]>
}>

export interface TableToBuild extends TableToCreate {
  readonly copy: CopiedTable
  /** Name in the database until the table is complete. */
  readonly as: string
  readonly rows: CopiedRows | undefined
}

export interface BuildOptions {
  readonly database: Database
  readonly tables: readonly TableToBuild[]
  /** Returns the name of a table in the database while it is being built. */
  readonly nameNow: (table: string) => string
  readonly stage: StageTable
  /** Returns a suffix that makes the name of an index unique. */
  readonly suffix: () => string
  readonly signal?: AbortSignal | undefined
  readonly onRows?: (count: number) => void
}

/**
 * Creates tables, fills them, then adds their foreign keys and indexes, so that rows need no order.
 *
 * @returns relations that the database rejects as foreign keys
 */
export async function buildTables(options: BuildOptions): Promise<CopiedRelation[]> {
  const { database, tables, signal } = options
  for (const table of tables) {
    signal?.throwIfAborted()
    await fill(options, table)
  }
  const rejected: CopiedRelation[] = []
  for (const table of tables) {
    for (const key of table.copy.foreignKeys) {
      signal?.throwIfAborted()
      if (!(await addForeignKey(options, table, key)))
        rejected.push({
          childTable: table.copy.name,
          childColumns: key.columns,
          parentTable: key.referencedTable,
          parentColumns: key.referencedColumns,
          onDelete: key.onDelete,
          onUpdate: key.onUpdate,
        })
    }
    for (const { unique, columns } of table.copy.indexes) {
      signal?.throwIfAborted()
      const name = `${table.copy.name.slice(0, 30)}_${columns.join('_').slice(0, 20)}_${options.suffix()}`
      const now: Table = { ...bareTable(table.as), columns: table.columns }
      const { up } = database.dialect.objects.createIndex(now, { name, unique, columns })
      // An index that the engine can't make changes no answer.
      await database.changeSchema(up).catch(ignoreUnlessGone)
    }
  }
  return rejected
}

async function fill({ database, stage, signal, onRows }: BuildOptions, table: TableToBuild): Promise<void> {
  const staged = await stage(database, table.as, table.definitions, table.columns)
  if (table.rows === undefined || table.columns.length === 0) return
  for await (const rows of table.rows) {
    signal?.throwIfAborted()
    const packer = new RowPacker(table.columns.length, rows.length)
    for (const row of rows)
      for (const [at, column] of table.columns.entries()) packer.add(valueFor(column, row[at] ?? null))
    const refused = await staged.write(packer.take(), new Uint32Array())
    const [first] = refused
    if (first !== undefined) throw first.error
    onRows?.(rows.length)
  }
  const { countOn } = database.dialect.rows
  const counted = table.columns.find(({ autoIncrement }) => autoIncrement)
  if (counted !== undefined && countOn !== undefined) await database.transact([countOn(table.as, counted.name)])
}

/** Returns a value of another engine as this column stores it; unchanged if the type doesn't know it. */
function valueFor(column: Column, value: StoredValue): StoredValue {
  if (value === null || value instanceof Uint8Array) return value
  const parsed = columnType(column.uiType).parse(value, column)
  return parsed.ok ? parsed.value : value
}

/** @returns false if the database can't have the key, such as over types that it doesn't compare */
async function addForeignKey(
  { database, nameNow }: BuildOptions,
  table: TableToBuild,
  key: CopiedTable['foreignKeys'][number],
): Promise<boolean> {
  try {
    const named = { ...key, referencedTable: nameNow(key.referencedTable) }
    const { up } = await database.dialect.schema.addForeignKey(database, table.as, named, [])
    await database.changeSchema(up)
    return true
  } catch (error) {
    ignoreUnlessGone(error)
    return false
  }
}

/** Errors of the statement itself don't matter; those of the connection do. */
function ignoreUnlessGone(error: unknown): void {
  const isOfStatement = error instanceof AppError && !/UNAVAILABLE|TIMEOUT|CANCELLED|BUSY|DISK/.test(error.code)
  if (!isOfStatement) throw error
}

function bareTable(name: string): Table {
  return {
    name,
    title: name,
    type: 'table',
    order: 0,
    columns: [],
    virtualColumns: [],
    primaryKey: [],
    foreignKeys: [],
    indexes: [],
    rowId: null,
  }
}
