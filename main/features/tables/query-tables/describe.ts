import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { QueryParameter, QueryValue, TableQuery } from '@common/model/query-table'
import { bindParameters } from '@common/sql'
import type { SqlColumn } from '@common/sql/shapes'
import { isPrintableName, nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import { SqlFailure } from '@main/db/sql-session'
import { unpacked } from '@main/lib/packed-rows'
import { invalid } from './check'
import type { QueryColumn } from './stored'

/** Time limit of running a query to learn its columns. */
const describeMs = 30_000
/** Rows that tell what an expression holds, for databases without types. */
const exampleRows = 50
const columnsMax = 1_000

export interface DescribeOptions {
  readonly tableNamed: (name: string) => Promise<Table | undefined>
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a query in a read-only session and returns its columns. A column that shows a column of a table unchanged has the
 * type and options of that one.
 *
 * @throws AppError NOT_SUPPORTED, SQL_FAILED, SQL_NOT_READING, SQL_TIME_LIMIT, QUERY_TABLE_INVALID
 */
export async function describeQuery(
  database: Database,
  query: TableQuery,
  { tableNamed, signal }: DescribeOptions,
): Promise<QueryColumn[]> {
  const { columns, rows } = await examplesOf(database, query, signal)
  if (columns.length === 0) throw invalid('noColumns')
  if (columns.length > columnsMax) throw invalid('tooManyColumns', { max: columnsMax })
  const names = columns.map(({ name }) => nameKey(name))
  const wrong = columns.find(
    ({ name }, at) => !isPrintableName(name, limits.nameCharacters) || names.indexOf(nameKey(name)) < at,
  )
  if (wrong !== undefined) throw invalid('columnName', { column: wrong.name.slice(0, 60) })
  const tables = new Map<string, Table | undefined>()
  for (const name of new Set(columns.flatMap(({ origin }) => origin?.table ?? [])))
    tables.set(name, await tableNamed(name))
  return columns.map((column, at): QueryColumn => {
    const { name, type: nativeType, origin } = column
    const from = origin && tables.get(origin.table)?.columns.find((each) => each.name === origin.column)
    if (from && !hasRole(from, 'key', 'counter', 'reference'))
      return { name, nativeType: from.nativeType, uiType: from.uiType, options: from.options }
    const values = rows.map((row) => row[at] ?? null)
    return { name, nativeType, uiType: typeOf(database, column, values), options: {} }
  })
}

function typeOf({ dialect }: Database, { name, type: nativeType }: SqlColumn, values: readonly StoredValue[]): UiType {
  if (nativeType !== '') {
    const plain = { notNull: false, defaultValue: null, keyPosition: 0, autoIncrement: false, generated: false }
    return dialect.uiTypeOf({ name, nativeType, ...plain })
  }
  const known = values.filter((value) => value !== null)
  const isNumber = known.length > 0 && known.every((value) => typeof value === 'number' || typeof value === 'bigint')
  if (!isNumber) return typeFor.text
  return known.every((value) => typeof value === 'bigint' || Number.isInteger(value)) ? typeFor.whole : typeFor.decimal
}

async function examplesOf(
  database: Database,
  { sql, parameters }: TableQuery,
  signal: AbortSignal | undefined,
): Promise<{ readonly columns: readonly SqlColumn[]; readonly rows: readonly StoredValue[][] }> {
  if (database.openSqlSession === undefined) throw new AppError('NOT_SUPPORTED')
  const { syntax } = database.dialect.capabilities
  const values = Object.fromEntries(parameters.map((each) => [each.name, exampleOf(each)]))
  const own = bindParameters(sql, syntax, values)
  const wrapped = bindParameters(`SELECT * FROM (${sql}\n) AS basalt_query LIMIT ${exampleRows}`, syntax, values)
  if ('missing' in own || 'missing' in wrapped) throw invalid('undeclared', { name: '' })
  const session = await database.openSqlSession({ readOnly: true })
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    session.cancel()
  }, describeMs)
  const onAbort = (): void => session.cancel()
  signal?.addEventListener('abort', onAbort, { once: true })
  let columns: readonly SqlColumn[] = []
  const rows: StoredValue[][] = []
  try {
    // By itself first: its errors have places in the text of the user.
    await session.explain(own, { analyze: false })
    await session.run(wrapped, {
      columns: (found) => {
        columns = found
        return Promise.resolve()
      },
      rows: (packed) => {
        rows.push(...unpacked(packed).slice(0, exampleRows))
        return Promise.resolve(true)
      },
    })
    return { columns, rows }
  } catch (error) {
    if (isTimedOut) throw new AppError('SQL_TIME_LIMIT', { seconds: describeMs / 1000 }, { cause: error })
    if (error instanceof SqlFailure) throw new AppError('SQL_FAILED', { reason: error.reason }, { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    await session.close()
  }
}

const examples: Readonly<Record<QueryParameter['type'], QueryValue>> = {
  text: '',
  number: 1,
  boolean: true,
  date: '2000-01-01',
  dateTime: '2000-01-01 00:00:00',
}

const exampleOf = ({ type, default: value }: QueryParameter): QueryValue =>
  value === undefined ? examples[type] : value
