import type { Message } from '@common/messages'
import type { ForeignKey, Table, TableSummary } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { NameIndex } from '@common/wire/named'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { NativeColumn, NativeTable, TableReference } from '@main/db/dialect'
import { decorateList, decorateTable, type Naming } from './decorate'
import {
  belongsToLink,
  hasManyLink,
  isSameRelation,
  manyToManyLink,
  RelationGraph,
  titledColumns,
  type IdentifiedLink,
  type Relation,
} from '../relations/links'
import type { ColumnMetadata, ProjectMetadata } from './metadata'
import { nativeOf, type QueryColumn, type StoredQueryTable } from '../query-tables/stored'
import { referenceAction } from '../virtual-columns/virtual-columns'
import { problemsOf, relationProblem } from '../virtual-columns/problems'

/** Facts of the database, cached until its schema changes. */
export interface Schema {
  readonly version: number | string
  readonly listed: readonly { readonly name: string; readonly type: 'table' | 'view' }[]
  readonly natives: Map<string, Promise<NativeTable | undefined>>
  readonly references: { value?: Promise<TableReference[]> }
}

export async function readSchema(database: Database, version: number | string): Promise<Schema> {
  return {
    version,
    listed: await database.dialect.introspect.listTables(database),
    natives: new Map(),
    references: {},
  }
}

/** Cached facts of a project, each loaded on first use. */
export class Snapshot {
  private readonly tables = new Map<string, Promise<Table | undefined>>()
  private readonly described = new Map<string, Table>()
  private readonly linksByTable = new Map<string, Promise<readonly IdentifiedLink[]>>()
  private readonly names: NameIndex<TableSummary>
  private graphMade: Promise<RelationGraph> | undefined

  constructor(
    readonly database: Database,
    readonly schema: Schema,
    readonly metadata: ProjectMetadata,
    public metadataVersion: string,
    private readonly naming: Naming,
  ) {
    // A table that another program made under this name hides the query.
    const inDatabase = new Set(schema.listed.map(({ name }) => nameKey(name)))
    const queries = [...metadata.queries.values()].filter(({ name }) => !inDatabase.has(nameKey(name)))
    this.queries = new Map(queries.map((query) => [query.name, query]))
    const made = queries.map(({ name }) => ({ name, type: 'view' as const, isQuery: true as const }))
    this.list = decorateList([...schema.listed, ...made], metadata, naming)
    this.names = new NameIndex(this.list, (table) => table)
  }

  readonly list: readonly TableSummary[]
  private readonly queries: ReadonlyMap<string, StoredQueryTable>

  summary(nameOrTitle: string): TableSummary | undefined {
    return this.names.find(nameOrTitle)
  }

  /** Like `summary`, but case-sensitive. */
  summaryExact(nameOrTitle: string): TableSummary | undefined {
    return this.names.exact(nameOrTitle)
  }

  /** By its name in the database, in another letter case if exactly one matches. */
  summaryNamed(name: string): TableSummary | undefined {
    return this.names.named(name)
  }

  table(summary: TableSummary): Promise<Table | undefined> {
    return remember(this.tables, summary.name, async () => {
      const table = await this.describe(summary)
      if (table !== undefined) this.described.set(summary.name, table)
      return table
    })
  }

  /** Returns a loaded table synchronously. */
  tableNow({ name }: TableSummary): Table | undefined {
    return this.described.get(name)
  }

  /** Returns the database's description of a table. */
  native(name: string): Promise<NativeTable | undefined> {
    const listed = this.summaryNamed(name)
    const query = this.queries.get(listed?.name ?? name)
    if (query !== undefined) return Promise.resolve(nativeOf(query))
    return remember(this.schema.natives, listed?.name ?? name, () =>
      this.database.dialect.introspect.describeTable(this.database, listed?.name ?? name),
    )
  }

  /** Returns the links of a table: belongs-to, has-many, many-to-many. Reads only the table and its neighbours. */
  links(name: string): Promise<readonly IdentifiedLink[]> {
    return remember(this.linksByTable, name, () => this.linksOf(name))
  }

  /** Returns all relations of the project, by one cached query. */
  graph(): Promise<RelationGraph> {
    this.graphMade ??= this.readGraph()
    this.graphMade.catch(() => (this.graphMade = undefined))
    return this.graphMade
  }

