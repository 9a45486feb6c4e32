import { insertInto, metaTables, updateIn, type ChangeRow, type MetaStore, type MetaStep } from '@main/db/meta'
import { actorColumns } from './actor-columns'
import { KeyList, wholeNumber } from './key-list'
import type { RowChange } from './row-entries'

const { changes } = metaTables

/** Smaller changes store the values of each row, which costs little and doesn't depend on later writes. */
const rowsMin = 100

const lists = new WeakMap<RowChange, KeyList | undefined>()

/**
 * Returns the keys of a change that becomes one entry, and undefined for a change with an entry for each row. Rows
 * that weren't read before are always one entry.
 */
export function keyListOf(change: RowChange): KeyList | undefined {
  if (lists.has(change)) return lists.get(change)
  const { kind, keys, after, table } = change
  const isOne = kind === 'create' && table.primaryKey.length === 1 && (after.length === 0 || keys.length >= rowsMin)
  // A whole number is the same text in history as in the event.
  const list = isOne ? KeyList.of(keys.map(([key = '']) => key)) : undefined
  lists.set(change, list)
  return list
}

/** Returns the statement that stores a change as one entry. */
export function changeStep(
  { projectId, table, who, when, why, change }: RowChange,
  keys: KeyList,
  id: string,
): MetaStep {
  return insertInto(changes, {
    id,
    project_id: projectId,
    table_name: table.name,
    kind: 'insert',
    why,
    records: keys.size,
    ...listColumns(keys),
    column_names: JSON.stringify(table.columns.map(({ name }) => name)),
    ...actorColumns(who, why),
    created_at: when,
    change_id: change ?? null,
  })
}

function listColumns(keys: KeyList): Pick<ChangeRow, 'key_list' | 'first_key' | 'last_key'> {
  const [first, last] = keys.bounds
  return { key_list: String(keys), first_key: first, last_key: last }
}

/** Rows of a table after one of its marks. */
export interface ChangesQuery {
  readonly projectId: string
  readonly table: string
  /** Row keys, as `rowKeyText` names them. */
  readonly rowKeys: readonly string[]
  /** Id that all of them are newer than. */
  readonly since?: string
}

/** Returns the changes that made one of the rows, oldest first. */
export async function changesOfRows(store: MetaStore, query: ChangesQuery): Promise<readonly MadeRows[]> {
  const { projectId, table, rowKeys, since = '' } = query
  const numbers = rowKeys.map(wholeNumber).filter((number) => number !== undefined)
  if (numbers.length === 0) return []
  const rows = await store.select(
    changes,
    'WHERE project_id = ? AND table_name = ? AND first_key <= ? AND last_key >= ? AND id > ? ORDER BY id',
    [projectId, table, Math.max(...numbers), Math.min(...numbers), since],
  )
  return rows
    .map((row) => ({ row, keys: KeyList.parse(row.key_list) }))
    .filter(({ keys }) => rowKeys.some((key) => keys.has(key)))
}

/** A change, and the keys that its rows have now. */
export interface MadeRows {
  readonly row: ChangeRow
  readonly keys: KeyList
}

/** Returns the columns of the rows that the change created. */
export const columnsOfChange = ({ column_names }: Pick<ChangeRow, 'column_names'>): readonly string[] =>
  JSON.parse(column_names) as string[]

/** Returns the statements by which the changes follow a row to its new key. */
export async function keyMovedSteps(
  store: MetaStore,
  { projectId, table, from, to }: KeyMove,
): Promise<readonly MetaStep[]> {
  const made = await changesOfRows(store, { projectId, table, rowKeys: [from] })
  return made.flatMap(({ row, keys }) => {
    const moved = keys.withMoved(from, to)
    return moved === undefined ? [] : [updateIn(changes, listColumns(moved), { id: row.id })]
  })
}

export interface KeyMove {
  readonly projectId: string
  readonly table: string
  readonly from: string
  readonly to: string
}
