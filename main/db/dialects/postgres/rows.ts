import { isAlwaysIdentity } from '@common/columns/identity'
import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { RowSql } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { rowsWithReturning } from '../returning'
import { placeholder, quote, textLiteral } from './literals'

const plain = rowsWithReturning({ quote, placeholder })
const overriding = ' OVERRIDING SYSTEM VALUE'

type Insert = Parameters<RowSql['insert']>[0]

/** Writes of rows. After an insert with an explicit key, the sequence continues behind it, as on other engines. */
export const rows: RowSql = {
  overriding,
  ...(plain.returning && { returning: plain.returning }),
  // An update of other columns than the key lets clients insert rows that reference the row.
  lock: (table, where, columns) =>
    `SELECT ${columns ?? '1'} FROM ${quote(table.name)} WHERE ${where} FOR ${columns === undefined ? '' : 'NO KEY '}UPDATE`,
  countOn: (table, column) => {
    const [from, key] = [quote(table), quote(column)]
    return {
      sql: `SELECT setval(${sequenceOf(table, column)}, max(${key})) FROM ${from} HAVING max(${key}) IS NOT NULL`,
      params: [],
    }
  },
  insert: (write) => {
    const insists = write.columns.some(isAlwaysIdentity)
    if (write.table.storage?.redirects === true) return redirectedInsert(write, insists)
    const step = plain.insert(write)
    const sql = insists ? step.sql.replace(') VALUES (', `)${overriding} VALUES (`) : step.sql
    const counted = write.columns.find(({ autoIncrement }) => autoIncrement)
    if (counted === undefined) return { ...step, sql }
    const sequence = sequenceOf(write.table.name, counted.name)
    const column = quote(counted.name)
    // Returned as an additional, ignored column. Users without the right to set the sequence can still store the row.
    const countOn = `CASE WHEN ${column} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)
      AND has_sequence_privilege(${sequence}, 'UPDATE') THEN setval(${sequence}, ${column}) END`
    return { ...step, sql: `${sql}${write.returned.length === 0 ? ' RETURNING ' : ', '}${countOn}` }
  },
  update: (write) => plain.update({ ...write, where: oneRow(write.table, write.where) }),
  remove: (write) => {
    const step = plain.remove({ ...write, where: oneRow(write.table, write.where) })
    // Appends the table that stored the row to the returned columns.
    return write.table.storage?.children === undefined || write.returned.length === 0
      ? step
      : {
          ...step,
          sql: `${step.sql}, (SELECT c.relname FROM pg_catalog.pg_class AS c WHERE c.oid = ${quote(write.table.name)}.tableoid)`,
        }
  },
  storedIn: ({ table, where, rows: keys }) => ({
    sql: `SELECT ${names(table.columns)} FROM ONLY ${quote(table.name)} WHERE ${where}`,
    params: [],
    batch: keys,
    returns: true,
  }),
}

const names = (columns: readonly Column[]): string => columns.map(({ name }) => quote(name)).join(', ')

const sequenceOf = (table: string, column: string): string =>
  `pg_get_serial_sequence(${textLiteral(quote(table))}, ${textLiteral(column)})`

/**
 * Selects one row. Inheriting tables may have rows with the same key, since each has its own key constraint. Picks the
 * row that a read by key finds first: PostgreSQL scans a table and its children by their numbers.
 */
function oneRow({ name, storage }: Table, where: string): string {
  if (storage?.children === undefined) return where
  return `(tableoid, ctid) IN (SELECT tableoid, ctid FROM ${quote(name)} WHERE ${where} ORDER BY tableoid LIMIT 1)`
}

/** Inserts rows that a rule or a trigger may redirect. Such an insert returns no rows, so reads them by key. */
function redirectedInsert({ table, columns, rows: values, returned }: Insert, insists: boolean): Step {
  const target =
    columns.length === 0
      ? ' DEFAULT VALUES'
      : ` (${names(columns)})${insists ? overriding : ''} VALUES (${columns.map((_, at) => placeholder(at + 1)).join(', ')})`
  const step: Step = {
    sql: `INSERT INTO ${quote(table.name)}${target}`,
    params: [],
    batch: values,
    returns: returned.length > 0,
  }
  if (returned.length === 0) return step
  const params: number[] = []
  const given = (column: Column): number => columns.findIndex(({ name }) => name === column.name)
  const key = table.columns.filter(({ primaryKey }) => primaryKey)
  const by = key.length > 0 ? key : columns.filter(({ nativeType }) => !withoutEquality.test(nativeType))
  const conditions = by.map((column) => {
    const place = given(column)
    if (place < 0 && column.autoIncrement)
      // A subquery runs once, so that the comparison can use the index.
      return `${quote(column.name)} = (SELECT currval(coalesce(${sequenceOf(table.name, column.name)}, ${defaultSequence(table.name, column.name)})))`
    params.push(place)
    return `${quote(column.name)} IS NOT DISTINCT FROM ${placeholder(params.length)}`
  })
  return {
    ...step,
    readBack: {
      when: 'after',
      sql: `SELECT ${names(returned)} FROM ${quote(table.name)}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`} LIMIT 1`,
      batch: values.map((row): StoredValue[] => params.map((place) => row[place] ?? null)),
    },
  }
}

const withoutEquality = /^(json|xml|point|polygon|line|path|box|circle|lseg)\b/

/** Returns the sequence of a `DEFAULT nextval('…')` that no column owns. */
function defaultSequence(table: string, column: string): string {
  return `(SELECT substring(pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM $q$^nextval\\('(.*)'::regclass\\)$q$)
    FROM pg_catalog.pg_attrdef AS d JOIN pg_catalog.pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = ${textLiteral(quote(table))}::regclass AND a.attname = ${textLiteral(column)})`
}
