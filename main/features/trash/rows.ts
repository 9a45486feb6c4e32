import { errorMessage, type AppError } from '@common/errors'
import type { Message } from '@common/messages'
import { systemPrincipal, type Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import type { Column, Table } from '@common/model'
import { rowIdSegment } from '@common/query/row-id'
import { deleteFrom, metaTables, updateIn, type MetaStore, type MetaStep } from '@main/db/meta'
import { exactKeyPart } from '@main/lib/key-part'
import type { CallContext } from '@main/operations/context'
import { forgetTrashSteps, type TrashEntry } from './entries'
import { rowsOfText, rowsText } from '@main/lib/rows-text'
import { keyOf, type TrashedAlong, type TrashedRow, type TrashedRecord } from './trashed-rows'
import { chunkSteps, type TrashedChunk, type RowsDefinition } from './recorder'

const { trash, trashRows } = metaTables

/** Rows of another table, as the data engine speaks of them. */
export interface AlongRows {
  readonly table: Table
  readonly rows: readonly TrashedRow[]
  readonly cleared?: readonly string[]
}

/** A row to restore, and the inheriting table that stored it, if any. */
interface RowToRestore {
  readonly row: TrashedRow
  readonly own?: { readonly table: Table; readonly row: TrashedRow }
}

/** The data engine's way to bring rows back. */
export type RestoreRows = (
  call: { readonly projectId: string; readonly table: Table; readonly context: CallContext; readonly why: string },
  wanted: { readonly rows: readonly RowToRestore[]; readonly along: readonly AlongRows[]; readonly asStored: boolean },
) => Promise<{
  readonly restored: number
  readonly refused: readonly { readonly row: TrashedRow; readonly error: AppError }[]
  readonly along: readonly AlongRows[]
  readonly alongError: AppError | undefined
  readonly changed: readonly ChangedColumn[]
}>

/** A column whose restored values differ from the deleted ones. */
export interface ChangedColumn {
  readonly column: string
  readonly count: number
}

export interface RowsRestored {
  readonly restored: number
  readonly refused: readonly { readonly rowId: string; readonly why: Message }[]
  /** Number of rows of other tables that couldn't be restored. */
  readonly lostAlong: number
  /** Reason of the first one that can't be restored. */
  readonly lostBecause?: Message
  readonly changed: readonly ChangedColumn[]
  readonly made: readonly MadeAgain[]
}

/** A restored record, with the values that it was deleted with. */
export interface MadeAgain {
  readonly table: Table
  /** As in a path. */
  readonly rowId: string
  readonly row: TrashedRow
}

export interface RestoreRowsOptions {
  readonly store: MetaStore
  readonly restoreRows: RestoreRows
  readonly lookups: (principal: Principal) => Pick<TablesInSight, 'named'>
}

const keyText = (key: readonly string[]): string => JSON.stringify(key)

/**
 * Restores all or some rows of an entry. Restored rows leave the trash; others stay, so that the user can retry.
 *
 * @param wanted  keys as texts; default: all rows
 */
export async function restoreEntryRows(
  { store, restoreRows, lookups }: RestoreRowsOptions,
  context: CallContext,
  entry: TrashEntry,
  table: Table,
  wanted?: ReadonlySet<string>,
): Promise<RowsRestored & { readonly keys: readonly string[] }> {
  const held = await rowsOf(store, entry.id)
  const rows = wanted === undefined ? held : held.filter(({ row }) => wanted.has(wantedKey(table, row, wanted)))
  const { along, asStored = false } = rowsOfText<RowsDefinition>(entry.definition)
  const nothing = { restored: 0, refused: [], lostAlong: 0, changed: [], made: [], keys: [] }
  if (rows.length === 0 && (wanted !== undefined || along.length === 0)) return nothing
  const named = (name: string): Promise<Table | undefined> => lookups(systemPrincipal).named(entry.projectId, name)
  const gone: TrashedAlong[] = []
  const reached = await Promise.all(
    along.map(async (group): Promise<AlongRows[]> => {
      const other = await named(group.table)
      if (other === undefined) gone.push(group)
      return other === undefined ? [] : [{ ...group, table: other }]
    }),
  )
  const toRestore = await Promise.all(
    rows.map(async ({ row, own }): Promise<RowToRestore> => {
      const stored = own === undefined ? undefined : await named(own.table)
      return own === undefined || stored === undefined ? { row } : { row, own: { table: stored, row: own.row } }
    }),
  )
  const call = { projectId: entry.projectId, table, context, why: 'restore' }
  const done = await restoreRows(call, { rows: toRestore, along: reached.flat(), asStored })
  const refused = new Set(done.refused.map(({ row }) => row))
  const back = new Set(rows.map(({ row }) => row).filter((row) => !refused.has(row)))
  const left = held.filter(({ row }) => !back.has(row))
  const notBack = new Set(done.along.flatMap((group) => group.rows))
  const alongBack = reached
    .flat()
    .flatMap(({ table: other, rows: gone, cleared }) =>
      cleared === undefined ? gone.filter((row) => !notBack.has(row)).map((row) => madeAgain(other, row)) : [],
    )
  const alongLeft = [...done.along.map(trashedAlong), ...gone]
  await store.transact(
    left.length === 0 && alongLeft.length === 0
      ? forgetTrashSteps(entry.projectId, entry.id)
      : await remainderSteps(entry, table, left, { along: alongLeft, ...(asStored && { asStored }) }),
  )
  return {
    restored: done.restored,
    refused: done.refused.map(({ row, error }) => ({
      rowId: rowIdSegment(JSON.parse(wantedKey(table, row, wanted)) as string[]),
      why: errorMessage(error.code, error.details),
    })),
    lostAlong: left.length === 0 ? countOf(alongLeft) : 0,
    ...(done.alongError && { lostBecause: errorMessage(done.alongError.code, done.alongError.details) }),
    changed: done.changed,
    made: [...[...back].map((row) => madeAgain(table, row)), ...alongBack],
    keys: [...back].map((row) => wantedKey(table, row, wanted)),
  }
}

/**
 * Returns the key of a row as it was requested. In a column without a type, `"7"` is the text and `7` the number; a text
 * that no number is written like, such as `07`, may also come without quotes.
 */
function wantedKey(table: Table, row: TrashedRow, wanted: ReadonlySet<string> = new Set()): string {
  const column = (name: string): Column | undefined => table.columns.find((each) => each.name === name)
  const exact = keyText(table.primaryKey.map((name) => exactKeyPart(column(name), row[name])))
  const plain = keyOf(table, row)
  const isText = table.primaryKey.every(
    (name) => typeof row[name] !== 'string' || String(Number(row[name])) !== row[name],
  )
  return isText && !wanted.has(exact) && wanted.has(keyText(plain)) ? keyText(plain) : exact
}

const madeAgain = (table: Table, row: TrashedRow): MadeAgain => ({ table, rowId: rowIdSegment(keyOf(table, row)), row })

const trashedAlong = ({ table, ...rest }: AlongRows): TrashedAlong => ({ ...rest, table: table.name })

const countOf = (along: readonly TrashedAlong[]): number => along.reduce((sum, { rows }) => sum + rows.length, 0)

async function rowsOf(store: MetaStore, id: string): Promise<TrashedRecord[]> {
  const chunks = await store.select(trashRows, { trash_id: id }, { orderBy: ['position'] })
  return chunks.flatMap(({ kept }) => {
    const { rows, own } = rowsOfText<TrashedChunk>(kept)
    return rows.map((row, at): TrashedRecord => {
      const stored = own?.[at] ?? undefined
      return stored === undefined ? { row } : { row, own: stored }
    })
  })
}

async function remainderSteps(
  entry: TrashEntry,
  table: Table,
  left: readonly TrashedRecord[],
  definition: RowsDefinition,
): Promise<MetaStep[]> {
  // After all records are restored, counts the linked ones that remain.
  const count = left.length === 0 ? countOf(definition.along) : left.length
  return [
    deleteFrom(trashRows, { trash_id: entry.id }),
    ...(await chunkSteps(entry.id, table, left)),
    updateIn(
      trash,
      { row_count: count, definition: rowsText(definition) },
      { project_id: entry.projectId, id: entry.id },
    ),
  ]
}
