import { AppError } from '@common/errors'
import type { Project, Table, TableSummary } from '@common/model'
import { isVisitor, type Principal } from '@common/principal'
import type { TablesByName } from '@common/principal/hidden-columns'
import { isLimited, isListed, needsTables, rulesKey } from '@common/principal/rules'
import { sight, wholeOf, type SightedTable, type TablesInSight } from '@common/principal/sight'
import { tablesFor } from '@main/db/computed'
import type { Database, SchemaVersionOptions } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import { belongsToProject } from '@main/lib/project-of'
import type { SchemaJournal } from '../changes/journal'
import type { IdentifiedLink, Relation, RelationGraph } from '../relations/links'
import { metadataVersion, metadataVersionNow, readMetadata, type ProjectMetadata } from './metadata'
import { readSchema, Snapshot } from './snapshot'

/**
 * Tables of projects. The database is the source of truth; metadata decorates it. The catalog caches tables while neither
 * changes: the same table is then the same object, which caches can use as a key.
 */
/** Tables that the links of a table lead to, by name. */
export type RelatedTables = ReadonlyMap<string, Table>

export interface TableCatalog {
  /** Look-ups of tables as a principal sees them. There are no others. */
  readonly as: (principal: Principal) => TableLookups
  /** Returns a version of all metadata; undefined if it isn't available at once. */
  readonly metadataNow: () => number | undefined
}

/** Look-ups of tables, as one principal sees them. */
export interface TableLookups extends TablesInSight {
  /**
   * The same with its database: synchronously, with the database's version, if everything is cached.
   *
   * @param sinceMs  versions may have been read since then, by `performance.now()`. Default: now
   * @throws AppError TABLE_NOT_FOUND
   */
  readonly open: (projectId: string, nameOrTitle: string, sinceMs?: number) => OpenedTable | Promise<OpenedTable>
  /** The tables that a table's links lead to, by name. */
  readonly related: (projectId: string, table: Table) => Promise<RelatedTables>
  /** Returns the whole tables that the links and computed columns of a table reach, for rules. */
  readonly reached: (projectId: string, table: Table) => Promise<TablesByName>
  /**
   * True if nothing is hidden from the principal: of the table, and of the tables that its links and computed columns
   * reach. Only then others may see all that the table shows.
   */
  readonly seesAll: (projectId: string, table: SightedTable) => Promise<boolean>
  /** Returns the links of a table by name, and all relations of the project. */
  readonly links: (projectId: string, table: string) => Promise<readonly IdentifiedLink[]>
  readonly graph: (projectId: string) => Promise<RelationGraph>
  /** Returns all relations with their referenced columns, for existing tables. */
  readonly allRelations: (projectId: string) => Promise<readonly Relation[]>
  readonly metadata: (projectId: string) => Promise<ProjectMetadata>
  /** Reads the schema again, ignoring the cache. */
  readonly reload: (projectId: string) => Promise<readonly TableSummary[]>
}

export interface OpenedTable {
  readonly table: SightedTable
  readonly database: Database
  /** Version of the database, if it was known without asking. */
  readonly version?: string
}

