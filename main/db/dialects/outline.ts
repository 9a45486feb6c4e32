import type { StoredValue } from '@common/columns/column-type'
import type { ColumnOutline, TableOutline } from '@main/db/dialect'

/** A column of any table: table, table's identity, column, type, NOT NULL, position in the key, column's identity. */
export type OutlineRow = readonly (StoredValue | undefined)[]

/**
 * Groups columns by table.
 *
 * @param listed  tables of the project
 * @param rows  columns of all tables, in order within each table; columns of unlisted tables are skipped
 */
export function outlinesOf(
  listed: readonly { readonly name: string; readonly type: 'table' | 'view' }[],
  rows: readonly OutlineRow[],
): TableOutline[] {
  const found = new Map<string, { identity: string | null; columns: ColumnOutline[] }>()
  for (const [table, identity, name, nativeType, notNull, keyPosition, columnIdentity] of rows) {
    const known = found.get(String(table)) ?? { identity: textOrNull(identity), columns: [] }
    known.columns.push({
      name: String(name),
      nativeType: String(nativeType ?? ''),
      notNull: notNull === true || Number(notNull) === 1,
      keyPosition: Number(keyPosition ?? 0),
      identity: textOrNull(columnIdentity),
    })
    found.set(String(table), known)
  }
  return listed.map(({ name, type }) => ({ name, type, ...(found.get(name) ?? { identity: null, columns: [] }) }))
}

const textOrNull = (value: StoredValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
