import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { Step, StepResult } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import type { TableNamed } from '@main/db/computed'
import type { TableIndex } from '../plan/columns'
import { columnNames } from '../compile/read'
import { boundKey } from '../parse/row-key'
import { SqlText } from '../compile/sql-text'
import type { AlongRows } from './change-events'
import { storedRow } from '../shape/row-json'
import { exactPlaces } from './row-statements'

/** Rows of another table that a delete reaches: the database takes them along, or empties what they refer by. */
export interface Dependent {
  readonly table: Table
  /** Emptied: the columns by which they refer. Undefined: the rows go. */
  readonly cleared: readonly string[] | undefined
  /** From the table whose rows are deleted to this one. */
  readonly path: readonly Way[]
}

interface Way {
  readonly from: Table
  readonly columns: readonly string[]
  readonly to: Table
  readonly toColumns: readonly string[]
}

/** Tables behind tables behind tables: beyond it, what the database takes along is not looked at. */
const depthMax = 5
/** Rows of one table that go along with one row. */
const alongMax = 10_000

const known = new WeakMap<Table, Promise<readonly Dependent[]>>()

/** What deleting rows of a table does elsewhere. Kept beside the table object, which is another one after any change. */
export function dependentsOf(table: Table, tableNamed: TableNamed): Promise<readonly Dependent[]> {
  const kept = known.get(table)
  if (kept !== undefined) return kept
  const found = behind(table, tableNamed, [])
  known.set(table, found)
  found.catch(() => known.delete(table))
  return found
}

async function behind(table: Table, tableNamed: TableNamed, path: readonly Way[]): Promise<readonly Dependent[]> {
  if (path.length >= depthMax) return []
  const found = await Promise.all(
    table.virtualColumns.map(async (column): Promise<readonly Dependent[]> => {
      const action = onDelete(column)
      if (action === undefined || column.kind !== 'link') return []
      const { relatedTable, columns, relatedColumns } = column.link
      const child = await tableNamed(relatedTable)
      if (child === undefined || child.type === 'view') return []
      const way = [...path, { from: table, columns, to: child, toColumns: relatedColumns }]
      if (action === 'clear') return [{ table: child, cleared: relatedColumns, path: way }]
      return [{ table: child, cleared: undefined, path: way }, ...(await behind(child, tableNamed, way))]
    }),
  )
  return found.flat()
}

function onDelete(column: VirtualColumn): 'take' | 'clear' | undefined {
  if (column.kind !== 'link' || column.link.kind !== 'hasMany' || !column.link.real) return undefined
  switch (column.link.onDelete) {
    case 'CASCADE':
      return 'take'
    case 'SET NULL':
    case 'SET DEFAULT':
      return 'clear'
    default:
      return undefined
  }
}

/** Reads the rows that a delete of these rows reaches, before it: from the key outwards, so that indexes serve. */
export function selectDependents(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  dependent: Dependent,
): Step {
  const { quote } = dialect
  const statements = keys.map((key) => {
    const sql = new SqlText(dialect)
    const [first] = dependent.path
    const named = (columns: readonly string[]): string =>
      columns.map((column, at) => `${quote(column)} AS ${quote(`~${at}`)}`).join(', ')
    let parents = `SELECT ${named(first?.columns ?? [])} FROM ${quote(index.table.name)} WHERE ${boundKey(sql, index, key)}`
    let text = ''
    for (const [at, way] of dependent.path.entries()) {
      const child = quote(way.to.name)
      const joined = way.toColumns
        .map((column, position) => `${child}.${quote(column)} = ${quote('~parent')}.${quote(`~${position}`)}`)
        .join(' AND ')
      const from = `FROM (${parents}) AS ${quote('~parent')} JOIN ${child} ON ${joined}`
      const next = dependent.path[at + 1]
      if (next === undefined) text = `SELECT ${columnNames(dialect, way.to.columns)} ${from}`
      else
        parents = `SELECT ${next.columns.map((column, position) => `${child}.${quote(column)} AS ${quote(`~${position}`)}`).join(', ')} ${from}`
    }
    return { text: `${text}${dialect.page(String(alongMax), '0', false)}`, params: sql.params }
  })
  return {
    sql: statements[0]?.text ?? '',
    params: [],
    batch: statements.map(({ params }) => params),
    returns: true,
    asStored: { columns: exactPlaces(dependent.table.columns) },
  }
}

/** What was read, told with the change. A row that several paths lead to is there once. */
export function alongOf(dependents: readonly Dependent[], results: readonly StepResult[]): AlongRows[] {
  const seen = new Set<string>()
  return dependents.flatMap(({ table, cleared }, at): AlongRows[] => {
    const rows = (results[at]?.rows ?? []).map((row) => storedRow(table.columns, row))
    const fresh = rows.filter((row) => {
      if (table.primaryKey.length === 0) return true
      const identity = JSON.stringify([table.name, cleared, ...table.primaryKey.map((name) => String(row[name] ?? ''))])
      if (seen.has(identity)) return false
      seen.add(identity)
      return true
    })
    return fresh.length === 0 ? [] : [{ table, rows: fresh, ...(cleared === undefined ? {} : { cleared }) }]
  })
}
