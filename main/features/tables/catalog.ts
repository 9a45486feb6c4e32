import { AppError } from '@common/errors'
import type { Column, Project, Table, TableSummary } from '@common/model'
import type { Link } from '@common/model/relations'
import { nameKey } from '@common/wire/names'
import type { TableRelation } from '@common/wire/mappers'
import type { Database } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import type { SchemaJournal } from './journal'
import { metadataVersion, readMetadata, type ProjectMetadata } from './metadata'
import { readSchema, Snapshot } from './snapshot'

export interface Relations {
  readonly hasMany: readonly TableRelation[]
  readonly belongsTo: readonly TableRelation[]
}

/**
 * Tables of projects. The database is the truth about what is there; metadata decorates it. Answers are kept while
 * neither changes: the same table is then the same object, so that plans can be kept with it.
 */
export interface TableCatalog {
  readonly list: (projectId: string) => Promise<readonly TableSummary[]>
  /** A table or view by title or name, letter case ignored. */
  readonly find: (projectId: string, nameOrTitle: string) => Promise<Table | undefined>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly get: (projectId: string, nameOrTitle: string) => Promise<Table>
  readonly relations: (projectId: string, table: Table) => Promise<Relations>
  readonly metadata: (projectId: string) => Promise<ProjectMetadata>
}

export function createTableCatalog(options: {
  readonly store: MetaStore
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  /** Changes that are being made, or were cut short. */
  readonly journal: Pick<SchemaJournal, 'pending' | 'settle'>
}): TableCatalog {
  const { store, project, journal } = options
  // A database that is closed takes what is known of it along.
  const snapshots = new WeakMap<Database, Snapshot>()
  const loading = new WeakMap<Database, Promise<Snapshot>>()

  const load = async (projectId: string, database: Database, versions: Versions): Promise<Snapshot> => {
    const known = snapshots.get(database)
    const keptSchema = known?.schema.version === versions.schema ? known.schema : undefined
    const [schema, metadata, { prefix }] = await Promise.all([
      keptSchema ?? readSchema(database, versions.schema),
      readMetadata(store, projectId),
      project(projectId),
    ])
    // Another project's metadata moved the common version: nothing here is different.
    if (keptSchema !== undefined && known !== undefined && sameMetadata(known.metadata, metadata)) {
      known.metadataVersion = versions.metadata
      return known
    }
    const snapshot = new Snapshot(database, schema, metadata, versions.metadata, prefix)
    snapshots.set(database, snapshot)
    return snapshot
  }

  const snapshotOf = async (projectId: string): Promise<Snapshot> => {
    const database = await options.database(projectId)
    await journal.settle(projectId, database)
    const [schema, metadata] = await Promise.all([database.schemaVersion(), metadataVersion(store, projectId)])
    const known = snapshots.get(database)
    if (known?.schema.version === schema && known.metadataVersion === metadata) return known
    // What was read until now stays good; anything newer may be half of a change.
    const pending = journal.pending(projectId) ?? loading.get(database)
    if (pending !== undefined) {
      await pending
      return snapshotOf(projectId)
    }
    const loaded = load(projectId, database, { schema, metadata })
    loading.set(database, loaded)
    try {
      return await loaded
    } finally {
      loading.delete(database)
    }
  }

  const find = async (projectId: string, nameOrTitle: string): Promise<Table | undefined> => {
    const snapshot = await snapshotOf(projectId)
    const summary = snapshot.summary(nameOrTitle)
    return summary && snapshot.table(summary)
  }

  return {
    list: async (projectId) => (await snapshotOf(projectId)).list,
    find,
    get: async (projectId, nameOrTitle) => {
      const table = await find(projectId, nameOrTitle)
      if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
      return table
    },
    relations: async (projectId, table) => relationsOf(await snapshotOf(projectId), table),
    metadata: async (projectId) => (await snapshotOf(projectId)).metadata,
  }
}

interface Versions {
  readonly schema: number | string
  readonly metadata: string
}

async function relationsOf(snapshot: Snapshot, table: Table): Promise<Relations> {
  const links = await snapshot.links(table.name)
  const seen = await Promise.all(
    links.map(async ({ link, problem }) => {
      const related = problem === undefined ? snapshot.summaryNamed(link.relatedTable) : undefined
      const relatedTable = related && (await snapshot.table(related))
      if (relatedTable === undefined || link.kind === 'manyToMany') return undefined
      return { kind: link.kind, relation: relation(table, relatedTable, link) }
    }),
  )
  const ofKind = (kind: 'hasMany' | 'belongsTo'): TableRelation[] =>
    seen.flatMap((each) => (each?.kind === kind && each.relation !== undefined ? [each.relation] : []))
  return { hasMany: ofKind('hasMany'), belongsTo: ofKind('belongsTo') }
}

/** Relations of several columns have no form on the wire. */
function relation(table: Table, related: Table, link: Link): TableRelation | undefined {
  const [own, other] = [link.columns[0], link.relatedColumns[0]]
  if (link.columns.length !== 1 || own === undefined || other === undefined) return undefined
  const named = (of: Table, name: string): Column | undefined =>
    of.columns.find((column) => nameKey(column.name) === nameKey(name))
  const [ownColumn, relatedColumn] = [named(table, own), named(related, other)]
  if (ownColumn === undefined || relatedColumn === undefined) return undefined
  const actions = { onUpdate: link.onUpdate, onDelete: link.onDelete }
  return link.kind === 'belongsTo'
    ? { childTable: table, childColumn: ownColumn, parentTable: related, parentColumn: relatedColumn, ...actions }
    : { childTable: related, childColumn: relatedColumn, parentTable: table, parentColumn: ownColumn, ...actions }
}

function sameMetadata(left: ProjectMetadata, right: ProjectMetadata): boolean {
  const text = ({ tables, columns, relations, virtualColumns }: ProjectMetadata): string =>
    JSON.stringify([[...tables], [...columns], relations, [...virtualColumns]])
  return text(left) === text(right)
}