  /** Every relation that leads somewhere, with the columns it refers to. */
  async allRelations(): Promise<readonly Relation[]> {
    const relations = await this.usable((await this.graph()).all())
    return relations.map(({ relation }) => relation)
  }

  private async readGraph(): Promise<RelationGraph> {
    const { references } = this.schema
    const pending = (references.value ??= this.database.dialect.introspect.listReferences(this.database))
    pending.catch(() => delete references.value)
    const real = (await pending).map(({ table, foreignKey }): Relation => {
      const { columns, referencedTable, referencedColumns, onDelete, onUpdate } = foreignKey
      return {
        childTable: this.summaryNamed(table)?.name ?? table,
        childColumns: columns,
        parentTable: this.summaryNamed(referencedTable)?.name ?? referencedTable,
        parentColumns: referencedColumns,
        onDelete: referenceAction(onDelete),
        onUpdate: referenceAction(onUpdate),
        real: true,
      }
    })
    const nameOf = (table: string): string => this.summaryNamed(table)?.name ?? table
    const stored = this.metadata.relations.map(({ id, ...ends }): Relation => ({
      ...ends,
      childTable: nameOf(ends.childTable),
      parentTable: nameOf(ends.parentTable),
      real: false,
      storedId: id,
    }))
    return new RelationGraph([...real, ...stored])
  }

  private async describe(summary: TableSummary): Promise<Table | undefined> {
    const native = await this.native(summary.name)
    if (native === undefined) return undefined
    const [links, foreignKeys] = await Promise.all([
      this.links(summary.name),
      Promise.all(native.foreignKeys.map((key) => this.resolved(key))),
    ])
    const stored = this.metadata.virtualColumns.get(summary.name) ?? []
    const problems = await problemsOf(this, summary.name, stored)
    const made = this.queries.get(summary.name)
    const settings = this.metadata.columns.get(summary.name) ?? []
    const chosen = made === undefined ? settings : chosenWith(made.columns, settings)
    const linked = new Set(links.flatMap(({ link }) => (link.kind === 'belongsTo' ? link.columns : [])))
    const titleOf = (table: string): string => this.summaryNamed(table)?.title ?? table
    const virtualOf = (columns: Table['columns']): VirtualColumn[] =>
      titledColumns(summary, columns, links, stored, titleOf, problems)
    const table = decorateTable(
      native,
      summary,
      chosen,
      foreignKeys,
      this.database.dialect,
      linked,
      virtualOf,
      this.naming.inflection?.column,
    )
    return made === undefined ? table : { ...table, query: made.query }
  }

  private async linksOf(name: string): Promise<readonly IdentifiedLink[]> {
    const graph = await this.graph()
    const belongsTo = await this.usable(graph.from(name))
    const children = await this.usable(graph.to(name))
    const hasMany: IdentifiedLink[] = []
    const manyToMany: IdentifiedLink[] = []
    for (const { relation, problem } of children) {
      const others = problem === undefined ? await this.pairedWith(graph, relation) : []
      const link = hasManyLink(relation, others.length > 0 && (await this.holdsOnlyPairs(graph, relation.childTable)))
      hasMany.push(problem === undefined ? link : { ...link, problem })
      manyToMany.push(...others.map((other) => manyToManyLink(relation, other)))
    }
    const owned = belongsTo.map(({ relation, problem }) => ({
      ...belongsToLink(relation),
      ...(problem === undefined ? {} : { problem }),
    }))
    return [...owned, ...hasMany, ...manyToMany]
  }

  /**
   * True if a table of another program is a junction table: both references together are unique, no other column
   * carries a value, and no table refers to it.
   */
  private async isAssociation(graph: RelationGraph, table: string): Promise<boolean> {
    const native = graph.to(table).length > 0 ? undefined : await this.native(table)
    if (native === undefined) return false
    const linking = new Set(graph.from(table).flatMap(({ childColumns }) => childColumns))
    const isPair = (columns: readonly string[]): boolean =>
      columns.length === linking.size && columns.every((name) => linking.has(name))
    const key = native.columns.filter(({ keyPosition }) => keyPosition > 0).map(({ name }) => name)
    const references = native.columns.filter(({ name }) => linking.has(name))
    const isUnique =
      isPair(key) ||
      (references.every(({ notNull }) => notNull) &&
        native.indexes.some(({ unique, columns }) => unique && isPair(columns)))
    return isUnique && (await this.holdsOnlyPairs(graph, table))
  }

