import type { Knex } from 'knex'
import { insertRow } from '../engine.ts'
import { notFound, RequestError } from './errors.ts'
import { exact } from './names.ts'
import { pageRows } from './schemas.ts'
import { columnsOf, type Column, type Table, type Values } from './table.ts'
import { shown, stored } from './values.ts'

/** Paging, order (`name,-price`), and values that rows must have. */
export interface ListQuery {
  readonly limit?: number
  readonly offset?: number
  readonly sort?: string
  readonly [property: string]: unknown
}

export interface Page<Row> {
  readonly rows: Row[]
  /** Number of rows on all pages. */
  readonly total: number
}

/** Reads the rows of a table or view. */
export interface ReadModel<Row> {
  /** @throws RequestError if `sort` names an unknown property */
  readonly list: (query?: ListQuery) => Promise<Page<Row>>
}

/** Reads and writes the rows of a table. Methods with a key throw a `RequestError` 404 if there is no such row. */
export interface Model<Row, Key, New> extends ReadModel<Row> {
  readonly get: (key: Key) => Promise<Row>
  readonly create: (values: New) => Promise<Row>
  readonly update: (key: Key, changes: Partial<Row>) => Promise<Row>
  readonly remove: (key: Key) => Promise<void>
}

export function createReadModel<Row extends object>(db: Knex, table: Table<Row>): ReadModel<Row> {
  return {
    list: async ({ limit = pageRows.default, offset = 0, sort, ...filters } = {}) => {
      const matching = db(exact(table.name)).where(storedValues(table, filters))
      const [counted] = await matching.clone().count({ total: '*' })
      const rows: Values[] = await matching
        .clone()
        .select(selected(table))
        .orderBy(orderOf(table, sort))
        .limit(limit)
        .offset(offset)
      return { rows: rows.map((row) => shownRow(table, row)), total: Number(counted?.['total']) }
    },
  }
}

export function createModel<Row extends object, Key extends object, New extends object>(
  db: Knex,
  table: Table<Row>,
): Model<Row, Key, New> {
  const withKey = (key: object) => db(exact(table.name)).where(storedValues(table, key))

  const get = async (key: object): Promise<Row> => {
    const row: Values | undefined = await withKey(key).first(selected(table))
    if (row === undefined) throw notFound()
    return shownRow(table, row)
  }

  return {
    ...createReadModel(db, table),

    get,

    create: async (values) => {
      const filled = table.key.filter((property) => !Object.hasOwn(values, property))
      const names = filled.map((property) => exact(columnOf(table, property).name))
      const found = await insertRow(db, exact(table.name), storedValues(table, values), names)
      const key = table.key.map((property) => {
        const at = filled.indexOf(property)
        return [property, at < 0 ? Reflect.get(values, property) : shown(columnOf(table, property), found[at])]
      })
      return get(Object.fromEntries(key) as object)
    },

    update: async (key, changes) => {
      const count = await withKey(key).update(storedValues(table, changes))
      if (count === 0) throw notFound()
      return get(key)
    },

    remove: async (key) => {
      const count = await withKey(key).delete()
      if (count === 0) throw notFound()
    },
  }
}

/** Columns by the properties that they are read into. */
const selected = (table: Table): Record<string, string> =>
  Object.fromEntries(columnsOf(table).map(([property, { name }]) => [property, exact(name)]))

const shownRow = <Row extends object>(table: Table<Row>, row: Values): Row =>
  Object.fromEntries(columnsOf(table).map(([property, column]) => [property, shown(column, row[property])])) as Row

/** Returns values as the database stores them, by the names of their columns. @throws RequestError */
export const storedValues = (table: Table, values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([property, value]) => {
      const column = columnOf(table, property)
      return [exact(column.name), stored(column, value)]
    }),
  )

/** @throws RequestError if the table has no such column */
export function columnOf(table: Table, property: string): Column {
  const [, column] = columnsOf(table).find(([known]) => known === property) ?? []
  if (column === undefined) throw new RequestError(400, `${property} is not a column`)
  return column
}

/** The key comes last, so that rows with equal values stay in order from page to page. */
function orderOf(table: Table, sort = ''): { column: string; order: 'asc' | 'desc' }[] {
  const asked = sort.split(',').filter((part) => part !== '')
  const byKey = table.key.filter((property) => !asked.includes(property) && !asked.includes(`-${property}`))
  return [...asked, ...byKey].map((part) => {
    const isDescending = part.startsWith('-')
    const { name } = columnOf(table, isDescending ? part.slice(1) : part)
    return { column: exact(name), order: isDescending ? 'desc' : 'asc' }
  })
}