export function createTableCatalog(options: {
  readonly store: MetaStore
  readonly database: (projectId: string, sinceMs?: number) => Promise<Database>
  /** Returns an open database synchronously. */
  readonly databaseNow?: ((projectId: string) => Database | undefined) | undefined
  readonly project: (projectId: string) => Promise<Project>
  /** Running and interrupted changes. */
  readonly journal: Pick<SchemaJournal, 'pending' | 'settle' | 'isSettled'>
  /** Takes the first snapshot of a project's schema. */
  readonly firstLook: (projectId: string, database: Database) => Promise<void>
}): TableCatalog {
  const { store, project, journal } = options
  // Closing a database drops its cache.
  const snapshots = new WeakMap<Database, Snapshot>()
  const loading = new WeakMap<Database, Promise<Snapshot>>()

  const load = async (projectId: string, database: Database, versions: Versions): Promise<Snapshot> => {
    const known = snapshots.get(database)
    const cachedSchema = known?.schema.version === versions.schema ? known.schema : undefined
    const [schema, metadata, naming] = await Promise.all([
      cachedSchema ?? readSchema(database, versions.schema),
      readMetadata(store, projectId),
      project(projectId),
      options.firstLook(projectId, database),
    ])
    // Another project's metadata increased the shared version; nothing changed here.
    if (cachedSchema !== undefined && known !== undefined && sameMetadata(known.metadata, metadata)) {
      known.metadataVersion = versions.metadata
      return known
    }
    const snapshot = new Snapshot(database, schema, metadata, versions.metadata, naming)
    snapshots.set(database, snapshot)
    return snapshot
  }

  const snapshotOf = async (projectId: string, asked: SchemaVersionOptions = {}): Promise<Snapshot> => {
    const { sinceMs = performance.now() } = asked
    const database = await options.database(projectId, sinceMs)
    await journal.settle(projectId, database)
    const asking = database.schemaVersion({ ...asked, sinceMs })
    const [schema, metadata] = await Promise.all([asking, metadataVersion(store, projectId, sinceMs)])
    const known = snapshots.get(database)
    if (known?.schema.version === schema && known.metadataVersion === metadata) return known
    // Another server has changed the metadata, perhaps with the schema, whose version may be a moment old.
    const isOthers = !store.exclusive && known !== undefined && known.metadataVersion !== metadata
    if (isOthers && asked.anew !== true) return snapshotOf(projectId, anew)
    // The cached state is consistent; a newer one may be half of a change.
    const pending = journal.pending(projectId) ?? loading.get(database)
    if (pending !== undefined) {
      await pending
      return snapshotOf(projectId, { ...asked, sinceMs: performance.now() })
    }
    const loaded = load(projectId, database, { schema, metadata })
    loading.set(database, loaded)
    try {
      return await loaded
    } finally {
      loading.delete(database)
    }
  }

  /**
   * Queries the database for an unknown table, which another program may just have created. Does so even if a table of
   * that name in another letter case is cached.
   */
  const described = async (
    projectId: string,
    wanted: string,
    summaryIn: (snapshot: Snapshot) => TableSummary | undefined,
    sinceMs = performance.now(),
  ): Promise<FoundTable<Table>> => {
    const known = await snapshotOf(projectId, { sinceMs })
    const snapshot = known.summaryExact(wanted) === undefined ? await snapshotOf(projectId, { now: true }) : known
    const summary = summaryIn(snapshot)
    const table = summary && (await snapshot.table(summary))
    if (table) belongsToProject(table, projectId)
    return { table, database: snapshot.database }
  }

  const cached = (projectId: string, nameOrTitle: string): OpenTable | undefined => {
    const database = options.databaseNow?.(projectId)
    if (database === undefined || !journal.isSettled(database)) return undefined
    const known = snapshots.get(database)
    const versions = database.versionsNow?.()
    const metadata = metadataVersionNow(store)
    if (known === undefined || versions === undefined || metadata === undefined) return undefined
    if (known.schema.version !== versions.schema || known.metadataVersion !== String(metadata)) return undefined
    const summary = known.summaryExact(nameOrTitle)
    const table = summary && known.tableNow(summary)
    return table && { table, database, version: versions.version }
  }

  const lookups = (principal: Principal): TableLookups => {
    /** Returns the table in sight; undefined if it doesn't exist for the principal. */
    const visible = (table: Table | undefined, reached?: TablesByName): SightedTable | undefined =>
      table === undefined || !exists(principal, table) ? undefined : sight(principal, table, reached)
    const inSight = async (projectId: string, table: Table | undefined): Promise<SightedTable | undefined> =>
      visible(table, table && needsTables(principal) ? await reachOf(await snapshotOf(projectId), table) : undefined)
    const listOf = async (snapshot: Snapshot | Promise<Snapshot>): Promise<readonly TableSummary[]> =>
      listedFor(principal, (await snapshot).list)
    const found = async (projectId: string, name: string, sinceMs?: number): Promise<FoundTable<SightedTable>> => {
      const { table, database } = await described(projectId, name, (known) => known.summary(name), sinceMs)
      return { table: await inSight(projectId, table), database }
    }
    const find: TableLookups['find'] = async (projectId, nameOrTitle) => (await found(projectId, nameOrTitle)).table
    const get: TableLookups['get'] = async (projectId, nameOrTitle) =>
      existing(await found(projectId, nameOrTitle), nameOrTitle).table
    const openLater = async (projectId: string, nameOrTitle: string, sinceMs?: number): Promise<OpenedTable> =>
      existing(await found(projectId, nameOrTitle, sinceMs), nameOrTitle)
    return {
      named: async (projectId, name) =>
        inSight(projectId, (await described(projectId, name, (snapshot) => snapshot.summaryNamed(name))).table),
      list: (projectId) => listOf(snapshotOf(projectId)),
      find,
      get,
      open: (projectId, nameOrTitle, sinceMs) => {
        const known = cached(projectId, nameOrTitle)
        const reached = known && needsTables(principal) ? reaches.get(known.table) : undefined
        if (known === undefined || (needsTables(principal) && reached === undefined))
          return openLater(projectId, nameOrTitle, sinceMs)
        const table = visible(known.table, reached)
        if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
        return { ...known, table }
      },
      related: async (projectId, table) => relatedTo(await snapshotOf(projectId), table, principal),
      reached: async (projectId, table) => reachOf(await snapshotOf(projectId), wholeOf(table)),
      seesAll: async (projectId, table) => {
        if (table.sight.restricted || !table.sight.read) return false
        if (!isLimited(principal)) return true
        const reached = await reachOf(await snapshotOf(projectId), wholeOf(table))
        const seen = await Promise.all([...reached.values()].map((each) => inSight(projectId, each)))
        return seen.every((each) => each !== undefined && !hidesValues(each))
      },
      links: async (projectId, table) => (await snapshotOf(projectId)).links(table),
      graph: async (projectId) => (await snapshotOf(projectId)).graph(),
      allRelations: async (projectId) => (await snapshotOf(projectId)).allRelations(),
      metadata: async (projectId) => (await snapshotOf(projectId)).metadata,
      reload: async (projectId) => {
        snapshots.delete(await options.database(projectId))
        return listOf(snapshotOf(projectId, { now: true }))
      },
    }
  }

  const lookupsOf = new WeakMap<Principal, TableLookups>()
  return {
    metadataNow: () => metadataVersionNow(store),
    as: (principal) => cachedIn(lookupsOf, principal, lookups),
  }
}

