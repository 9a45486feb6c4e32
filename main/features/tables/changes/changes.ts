import type { TablesInSight } from '@common/principal/sight'
import { AppError } from '@common/errors'
import type { Project, TableSummary } from '@common/model'
import { createKeyedQueue } from '@common/util/queue'
import type { Database } from '@main/db/database'
import { namedInverses } from '@main/features/audit'
import type { CallContext } from '@main/operations/context'
import type { Inverse } from '@common/operations/inverse'
import type { Ids } from '@main/lib/ids'
import type { TableLookups } from '../catalog/catalog'
import type { SchemaWatch } from '../drift/watch'
import type { Change, SchemaJournal } from './journal'
import type { MetadataChange, TableMetadata } from '../catalog/metadata'

/** A call that changes a schema. */
export interface Call {
  readonly projectId: string
  readonly userId: number | null
  readonly change?: CallContext['change']
  /** Receives the id of each trash entry that the call creates, after the change is made. */
  readonly trashed?: ((entryId: string) => void) | undefined
}

type StoreCall = Pick<Call, 'projectId'> & Partial<Call>

/** Shared steps of schema changes: serialization, the current table, and the journal. */
export interface Changes {
  /** Serializes the changes of a project, so that each is planned on the result of the previous one. */
  readonly inTurn: <T>(projectId: string, action: () => Promise<T>) => Promise<T>
  /** Plans again when the table changed before the plan ran: another program may be at work. */
  readonly retried: <T>(action: () => Promise<T>) => Promise<T>
  /** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY for a view */
  readonly editable: TablesInSight['get']
  /**
   * Runs a change, or stores its metadata if the database isn't affected.
   *
   * @param undoneBy  calls that reverse it, in order; without any, it can't be undone
   */
  readonly run: (
    call: Call,
    database: Database,
    change: Omit<Change, 'userId'> & { readonly undoneBy?: readonly Inverse[] },
  ) => Promise<void>
  /** Stores metadata without a change of the database. */
  readonly store: (call: StoreCall, metadata: readonly MetadataChange[], undoneBy?: readonly Inverse[]) => Promise<void>
  readonly tableMetadata: (projectId: string, table: TableSummary) => Promise<TableMetadata>
  /** Order becomes a choice with the first one: every table gets the place it has. */
  readonly placed: (projectId: string) => Promise<MetadataChange[]>
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  readonly ids: Ids
}

export interface ChangesOptions {
  readonly catalog: TableLookups
  readonly journal: SchemaJournal
  readonly watch: Pick<SchemaWatch, 'following'>
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  readonly ids: Ids
}

const triesAtMost = 3
const changesWaiting = 100

export function createChanges(options: ChangesOptions): Changes {
  const { catalog, journal, watch, database, project, ids } = options
  const queues = createKeyedQueue({ maxWaiting: changesWaiting })

  return {
    inTurn: queues.run,

    retried: async (action) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await action()
        } catch (error) {
          // The plan's first step checks that the table is unchanged since planning.
          if (!(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error
          if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
        }
      }
    },

    editable: async (projectId, nameOrTitle) => {
      const table = await catalog.get(projectId, nameOrTitle)
      if (table.type === 'view') throw new AppError('TABLE_READ_ONLY', { table: table.title })
      return table
    },

    run: async (call, opened, { undoneBy, ...given }) => {
      const change = { ...given, metadata: named(call, given.metadata, undoneBy) }
      if (change.plan.up.length === 0) await journal.store(call.projectId, change.metadata)
      else {
        await watch.following(
          call.projectId,
          opened,
          [change.table, change.tableAfter ?? change.table, ...(change.along ?? [])],
          () => journal.run(call.projectId, opened, { ...change, userId: call.userId }),
        )
      }
      reportTrashed(call, change.metadata)
    },

    store: async (call, metadata, undoneBy) => {
      await journal.store(call.projectId, named(call, metadata, undoneBy))
      reportTrashed(call, metadata)
    },

    tableMetadata: async (projectId, table) => {
      const { tables } = await catalog.metadata(projectId)
      const { name, title, type, order, association } = table
      const known = tables.get(name)
      return {
        id: known?.id ?? ids.hex(16),
        name,
        title,
        type,
        order,
        ...(association === true ? { association } : {}),
        ...(known?.icon === undefined ? {} : { icon: known.icon }),
      }
    },

    placed: async (projectId) => {
      const [tables, metadata] = await Promise.all([catalog.list(projectId), catalog.metadata(projectId)])
      return tables
        .filter(({ name }) => !metadata.tables.has(name))
        .map(({ name, title, type, order }) => ({ kind: 'setTable', id: ids.hex(16), name, title, type, order }))
    },

    database,
    project,
    ids,
  }
}

/** Adds the id of the call's change to its trash entries, and the calls that reverse it. */
function named(
  call: StoreCall,
  metadata: readonly MetadataChange[],
  undoneBy: readonly Inverse[] = [],
): readonly MetadataChange[] {
  const { change } = call
  if (change === undefined) return metadata
  return [
    ...metadata.map((each) =>
      each.kind === 'keepTrash' ? { ...each, entry: { ...each.entry, change: change.id } } : each,
    ),
    ...namedInverses(call, undoneBy).map((each): MetadataChange => ({ kind: 'addInverse', inverse: each })),
  ]
}

function reportTrashed({ trashed }: Pick<Call, 'trashed'>, metadata: readonly MetadataChange[]): void {
  for (const change of metadata) if (change.kind === 'keepTrash') trashed?.(change.entry.id)
}