  /** Returns the other relation of a junction table; undefined for an ordinary table (wire §7). */
  private async pairedWith(graph: RelationGraph, own: Relation): Promise<Relation[]> {
    const both = graph.from(own.childTable)
    // A table whose rows name each other holds things, not pairs.
    if (both.length !== 2 || both.some(({ parentTable }) => parentTable === own.childTable)) return []
    const summary = this.summaryNamed(own.childTable)
    if (summary === undefined || summary.type === 'view') return []
    if (summary.association !== true && !(await this.isAssociation(graph, summary.name))) return []
    const others = (await this.usable(both.filter((relation) => !isSameRelation(relation, own)))).filter(
      ({ problem }) => problem === undefined,
    )
    return others.map(({ relation }) => relation)
  }

  /** True if a table contains only pairs, so that its links represent it. */
  private async holdsOnlyPairs(graph: RelationGraph, table: string): Promise<boolean> {
    const native = await this.native(table)
    const linking = new Set(graph.from(table).flatMap(({ childColumns }) => childColumns))
    const filled = ({ autoIncrement, generated, defaultValue, keyPosition }: NativeColumn): boolean =>
      autoIncrement || generated || (defaultValue !== null && (keyPosition > 0 || currentTime.test(defaultValue)))
    return native?.columns.every((column) => linking.has(column.name) || filled(column)) ?? false
  }

  /**
   * Returns relations with their referenced columns. Drops foreign keys to missing tables. Relations that only Basalt
   * knows stay with their problem until a user deletes them.
   */
  private async usable(relations: readonly Relation[]): Promise<{ relation: Relation; problem?: Message }[]> {
    const checked = await Promise.all(
      relations.map(async (relation) => {
        if (relation.real) {
          const parentColumns = await this.referencedColumns(relation)
          const isThere =
            parentColumns.length === relation.childColumns.length && this.summaryNamed(relation.childTable)
          return isThere ? [{ relation: { ...relation, parentColumns } }] : []
        }
        const problem = await relationProblem(this, relation)
        return [{ relation, ...(problem === undefined ? {} : { problem }) }]
      }),
    )
    return checked.flat()
  }

  private async referencedColumns(relation: Relation): Promise<readonly string[]> {
    const parent = this.summaryNamed(relation.parentTable)
    if (parent === undefined || relation.parentColumns.length > 0)
      return parent === undefined ? [] : relation.parentColumns
    return this.keyColumns(parent.name)
  }

  private async keyColumns(table: string): Promise<string[]> {
    const native = await this.native(table)
    return (native?.columns ?? [])
      .filter((column) => column.keyPosition > 0)
      .toSorted((left, right) => left.keyPosition - right.keyPosition)
      .map((column) => column.name)
  }

  /** A reference that names no columns means the other table's key. */
  private async resolved(key: ForeignKey): Promise<ForeignKey> {
    const parent = this.summaryNamed(key.referencedTable)
    const referencedTable = parent?.name ?? key.referencedTable
    if (key.referencedColumns.length > 0 || parent === undefined) return { ...key, referencedTable }
    return { ...key, referencedTable, referencedColumns: await this.keyColumns(parent.name) }
  }
}

/** Settings of the columns of a query: those that users chose, then those that the query found. */
function chosenWith(found: readonly QueryColumn[], stored: readonly ColumnMetadata[]): ColumnMetadata[] {
  return found.map(({ name, uiType, options }) => {
    const chosen = stored.find((column) => column.name === name)
    if (chosen === undefined) return { name, title: '', uiType, options, primaryValue: false }
    return chosen.uiType === undefined ? { ...chosen, uiType, options } : chosen
  })
}

/** Defaults of timestamps in the syntax of each engine. */
const currentTime =
  /\b(?:now|(?:current|local|transaction|statement|clock)_?timestamp|current_(?:date|time)|localtime|get(?:utc)?date|sys(?:utc)?datetime(?:offset)?|unixepoch)\b/i

/** Caches pending and successful loads; failed ones are retried. */
function remember<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
