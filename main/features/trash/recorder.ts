import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits, trashRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { Actor, Table } from '@common/model'
import { insertInto, metaTables, type MetaStore, type MetaStep } from '@main/db/meta'
import type { Ids } from '@main/lib/ids'
import { trashEntrySteps } from './entries'
import { rowsText } from '@main/lib/rows-text'
import {
  keyOf,
  nameOf,
  type TrashedAlong,
  type TrashedRow,
  type TrashedOwnRow,
  type TrashedRecord,
} from './trashed-rows'

/** An acknowledged delete, from the change event. */
export interface RowsDeleted {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly before: readonly TrashedRow[]
  readonly along?: readonly {
    readonly table: Table
    readonly rows: readonly TrashedRow[]
    readonly cleared?: readonly string[]
  }[]
  readonly own?: readonly ({ readonly table: Table; readonly row: TrashedRow } | undefined)[]
  readonly who: Actor
  readonly when: string
  /** Id of the change in the change log. */
  readonly change?: string
}

/** Content of a chunk of rows, as JSON. */
export interface TrashedChunk {
  /** Keys as texts, for finding a row without parsing all. */
  readonly keys: readonly (readonly string[])[]
  readonly rows: readonly TrashedRow[]
  /** Their rows in inheriting tables, parallel to the rows; absent if there are none. */
  readonly own?: readonly (TrashedOwnRow | null)[]
}

/** Facts of an entry of rows. */
export interface RowsDefinition {
  readonly along: readonly TrashedAlong[]
  /** True if the rows were read `asStored`; absent in entries of older versions. */
  readonly asStored?: true
}

/**
 * Stores deleted rows, each delete in one transaction. The response to a delete waits for `flush`, so a crash loses no
 * row whose delete was acknowledged.
 */
export interface TrashRecorder {
  readonly rowsChanged: (change: RowsDeleted) => void
  /** Resolves when all earlier deletes are stored. @throws errors of the store */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

const flushDelayMs = 100
const retryDelayMs = 2_000
const chunkRows = 200
/** More queued rows mean that the store is too slow. */
const rowsWaitingMax = 50_000

export function createTrashRecorder(options: {
  readonly store: MetaStore
  readonly ids: Ids
  readonly report: (error: unknown) => void
}): TrashRecorder {
  const { store, ids, report } = options
  const waiting: RowsDeleted[] = []
  let rowsWaiting = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    for (let change = waiting[0]; change !== undefined; change = waiting[0]) {
      await write(change)
      waiting.shift()
      rowsWaiting -= change.before.length
    }
  }

  const write = async (change: RowsDeleted): Promise<void> => {
    try {
      await store.transact(await stepsOf(change, `${change.when}-${ids.hex(6)}`))
    } catch (error) {
      // The project was deleted meanwhile.
      if (!(error instanceof AppError) || error.code !== 'VALUE_REFERENCE_MISSING') throw error
    }
  }

  const flush = (): Promise<void> => (writing ??= writeAll().finally(() => (writing = undefined)))

  const schedule = (afterMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      flush().then(
        () => {
          if (waiting.length > 0) schedule(flushDelayMs)
        },
        (error: unknown) => {
          report(error)
          schedule(retryDelayMs)
        },
      )
    }, afterMs).unref()
  }

  return {
    rowsChanged: (change) => {
      const { kind, table, before } = change
      // Deleted pairs are unlinked records, which still exist; linking them again is no restore.
      if (kind !== 'delete' || table.association === true || table.primaryKey.length === 0) return
      if (before.length === 0 || before.length > trashRowsMax) return
      if (rowsWaiting + before.length > rowsWaitingMax) {
        report(new Error('More rows were deleted at once than the trash can keep up with'))
        return
      }
      waiting.push(change)
      rowsWaiting += before.length
      schedule(flushDelayMs)
    },

    flush: async () => {
      while (waiting.length > 0) await flush()
    },

    close: async () => {
      clearTimeout(timer)
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, limits.shutdownTimeoutMs).unref()
      })
      await Promise.race([flush().catch(report), late])
      clearTimeout(timer)
    },
  }
}

async function stepsOf(change: RowsDeleted, id: string): Promise<MetaStep[]> {
  const { table, before, along = [], own = [], who } = change
  const rows = before.map((row, at): TrashedRecord => {
    const stored = own[at]
    return stored === undefined ? { row } : { row, own: { table: stored.table.name, row: stored.row } }
  })
  const definition: RowsDefinition = {
    asStored: true,
    along: along.map(({ table: other, rows, cleared }) => ({
      table: other.name,
      rows,
      ...(cleared === undefined ? {} : { cleared }),
    })),
  }
  return [
    ...trashEntrySteps({
      id,
      projectId: change.projectId,
      kind: 'rows',
      table: table.name,
      tableTitle: table.title,
      titles: before.slice(0, 3).map((row) => nameOf(table, row)),
      count: before.length,
      definition: rowsText(definition),
      sideTable: null,
      begun: false,
      userId: who.userId,
      email: who.email,
      createdAt: change.when,
      change: change.change,
    }),
    ...(await chunkSteps(id, table, rows)),
  ]
}

/** Rows as texts, bit by bit, so that many of them never hold up the thread that serves HTTP. */
export async function chunkSteps(
  id: string,
  table: Pick<Table, 'primaryKey'>,
  rows: readonly TrashedRecord[],
): Promise<MetaStep[]> {
  const steps: MetaStep[] = []
  for (let from = 0; from < rows.length; from += chunkRows) {
    if (from > 0) await nextTurn()
    const part = rows.slice(from, from + chunkRows)
    const chunk: TrashedChunk = {
      keys: part.map(({ row }) => keyOf(table, row)),
      rows: part.map(({ row }) => row),
      ...(part.some(({ own }) => own !== undefined) && { own: part.map(({ own }) => own ?? null) }),
    }
    steps.push(
      insertInto(metaTables.trashRows, { trash_id: id, position: from, row_count: part.length, kept: rowsText(chunk) }),
    )
  }
  return steps
}
