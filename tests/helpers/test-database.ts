import Sqlite from 'better-sqlite3'
import { AppError } from '@common/errors'
import { sqlite } from '@common/dialects'
import type { Table } from '@common/model'
import type { Database, JsonShape, StepResult } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { introspect } from '@main/db/dialects/sqlite/introspect'
import { nativeType, uiTypeOf } from '@main/db/dialects/sqlite/types'

/** Scaffolding until openSqlite is there. */
export async function openTestDatabase(filename: string): Promise<Database> {
  const db = new Sqlite(filename)
  db.pragma('foreign_keys = ON')
  const dialect = {
    name: 'sqlite',
    capabilities: sqlite,
    quote: (name: string) => `"${name.replaceAll('"', '""')}"`,
    placeholder: () => '?',
    nativeType,
    uiTypeOf,
    introspect,
    like: (expression: string, placeholder: string, negated: boolean) =>
      `${expression} ${negated ? 'NOT ' : ''}LIKE ${placeholder}`,
    translateError: (error: unknown) => new AppError('INTERNAL', {}, { cause: error }),
  } as unknown as Dialect
  const translate = (error: unknown): never => {
    const code = (error as { code?: string }).code ?? ''
    if (code.startsWith('SQLITE_CONSTRAINT_UNIQUE') || code.startsWith('SQLITE_CONSTRAINT_PRIMARYKEY'))
      throw new AppError('VALUE_NOT_UNIQUE')
    if (code.startsWith('SQLITE_CONSTRAINT_FOREIGNKEY')) throw new AppError('VALUE_REFERENCE_MISSING')
    if (code.startsWith('SQLITE_CONSTRAINT')) throw new AppError('VALUE_CHECK_FAILED')
    throw dialect.translateError(error)
  }
  const rowsOf = (sql: string, params: readonly unknown[]): unknown[][] => {
    try {
      return db
        .prepare(sql)
        .safeIntegers()
        .raw()
        .all(...params) as unknown[][]
    } catch (error) {
      return translate(error)
    }
  }
  const plain = (value: unknown): unknown =>
    typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
  const json = (shape: JsonShape, row: unknown[]): string =>
    `{${shape.keys.map((key, at) => `${JSON.stringify(key)}:${JSON.stringify(plain(row[at]) ?? null, (_k, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`).join(',')}}`
  const database: Database = {
    dialect,
    read: async ({ sql, params }) => rowsOf(sql, params).map((row) => row.map(plain)) as never,
    readJson: async ({ sql, params }, shape) => {
      const rows = rowsOf(sql, params)
      const text = shape.single
        ? rows[0]
          ? json(shape, rows[0])
          : (shape.empty ?? '{}')
        : `[${rows.map((row) => json(shape, row)).join(',')}]`
      return new TextEncoder().encode(text)
    },
    transact: async (steps) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        const results: StepResult[] = steps.map((step) => {
          const result = { changes: 0, rows: [] as unknown[][] }
          for (const params of step.batch ?? [step.params]) {
            const statement = db.prepare(step.sql)
            if (statement.reader)
              result.rows.push(
                ...(
                  statement
                    .safeIntegers()
                    .raw()
                    .all(...params) as unknown[][]
                ).map((row) => row.map(plain)),
              )
            else result.changes += statement.run(...params).changes
          }
          return result as StepResult
        })
        db.exec('COMMIT')
        return results
      } catch (error) {
        db.exec('ROLLBACK')
        return translate(error)
      }
    },
    changeSchema: async () => [],
    schemaVersion: async () => 1,
    dataVersion: async () => undefined,
    close: async () => void db.close(),
  }
  return database
}

export async function tableOf(database: Database, name: string): Promise<Table> {
  const native = await database.dialect.introspect.describeTable(database, name)
  if (!native) throw new Error(`No table ${name}`)
  const keys = native.columns.filter((column) => column.keyPosition > 0).sort((a, b) => a.keyPosition - b.keyPosition)
  const foreign = new Set(native.foreignKeys.flatMap(({ columns }) => columns))
  return {
    name: native.name,
    title: native.name,
    type: native.type,
    order: 0,
    columns: native.columns.map((column) => ({
      name: column.name,
      title: column.name,
      uiType: foreign.has(column.name) ? ('ForeignKey' as const) : database.dialect.uiTypeOf(column),
      nativeType: column.nativeType,
      required: column.notNull,
      primaryKey: column.keyPosition > 0,
      autoIncrement: column.autoIncrement,
      unique: false,
      defaultValue: column.defaultValue,
      generated: column.generated,
      primaryValue: false,
      options: {},
    })),
    primaryKey: keys.map((column) => column.name),
    foreignKeys: native.foreignKeys,
    indexes: native.indexes,
    rowId: native.rowId,
  }
}
