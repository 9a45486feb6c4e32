import type { Knex } from 'knex'
import { columnOf, createModel, createReadModel, storedValues } from '../../src/lib/model.ts'
import { exact } from '../../src/lib/names.ts'
import { columnsOf, type Column, type Table, type Values } from '../../src/lib/table.ts'
import { tables, type TableName } from '../../src/models/index.ts'
import { references } from './references.ts'

/** A row in JSON, or the values of a new one. */
export type Row = Record<string, unknown>

/** Number of samples so far: each has other values. */
let made = 0

/** Returns values for a new row. Creates the rows that it has to refer to. */
export async function newRow(db: Knex, name: TableName, given: Values = {}): Promise<Row> {
  const table: Table = tables[name]
  const values: Row = { ...given }
  for (const { columns, parent, parentColumns } of references[name] ?? []) {
    const isOptional = columns.some((property) => columnOf(table, property).nullable)
    if (isOptional || columns.every((property) => Object.hasOwn(values, property))) continue
    const shared = columns.flatMap((property, at) =>
      Object.hasOwn(values, property) ? [[parentColumns[at] ?? '', values[property]] as const] : [],
    )
    const row = await createRow(db, parent, Object.fromEntries(shared))
    columns.forEach((property, at) => (values[property] = row[parentColumns[at] ?? '']))
  }
  const referring = new Set((references[name] ?? []).flatMap(({ columns }) => columns))
  made += 1
  for (const [property, column] of columnsOf(table))
    if (!column.readOnly && !Object.hasOwn(values, property))
      values[property] = referring.has(property) && column.nullable ? null : sampleOf(column, made)
  return values
}

/** Creates a row, and the rows that it has to refer to. */
export async function createRow(db: Knex, name: TableName, given: Values = {}): Promise<Row> {
  const table: Table = tables[name]
  const values = await newRow(db, name, given)
  if (table.key.length > 0) return { ...(await createModel(db, table).create(values)) }
  await db(exact(table.name)).insert(storedValues(table, values))
  const { rows } = await createReadModel(db, table).list({ limit: 1000 })
  return { ...rows.at(-1) }
}

/** Returns other values for the columns of a row that can change. */
export function changedRow(name: TableName): Row {
  const table: Table = tables[name]
  const referring = new Set((references[name] ?? []).flatMap(({ columns }) => columns))
  made += 1
  return Object.fromEntries(
    columnsOf(table)
      .filter(([property, { readOnly }]) => !readOnly && !table.key.includes(property) && !referring.has(property))
      .map(([property, column]) => [property, sampleOf(column, made)]),
  )
}

/** Returns the n-th value of a column, in the form in which the database returns it. */
function sampleOf(
  { kind, minimum = 0, maximum = Infinity, maxLength = 40, scale = 10, precision = 30, options }: Column,
  n: number,
): unknown {
  if (options !== undefined) return options[n % options.length]
  switch (kind) {
    case 'integer':
      return n >= minimum && n <= maximum ? n : minimum + (n % (maximum - minimum + 1))
    case 'bigint':
      return String(9_007_199_254_740_992n + BigInt(n))
    case 'number':
      return n + 0.5
    case 'decimal':
      return decimalOf(n, precision - scale, Math.min(scale, 12))
    case 'boolean':
      return n % 2 === 1
    case 'text':
      return maxLength < 12 ? String(n % 10 ** maxLength).padEnd(maxLength, 'x') : `Text ${n}`
    case 'uuid':
      return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    case 'date':
      return `2024-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`
    case 'time':
      return `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:05`
    case 'datetime':
      return new Date(Date.UTC(2024, 0, 1, n)).toISOString()
    case 'json':
      return { number: n }
    case 'binary':
      return Buffer.alloc(Math.min(maxLength, 16), n % 256).toString('base64')
  }
}

/** Returns a number with digits that fit, and none that is 0 at the end: some databases pad a number, SQLite doesn't. */
function decimalOf(n: number, before: number, after: number): string {
  const whole = before > 0 ? n % 10 ** Math.min(before, 9) : 0
  return after > 0 ? `${whole}.${'5'.padStart(after, '1')}` : String(whole)
}
