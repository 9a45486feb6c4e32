import type { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { rowIdSegment } from '@common/query/row-id'
import { deleteFrom, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { Step } from '@main/db/database'
import { errorSentence } from '@main/lib/messages'
import type { CallContext } from '@main/operations/context'
import { forgetTrashSteps, type TrashEntry } from './entries'
import { keyOf, rowsOfText, rowsText, type AlongKept, type KeptRow } from './kept-rows'
import { chunkSteps, type KeptChunk, type RowsDefinition } from './recorder'

const { trash, trashRows } = metaTables

/** Rows of another table, as the data engine speaks of them. */
export interface AlongRows {
  readonly table: Table
  readonly rows: readonly KeptRow[]
  readonly cleared?: readonly string[]
}

/** The data engine's way to bring rows back. */
export type RestoreRows = (
  call: { readonly projectId: string; readonly table: Table; readonly context: CallContext; readonly why: string },
  wanted: { readonly rows: readonly KeptRow[]; readonly along: readonly AlongRows[] },
) => Promise<{
  readonly restored: number
  readonly refused: readonly { readonly row: KeptRow; readonly error: AppError }[]
  readonly along: readonly AlongRows[]
}>

export interface RowsRestored {
  readonly restored: number
  readonly refused: readonly { readonly rowId: string; readonly msg: string }[]
  /** Rows of other tables that could not come back with them. */
  readonly lostAlong: number
}

export interface RestoreRowsOptions {
  readonly store: MetaStore
  readonly restoreRows: RestoreRows
  readonly tableNamed: (projectId: string, name: string) => Promise<Table | undefined>
}

const keyText = (key: readonly string[]): string => JSON.stringify(key)

/**
 * Brings back the rows of an entry, or those of them that are wanted. What comes back leaves the trash; what cannot
 * stays there.
 *
 * @param wanted  keys as texts; every row without it
 */
export async function restoreEntryRows(
  { store, restoreRows, tableNamed }: RestoreRowsOptions,
  context: CallContext,
  entry: TrashEntry,
  table: Table,
  wanted?: ReadonlySet<string>,
): Promise<RowsRestored & { readonly keys: readonly string[] }> {
  const held = await rowsOf(store, entry.id)
  const rows = wanted === undefined ? held : held.filter((row) => wanted.has(keyText(keyOf(table, row))))
  if (rows.length === 0) return { restored: 0, refused: [], lostAlong: 0, keys: [] }
  const { along } = rowsOfText<RowsDefinition>(entry.definition)
  const reached = await Promise.all(
    along.map(async ({ table: name, ...rest }): Promise<AlongRows[]> => {
      const other = await tableNamed(entry.projectId, name)
      return other === undefined ? [] : [{ ...rest, table: other }]
    }),
  )
  const call = { projectId: entry.projectId, table, context, why: 'restore' }
  const done = await restoreRows(call, { rows, along: reached.flat() })
  const refused = new Set(done.refused.map(({ row }) => row))
  const back = new Set(rows.filter((row) => !refused.has(row)))
  const left = held.filter((row) => !back.has(row))
  await store.transact(
    left.length === 0
      ? forgetTrashSteps(entry.projectId, entry.id)
      : await keptAgainSteps(entry, table, left, done.along.map(alongKept)),
  )
  return {
    restored: done.restored,
    refused: done.refused.map(({ row, error }) => ({
      rowId: rowIdSegment(keyOf(table, row)),
      msg: errorSentence(error.code, error.details),
    })),
    lostAlong: left.length === 0 ? done.along.reduce((sum, { rows: lost }) => sum + lost.length, 0) : 0,
    keys: [...back].map((row) => keyText(keyOf(table, row))),
  }
}

const alongKept = ({ table, ...rest }: AlongRows): AlongKept => ({ ...rest, table: table.name })

async function rowsOf(store: MetaStore, id: string): Promise<KeptRow[]> {
  const chunks = await store.select(trashRows, 'WHERE trash_id = ? ORDER BY position', [id])
  return chunks.flatMap(({ kept }) => rowsOfText<KeptChunk>(kept).rows)
}

async function keptAgainSteps(
  entry: TrashEntry,
  table: Table,
  left: readonly KeptRow[],
  along: readonly AlongKept[],
): Promise<Step[]> {
  const definition: RowsDefinition = { along }
  return [
    deleteFrom(trashRows, 'trash_id = ?', [entry.id]),
    ...(await chunkSteps(entry.id, table, left)),
    updateIn(trash, { row_count: left.length, definition: rowsText(definition) }, 'project_id = ? AND id = ?', [
      entry.projectId,
      entry.id,
    ]),
  ]
}
