import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { TableNamed } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { Step, StepResult } from '@main/db/statement'
import { wholeTableIndex, type TableIndex } from '../plan/columns'
import { keyOfRow } from '../parse/row-key'
import { storedRow } from '../shape/row-json'
import { byKeys } from './row-statements'
import type { OwnRow, StoredRow } from './change-event'

/** Tables that inherit from this one, whose rows are rows of this table as well. Empty for nearly all tables. */
export async function childTables({ storage }: Table, tableNamed: TableNamed): Promise<readonly Table[]> {
  if (storage?.children === undefined) return []
  const tables = await Promise.all(storage.children.map((name) => tableNamed(name)))
  return tables.flatMap((table) => (table === undefined ? [] : [table]))
}

/** Steps that read the rows with these keys from each child, with the columns that only the child has. */
export function selectFromChildren(
  dialect: Dialect,
  index: TableIndex,
  children: readonly Table[],
  keys: readonly (readonly string[])[],
): Step[] {
  const { storedIn } = dialect.rows
  if (storedIn === undefined || keys.length === 0) return []
  const statements = byKeys(dialect, index, keys)
  const rows = statements.map(({ params }) => params)
  return children.map((table) => storedIn({ table, where: statements[0]?.where ?? '', rows }))
}

/**
 * Matches deleted rows with their complete rows in the child table that stored them.
 *
 * @param results  of `selectFromChildren`, for each child
 * @param deleted  rows as a delete returned them: the columns of the table, then the name of the table that held them
 * @returns in the order of `deleted`; undefined for rows of the table itself, or if there are no children
 */
export function ownRows(
  index: TableIndex,
  children: readonly Table[],
  results: readonly StepResult[],
  deleted: readonly (readonly StoredValue[])[],
): readonly (OwnRow | undefined)[] | undefined {
  if (children.length === 0) return undefined
  const keyText = (valueOf: (name: string) => StoredValue | undefined): string =>
    JSON.stringify(keyOfRow(index, ({ name }) => valueOf(name)))
  const found = new Map(
    children.flatMap((table, at) =>
      (results[at]?.rows ?? []).map((row): [string, OwnRow] => {
        const stored = storedRow(table.columns, row)
        return [`${table.name} ${keyText((name) => stored[name])}`, { table, row: stored }]
      }),
    ),
  )
  const { columns } = index.table
  return deleted.map((row) => {
    const place = (name: string): number => columns.findIndex((column) => column.name === name)
    return found.get(`${String(row[columns.length] ?? '')} ${keyText((name) => row[place(name)])}`)
  })
}

/** Returns the key of a stored row of a table as text. */
export const keyOfStored = (table: Table, row: StoredRow): string[] =>
  keyOfRow(wholeTableIndex(table), ({ name }) => row[name])
