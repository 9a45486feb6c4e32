import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { Dialect } from '@main/db/dialect'
import type { TableNamed } from '@main/db/computed'
import type { Step, StepResult } from '@main/db/statement'
import type { TableIndex } from '../plan/columns'
import { columnNames } from '../compile/read'
import { boundKey } from '../parse/row-key'
import { SqlText } from '../compile/sql-text'
import { storedRow } from '../shape/row-json'
import { exactPlaces } from './row-statements'
import type { AlongRows } from './change-event'

/** Rows of another table that a delete affects: the database deletes them or clears their references. */
export interface Dependent {
  readonly table: Table
  /** Cleared foreign key columns; undefined if the rows are deleted. */
  readonly cleared: readonly string[] | undefined
  /** Path from the table of the deleted rows to this one. */
  readonly path: readonly Way[]
}

interface Way {
  readonly from: Table
  readonly columns: readonly string[]
  readonly to: Table
  readonly toColumns: readonly string[]
}

/** Maximum depth of cascades that are recorded. */
const depthMax = 5
/** Maximum number of affected rows of one table per deleted row. */
const alongMax = 10_000

const known = new WeakMap<Table, Promise<readonly Dependent[]>>()

/** Returns the effects of deleting rows of a table. Cached per table object, which is replaced after any change. */
export function dependentsOf(table: Table, tableNamed: TableNamed): Promise<readonly Dependent[]> {
  const cached = known.get(table)
  if (cached !== undefined) return cached
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

/** Reads the rows that a delete will affect. Starts from the key, so that indexes apply. */
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

/** Returns the affected rows for the event, without duplicates of several paths. */
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
