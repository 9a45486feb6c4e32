import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { TouchedRow } from '@main/features/audit'
import { comparedColumns, keyTextOf, pathOf, pathTextOf, type Difference, type Row } from './differences'

export interface LogOptions {
  /** Returns stored rows; deleted rows are missing. */
  readonly rows: (keys: readonly (readonly string[])[]) => Promise<readonly Row[]>
  /** True if two stored values are the same for their column. */
  readonly isSame: (column: Column, left: StoredValue, right: StoredValue) => boolean
}

export interface LoggedDifferences {
  readonly list: readonly Difference[]
  /** True if a record differs from the log: another program changed it. */
  readonly isOutside: boolean
}

/**
 * Rebuilds the earlier records from the present ones and the values before the changes since.
 *
 * @param visible  columns that the reader sees
 */
export async function differencesFromLog(
  { rows, isSame }: LogOptions,
  table: Table,
  visible: readonly Column[],
  touched: readonly TouchedRow[],
): Promise<LoggedDifferences> {
  const held = new Map((await rows(touched.map(({ path }) => path))).map((row) => [keyTextOf(table, row), row]))
  const columns = comparedColumns(visible)
  const names = new Map(columns.map((column) => [column.name, column]))
  const list: Difference[] = []
  let isOutside = false
  const isOther = (name: string, left: StoredValue, right: StoredValue): boolean => {
    const column = names.get(name)
    return column !== undefined && !isSame(column, left, right)
  }
  for (const row of touched) {
    const now = held.get(pathTextOf(table, row.path))
    isOutside ||= isOtherThanLogged(row, now, isOther)
    const key = now === undefined ? row.path : pathOf(table, now)
    if (!row.existed) {
      if (now !== undefined) list.push({ key, state: 'added', was: undefined, now, columns: [], unknown: [] })
      continue
    }
    const looked = row.isWhole ? columns.map(({ name }) => name) : [...row.before.keys()]
    const unknown = looked.filter(
      (name) => names.has(name) && row.before.has(name) && row.before.get(name) === undefined,
    )
    const was: Row = {
      ...(row.isWhole ? Object.fromEntries(columns.map(({ name }) => [name, null])) : now),
      ...Object.fromEntries([...row.before].map(([name, value]) => [name, value ?? null])),
    }
    if (now === undefined) {
      const missing = row.isWhole
        ? unknown
        : columns.map(({ name }) => name).filter((name) => row.before.get(name) === undefined)
      const at = row.isWhole && unknown.length === 0 ? pathOf(table, was) : row.path
      list.push({ key: at, state: 'deleted', was, now: undefined, columns: [], unknown: missing })
      continue
    }
    const changed = looked.filter(
      (name) => !unknown.includes(name) && isOther(name, was[name] ?? null, now[name] ?? null),
    )
    if (changed.length + unknown.length > 0) list.push({ key, state: 'changed', was, now, columns: changed, unknown })
  }
  return { list, isOutside }
}

function isOtherThanLogged(
  { exists, after }: TouchedRow,
  now: Row | undefined,
  isOther: (name: string, left: StoredValue, right: StoredValue) => boolean,
): boolean {
  if (now === undefined || !exists) return (now !== undefined) !== exists
  return [...after].some(([name, value]) => value !== undefined && isOther(name, value, now[name] ?? null))
}
