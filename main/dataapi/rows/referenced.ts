import { AppError, type ErrorDetails } from '@common/errors'
import type { Table } from '@common/model'
import { conditionJson } from '@common/query/condition-json'
import type { Filter, FilterValue } from '@common/query/tree'
import type { Database } from '@main/db/database'
import type { TableNamed } from '@main/db/computed'
import type { StoredValue } from '@common/columns/column-type'
import type { TableIndex } from '../plan/columns'
import { outerOutput } from '../compile/list-sql'
import type { LinkColumn } from '../nested/ends'
import { boundKey, keyOfRow } from '../parse/row-key'
import { SqlText } from '../compile/sql-text'
import { selectRows, single } from './row-statements'

/** Keys compared in one statement. */
const keysAtOnce = 200
/** Longest name of a record in an error. */
const nameLengthMax = 100

export interface RefusedDelete {
  readonly database: Database
  readonly index: TableIndex
  readonly keys: readonly (readonly string[])[]
  readonly tableNamed: TableNamed
}

/**
 * Adds to ROW_REFERENCED the linked record, its table, and the number of linked records. `filter` matches those records
 * (`conditionGraph`). Returns any other error unchanged.
 */
export async function explainReferenced(error: unknown, refused: RefusedDelete): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'ROW_REFERENCED') return error
  // A failed look-up of the details must not replace the original error.
  const found = await findReferences(refused).catch(() => undefined)
  return found === undefined ? error : new AppError('ROW_REFERENCED', found, { cause: error })
}

async function findReferences({ database, index, keys, tableNamed }: RefusedDelete): Promise<ErrorDetails | undefined> {
  for (const column of index.table.virtualColumns) {
    if (column.kind !== 'link' || !mayRefuse(column)) continue
    const child = await tableNamed(column.link.relatedTable)
    if (child === undefined) continue
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const [key] = await read(database, index, keys.slice(from, from + keysAtOnce), column, child, 'first')
      if (key === undefined) continue
      const keyText = keyOfRow(index, (each) => key[index.key.indexOf(each)])
      const [[count] = []] = await read(database, index, [keyText], column, child, 'count')
      const [row = []] = await database.read(single(selectRows(database.dialect, index, [keyText])), { lane: 'short' })
      return {
        record: nameOf(index, row, keyText),
        table: child.title,
        tableName: child.name,
        count: Number(count ?? 0),
        filter: conditionJson(childrenOf(index, row, column, child)),
      }
    }
  }
  return undefined
}

/** True if the database rejects deleting a record that this reference still points to. */
function mayRefuse({ link }: LinkColumn): boolean {
  return link.kind === 'hasMany' && link.real && !['CASCADE', 'SET NULL', 'SET DEFAULT'].includes(link.onDelete)
}

function read(
  database: Database,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  { link }: LinkColumn,
  child: Table,
  wanted: 'first' | 'count',
): Promise<StoredValue[][]> {
  const { dialect } = database
  const { quote } = dialect
  const sql = new SqlText(dialect)
  const [parent, children] = ['~parent', '~child'].map(quote)
  const named = link.columns.map((column, at) => `${quote(column)} AS ${quote(`~${at}`)}`).join(', ')
  const own = keys.map((key) => `(${boundKey(sql, index, key)})`).join(' OR ')
  const joined = link.relatedColumns
    .map((column, at) => `${children}.${quote(column)} = ${parent}.${quote(`~${at}`)}`)
    .join(' AND ')
  const plainKey = index.key.map(({ name }) => quote(name)).join(', ')
  const from = `FROM (SELECT ${plainKey}, ${named} FROM ${quote(index.table.name)} WHERE ${own}) AS ${parent} JOIN ${quote(child.name)} AS ${children} ON ${joined}`
  const keyNames = index.key.map((column) => outerOutput(dialect, column, `${parent}.${quote(column.name)}`)).join(', ')
  const text =
    wanted === 'count' ? `SELECT COUNT(*) ${from}` : `SELECT ${keyNames} ${from}${dialect.page('1', '0', false)}`
  return database.read({ sql: text, params: sql.params }, { lane: 'short' })
}

/** Returns the display name of the record: its primary value, else its key. */
function nameOf({ table }: TableIndex, row: readonly StoredValue[], key: readonly string[]): string {
  const at = table.columns.findIndex(({ primaryValue }) => primaryValue)
  const name = at < 0 ? '' : String(row[at] ?? '').trim()
  const text = name === '' ? `${table.title} ${key.join(', ')}` : name
  return text.length > nameLengthMax ? `${text.slice(0, nameLengthMax)}…` : text
}

function childrenOf({ table }: TableIndex, row: readonly StoredValue[], { link }: LinkColumn, child: Table): Filter {
  const filters = link.relatedColumns.map((name, at): Filter => {
    const own = table.columns.findIndex((column) => column.name === link.columns[at])
    const value = row[own] ?? null
    return {
      kind: 'condition',
      column: child.columns.find((column) => column.name === name)?.title ?? name,
      operator: 'eq',
      value: (typeof value === 'bigint' ? String(value) : value) as FilterValue,
    }
  })
  return { kind: 'and', filters }
}
