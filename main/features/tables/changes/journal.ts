import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { NativeTable } from '@main/db/dialect'
import { insertInto, metaTables, updateIn, type MetaStore, type SchemaChangeRow, type MetaStep } from '@main/db/meta'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Clock } from '@main/lib/clock'
import { rulesCopied, rulesFollowColumns, type RulesCopied } from '@main/features/access'
import { viewsFollowColumns } from '@main/features/views'
import type { Ids } from '@main/lib/ids'
import { metadataSteps, type MetadataChange } from '../catalog/metadata'

const { schemaChanges } = metaTables

/** A schema change with its metadata. */
export interface Change {
  readonly operation: string
  readonly userId: number | null
  /** Name of the table before the change; the free name of a new table. */
  readonly table: string
  /** Its name after; null when it is dropped. */
  readonly tableAfter: string | null
  /** Names of further new tables. */
  readonly along?: readonly string[]
  readonly plan: SchemaPlan
  readonly metadata: readonly MetadataChange[]
}

/** Journal record of a change, for finding out later if the database made it. */
interface Written {
  readonly table: string
  readonly tableAfter: string | null
  /** The table's description before; null when it was not there. */
  readonly before: string | null
  readonly metadata: readonly MetadataChange[]
}

/**
 * Synchronizes a project's database and its metadata, which share no transaction. A change is recorded first, then
 * made; then its metadata is stored and the record closed in one transaction. An open record means an interrupted
 * change: the state of the database decides if its metadata is stored or dropped.
 */
export interface SchemaJournal {
  /** Runs a change. Whatever interrupts it, it is complete or has no effect. */
  readonly run: (projectId: string, database: Database, change: Change) => Promise<void>
  /** Stores metadata without a change of the database. */
  readonly store: (projectId: string, metadata: readonly MetadataChange[]) => Promise<void>
  /** Resolves after the running change, if any; until then, database and metadata may disagree. */
  readonly pending: (projectId: string) => Promise<void> | undefined
  /** Settles the open records of a project. Cheap without any. */
  readonly settle: (projectId: string, database: Database) => Promise<void>
  /** True if the records of a database are settled. */
  readonly isSettled: (database: Database) => boolean
}

/** A change that succeeded. */
export type RecordedChange = Pick<Change, 'operation' | 'userId' | 'table' | 'tableAfter' | 'metadata'>

/**
 * Called before a change. Returns a function to call after it succeeded; undefined without a record. Never fails.
 */
export type BeginRecording = (
  projectId: string,
  database: Database,
) => Promise<((change: RecordedChange) => Promise<void>) | undefined>

const isCopy = (change: MetadataChange): change is RulesCopied =>
  change.kind === 'copyTableRules' || change.kind === 'copyColumnRules'

export function createSchemaJournal(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Awaited before each change, so that earlier row changes are stored under the old names. */
  readonly before?: (() => Promise<void>) | undefined
  readonly recorded?: BeginRecording | undefined
}): SchemaJournal {
  const { store, clock, ids } = options
  /** Databases whose records were settled since they were opened. */
  const settled = new WeakSet<Database>()
  const running = new Map<string, Promise<void>>()

  const stepsOf = async (projectId: string, metadata: readonly MetadataChange[]): Promise<MetaStep[]> => {
    const followed = metadata.filter((change) => change.kind === 'followColumns')
    return [
      // First: they find views and rules by the names that tables have until now.
      ...(await viewsFollowColumns(store, projectId, followed)),
      ...(await rulesFollowColumns(store, projectId, followed)),
      ...(await rulesCopied(store, projectId, metadata.filter(isCopy))),
      ...metadataSteps(projectId, metadata, clock.now().toISOString(), ids.hex(8)),
    ]
  }

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
    // The server may still be running a statement from before a crash or a lost connection.
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
        const record = await options.recorded?.(projectId, database)
        try {
          await database.changeSchema(plan.up)
          await close(projectId, id, 'applied', written)
          await record?.(change)
        } catch (error) {
          // The change may have succeeded: the database is checked now or before the next read.
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
      // A running change isn't an interrupted one.
      if (settled.has(database) || running.has(projectId)) return
      await settleAll(projectId, database)
      settled.add(database)
    },
  }
}

/** If statements commit separately, values may have been copied without being dropped. */
async function clearAside(database: Database, { metadata, tableAfter }: Written): Promise<void> {
  // A table that is to go away is not a copy: without the change it is where it was.
  if (tableAfter === null) return
  const copies = metadata.flatMap((change) =>
    change.kind === 'keepTrash' && change.entry.sideTable !== null ? [change.entry.sideTable] : [],
  )
  const drops = copies.map((name) => ({ sql: `DROP TABLE IF EXISTS ${database.dialect.quote(name)}`, params: [] }))
  if (drops.length > 0) await database.changeSchema(drops)
}

/** True if the database shows the change: the table differs as planned. */
async function wasMade(database: Database, written: Written): Promise<boolean> {
  const now = await descriptionOf(database, written.table)
  if (now === written.before) return false
  // Before a table is dropped, it may lose its references.
  if (written.tableAfter === null) return now === null
  return (await descriptionOf(database, written.tableAfter)) !== null
}

async function descriptionOf(database: Database, name: string): Promise<string | null> {
  try {
    const described: NativeTable | undefined = await database.dialect.introspect.describeTable(database, name)
    return described === undefined ? null : JSON.stringify(described)
  } catch (error) {
    // A view without its tables can still be changed and deleted.
    if (error instanceof AppError && error.code === 'VIEW_INVALID') return error.code
    throw error
  }
}
