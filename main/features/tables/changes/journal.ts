import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { NativeTable, SchemaPlan } from '@main/db/dialect'
import { insertInto, metaTables, updateIn, type MetaStore, type SchemaChangeRow, type MetaStep } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { viewsFollowColumns } from '@main/features/views'
import type { Ids } from '@main/lib/ids'
import { metadataSteps, type MetadataChange } from '../catalog/metadata'

const { schemaChanges } = metaTables

/** A schema change together with the metadata that goes with it. */
export interface Change {
  readonly operation: string
  readonly userId: number | null
  /** The table as it is before; a name that is free when one is made. */
  readonly table: string
  /** Its name after; null when it is dropped. */
  readonly tableAfter: string | null
  /** Names of others that the plan makes along with it. */
  readonly along?: readonly string[]
  readonly plan: SchemaPlan
  readonly metadata: readonly MetadataChange[]
}

/** What the journal keeps of a change, to tell later whether the database has made it. */
interface Written {
  readonly table: string
  readonly tableAfter: string | null
  /** The table's description before; null when it was not there. */
  readonly before: string | null
  readonly metadata: readonly MetadataChange[]
}

/**
 * Keeps a project's database and its metadata together, though they share no transaction. A change is written down
 * first, then made, then its metadata is stored and the note closed in one transaction. A note that is still open
 * later was cut short: what the database says decides whether its metadata is stored or forgotten.
 */
export interface SchemaJournal {
  /** Makes a change. Whatever interrupts it, either all of it is there afterwards or nothing. */
  readonly run: (projectId: string, database: Database, change: Change) => Promise<void>
  /** Stores metadata that needs no change of the database. */
  readonly store: (projectId: string, metadata: readonly MetadataChange[]) => Promise<void>
  /** Ends when the change that is being made, if any, is over; until then database and metadata may disagree. */
  readonly pending: (projectId: string) => Promise<void> | undefined
  /** Closes the open notes of a project. Cheap when there are none. */
  readonly settle: (projectId: string, database: Database) => Promise<void>
  /** Whether that has been done. */
  readonly isSettled: (database: Database) => boolean
}

export function createSchemaJournal(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Awaited before each change: what happened to rows until then is told under the names of then. */
  readonly before?: (() => Promise<void>) | undefined
}): SchemaJournal {
  const { store, clock, ids } = options
  /** Databases whose notes have been looked at since they were opened. */
  const settled = new WeakSet<Database>()
  const running = new Map<string, Promise<void>>()

  const stepsOf = async (projectId: string, metadata: readonly MetadataChange[]): Promise<MetaStep[]> => [
    // First: they find views by the names that tables have until now.
    ...(await viewsFollowColumns(
      store,
      projectId,
      metadata.filter((change) => change.kind === 'followColumns'),
    )),
    ...metadataSteps(projectId, metadata, clock.now().toISOString(), ids.hex(8)),
  ]

  const close = async (
    projectId: string,
    id: string,
    status: 'applied' | 'reverted',
    written: Written,
  ): Promise<void> => {
    await store.transact([
      ...(status === 'applied' ? await stepsOf(projectId, written.metadata) : []),
      updateIn(schemaChanges, { status, finished_at: clock.now().toISOString() }, { id }),
    ])
  }

  const settleRow = async (row: SchemaChangeRow, database: Database): Promise<void> => {
    const written = JSON.parse(row.change_text) as Written
    const made = await wasMade(database, written)
    if (!made) await clearAside(database, written)
    await close(row.project_id, row.id, made ? 'applied' : 'reverted', written)
  }

  const settleAll = async (projectId: string, database: Database): Promise<void> => {
    const rows = await store.select(
      schemaChanges,
      `WHERE project_id = ? AND status = 'intended' ORDER BY created_at, id`,
      [projectId],
    )
    // A server may still be making what was begun before we were killed, or lost it.
    if (rows.length > 0) await database.schemaSettled()
    for (const row of rows) await settleRow(row, database)
  }

  return {
    run: async (projectId, database, change) => {
      const { table, tableAfter, metadata, plan } = change
      await options.before?.()
      const written: Written = { table, tableAfter, metadata, before: await descriptionOf(database, table) }
      const id = `${clock.now().toISOString()}-${ids.hex(6)}`
      const { promise, resolve: over } = Promise.withResolvers<void>()
      running.set(projectId, promise)
      try {
        await store.transact([
          insertInto(schemaChanges, {
            id,
            project_id: projectId,
            user_id: change.userId,
            status: 'intended',
            operation: change.operation,
            table_name: table,
            change_text: JSON.stringify(written),
            up_text: JSON.stringify(plan.up.map(({ sql }) => sql)),
            down_text: JSON.stringify(plan.down.map(({ sql }) => sql)),
            created_at: clock.now().toISOString(),
          }),
        ])
        try {
          await database.changeSchema(plan.up)
          await close(projectId, id, 'applied', written)
        } catch (error) {
          // It may have been made all the same: the database is asked, now or before anything is read next.
          settled.delete(database)
          await settleAll(projectId, database).then(
            () => settled.add(database),
            () => undefined,
          )
          throw error
        }
      } finally {
        running.delete(projectId)
        over()
      }
    },

    pending: (projectId) => running.get(projectId),

    store: async (projectId, metadata) => {
      await store.transact(await stepsOf(projectId, metadata))
    },

    isSettled: (database) => settled.has(database),

    settle: async (projectId, database) => {
      // A change that is being made is not one that was cut short.
      if (settled.has(database) || running.has(projectId)) return
      await settleAll(projectId, database)
      settled.add(database)
    },
  }
}

/** Where each statement stands for itself, values may have been copied that were not dropped then. */
async function clearAside(database: Database, { metadata, tableAfter }: Written): Promise<void> {
  // A table that is to go away is not a copy: without the change it is where it was.
  if (tableAfter === null) return
  const copies = metadata.flatMap((change) =>
    change.kind === 'keepTrash' && change.entry.sideTable !== null ? [change.entry.sideTable] : [],
  )
  const drops = copies.map((name) => ({ sql: `DROP TABLE IF EXISTS ${database.dialect.quote(name)}`, params: [] }))
  if (drops.length > 0) await database.changeSchema(drops)
}

/** Whether the database shows the change: the table differs from what it was, in the way that was meant. */
async function wasMade(database: Database, written: Written): Promise<boolean> {
  const now = await descriptionOf(database, written.table)
  if (now === written.before) return false
  // One that is to go away may lose what it refers to first.
  if (written.tableAfter === null) return now === null
  return (await descriptionOf(database, written.tableAfter)) !== null
}

async function descriptionOf(database: Database, name: string): Promise<string | null> {
  try {
    const described: NativeTable | undefined = await database.dialect.introspect.describeTable(database, name)
    return described === undefined ? null : JSON.stringify(described)
  } catch (error) {
    // A view whose tables are gone can still be changed and deleted.
    if (error instanceof AppError && error.code === 'VIEW_INVALID') return error.code
    throw error
  }
}