function cachedIn<K extends object, V>(cache: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const value = cache.get(key) ?? make(key)
  cache.set(key, value)
  return value
}

/** A table that was looked for, and the database that was looked in. */
interface FoundTable<T extends Table> {
  readonly table: T | undefined
  readonly database: Database
}

/** @throws AppError TABLE_NOT_FOUND */
function existing<T extends Table>({ table, database }: FoundTable<T>, nameOrTitle: string) {
  if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
  return { table, database }
}

const anew: SchemaVersionOptions = { now: true, anew: true }

interface OpenTable {
  readonly table: Table
  readonly database: Database
  readonly version: string
}

const listsOf = new WeakMap<readonly TableSummary[], WeakMap<object, readonly TableSummary[]>>()

/** Returns the tables that a principal finds; the same list for the same input. */
function listedFor(principal: Principal, list: readonly TableSummary[]): readonly TableSummary[] {
  if (list.every((table) => isListed(principal, table))) return list
  const own = listsOf.get(list) ?? new WeakMap<object, readonly TableSummary[]>()
  listsOf.set(list, own)
  const key = rulesKey(principal)
  const known = own.get(key) ?? list.filter((table) => isListed(principal, table))
  own.set(key, known)
  return known
}

interface Versions {
  readonly schema: number | string
  readonly metadata: string
}

const hidesValues = ({ sight: { rows, whole }, columns }: SightedTable): boolean =>
  rows !== undefined || columns.length < whole.columns.length

/** A linked table exists for visitors, who find no other way to it. */
const exists = (principal: Principal, table: Table): boolean => isVisitor(principal) || isListed(principal, table)

/** Whole tables that the links and computed columns of a table reach, by table. All are of one snapshot. */
const reaches = new WeakMap<Table, TablesByName>()

async function reachOf(snapshot: Snapshot, table: Table): Promise<TablesByName> {
  const known = reaches.get(table)
  if (known !== undefined) return known
  const named = async (name: string): Promise<Table | undefined> => {
    const summary = snapshot.summaryNamed(name)
    return summary && (await snapshot.table(summary))
  }
  const tables = new Map(await tablesFor(table, table.virtualColumns, named))
  const addLinked = async (of: Table): Promise<void> => {
    for (const column of of.virtualColumns) {
      const name = column.kind === 'link' ? column.link.relatedTable : undefined
      const related = name === undefined || tables.has(name) ? undefined : await named(name)
      if (name !== undefined && related !== undefined) tables.set(name, related)
    }
  }
  // Filters by linked records use their names.
  await addLinked(table)
  // The rules of the rows that a table pairs are rules of its own, and may name what these rows are linked to.
  const isPairing = (of: Table): boolean =>
    of.virtualColumns.some((column) => column.kind === 'link' && column.link.through?.table === table.name)
  for (const paired of [...tables.values()].filter(isPairing)) await addLinked(paired)
  reaches.set(table, tables)
  return tables
}

async function relatedTo(snapshot: Snapshot, table: Table, principal: Principal): Promise<RelatedTables> {
  const names = new Set(
    table.virtualColumns.flatMap((column) => (column.kind === 'link' ? [column.link.relatedTable] : [])),
  )
  const tables = await Promise.all(
    [...names].map(async (name) => {
      const summary = snapshot.summaryNamed(name)
      const related = summary && (await snapshot.table(summary))
      if (related === undefined || !exists(principal, related)) return undefined
      return sight(principal, related, needsTables(principal) ? await reachOf(snapshot, related) : undefined)
    }),
  )
  return new Map(tables.flatMap((related) => (related === undefined ? [] : [[related.name, related]])))
}

function sameMetadata(left: ProjectMetadata, right: ProjectMetadata): boolean {
  const text = ({ tables, columns, relations, virtualColumns, queries }: ProjectMetadata): string =>
    JSON.stringify([[...tables], [...columns], relations, [...virtualColumns], [...queries]])
  return text(left) === text(right)
}
