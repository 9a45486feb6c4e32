import { AppError } from '@common/errors'
import type { ForeignKey, Project, Table, TableSummary } from '@common/model'
import { nameKey } from '@common/wire/names'
import type { TableRelation } from '@common/wire/mappers'
import type { Database } from '@main/db/database'
import type { NativeTable, TableReference } from '@main/db/dialect'
import type { MetaStore } from '@main/db/meta'
import type { SchemaJournal } from './journal'
import { decorateList, decorateTable } from './decorate'
import { metadataVersion, readMetadata, type ProjectMetadata } from './metadata'

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

/** What was read of one project, each part when first asked for. */
class Snapshot {
  private readonly tables = new Map<string, Promise<Table | undefined>>()
  private readonly natives: Map<string, Promise<NativeTable | undefined>>
  private readonly byTitle = new Map<string, TableSummary>()
  private readonly byName = new Map<string, TableSummary>()
  private readonly allReferences: { value?: Promise<TableReference[]> }

  constructor(
    private readonly database: Database,
    readonly schema: Schema,
    readonly metadata: ProjectMetadata,
    public metadataVersion: string,
    prefix: string,
  ) {
    this.natives = schema.natives
    this.allReferences = schema.references
    this.list = decorateList(schema.listed, metadata, prefix)
    for (const table of this.list) {
      this.byTitle.set(nameKey(table.title), table)
      this.byName.set(nameKey(table.name), table)
    }
  }

  readonly list: readonly TableSummary[]

  summary(nameOrTitle: string): TableSummary | undefined {
    const key = nameKey(nameOrTitle)
    return this.byTitle.get(key) ?? this.byName.get(key)
  }

  /** By exact or letter-case-insensitive name of the database. */
  summaryNamed(name: string): TableSummary | undefined {
    return this.byName.get(nameKey(name))
  }

  table(summary: TableSummary): Promise<Table | undefined> {
    return remember(this.tables, summary.name, () => this.describe(summary))
  }

  references(): Promise<TableReference[]> {
    const { introspect } = this.database.dialect
    const pending = (this.allReferences.value ??= introspect.listReferences(this.database))
    pending.catch(() => delete this.allReferences.value)
    return pending
  }

  private native(name: string): Promise<NativeTable | undefined> {
    return remember(this.natives, name, () => this.database.dialect.introspect.describeTable(this.database, name))
  }

  private async describe(summary: TableSummary): Promise<Table | undefined> {
    const native = await this.native(summary.name)
    if (native === undefined) return undefined
    const foreignKeys = await Promise.all(native.foreignKeys.map((key) => this.resolved(key)))
    const chosen = this.metadata.columns.get(summary.name) ?? []
    return decorateTable(native, summary, chosen, foreignKeys, this.database.dialect)
  }

  /** A reference that names no columns means the other table's key. */
  async resolved(key: ForeignKey): Promise<ForeignKey> {
    const parent = this.summaryNamed(key.referencedTable)
    const referencedTable = parent?.name ?? key.referencedTable
    if (key.referencedColumns.length > 0 || parent === undefined) return { ...key, referencedTable }
    const native = await this.native(parent.name)
    const keyColumns = (native?.columns ?? []).filter((column) => column.keyPosition > 0)
    const referencedColumns = keyColumns
      .toSorted((left, right) => left.keyPosition - right.keyPosition)
      .map((column) => column.name)
    return { ...key, referencedTable, referencedColumns }
  }
}

/** What the database says, kept while its schema stays the same. */
interface Schema {
  readonly version: number | string
  readonly listed: readonly { readonly name: string; readonly type: 'table' | 'view' }[]
  readonly natives: Map<string, Promise<NativeTable | undefined>>
  readonly references: { value?: Promise<TableReference[]> }
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

async function readSchema(database: Database, version: number | string): Promise<Schema> {
  return {
    version,
    listed: await database.dialect.introspect.listTables(database),
    natives: new Map(),
    references: {},
  }
}

async function relationsOf(snapshot: Snapshot, table: Table): Promise<Relations> {
  const references = await snapshot.references()
  const pointing = references.filter(({ foreignKey }) => nameKey(foreignKey.referencedTable) === nameKey(table.name))
  const hasMany = await Promise.all(
    pointing.map(async (reference) => {
      const child = snapshot.summaryNamed(reference.table)
      const childTable = child && (await snapshot.table(child))
      return childTable && relation(childTable, await snapshot.resolved(reference.foreignKey), table)
    }),
  )
  const belongsTo = await Promise.all(
    table.foreignKeys.map(async (key) => {
      const parent = snapshot.summaryNamed(key.referencedTable)
      const parentTable = parent && (await snapshot.table(parent))
      return parentTable && relation(table, key, parentTable)
    }),
  )
  const known = (relation: TableRelation | undefined): relation is TableRelation => relation !== undefined
  return { hasMany: hasMany.filter(known), belongsTo: belongsTo.filter(known) }
}

/** Relations of several columns have no form on the wire. */
function relation(child: Table, key: ForeignKey, parent: Table): TableRelation | undefined {
  const [from, to] = [key.columns[0], key.referencedColumns[0]]
  if (key.columns.length !== 1 || from === undefined || to === undefined) return undefined
  const named = (table: Table, name: string): Table['columns'][number] | undefined =>
    table.columns.find((column) => nameKey(column.name) === nameKey(name))
  const [childColumn, parentColumn] = [named(child, from), named(parent, to)]
  if (childColumn === undefined || parentColumn === undefined) return undefined
  return {
    childTable: child,
    childColumn,
    parentTable: parent,
    parentColumn,
    onUpdate: key.onUpdate,
    onDelete: key.onDelete,
  }
}

function sameMetadata(left: ProjectMetadata, right: ProjectMetadata): boolean {
  const text = ({ tables, columns }: ProjectMetadata): string => JSON.stringify([[...tables], [...columns]])
  return text(left) === text(right)
}

/** Keeps what is pending or done; what failed is tried again. */
function remember<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  return made
}
