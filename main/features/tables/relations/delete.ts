import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { inverse } from '@common/operations/inverse'
import { findTitled } from '@common/wire/named'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { metadataAfter } from '../columns/column-plan'
import { linkId, type Relation, type RelationGraph } from './links'
import type { MetadataChange } from '../catalog/metadata'
import { columnOf, foreignKeyOf } from './parts'
import { keepColumns, keepTable, withKeeping } from '../trash/keeping'
import type { StoredVirtualColumn, VirtualMetadata } from '../virtual-columns/virtual-columns'
import type { RelationEnds } from './types'
import { viewsAfter, virtualAfter } from '../virtual-columns/renames'

const nothing: SchemaPlan = { up: [], down: [] }

/** Returns the stored titles to delete. */
function titlesOf(metadata: VirtualMetadata, forgotten: readonly MetadataChange[]): StoredVirtualColumn[] {
  const gone = new Set(forgotten.flatMap((change) => (change.kind === 'removeVirtualColumn' ? [change.id] : [])))
  return [...metadata.virtualColumns.values()].flat().filter(({ id }) => gone.has(id))
}

/** Returns the ends of a relation as operations take them. Its first column names it. */
const endsByName = ({ childTable, childColumns, parentTable, parentColumns }: Relation): RelationEnds => ({
  childTable,
  childColumn: childColumns[0] ?? '',
  parentTable,
  parentColumn: parentColumns[0] ?? '',
})

/** How relations are deleted. The caller sees to it that one is deleted at a time. */
export function relationDeleting(catalog: TableLookups, changes: Changes) {
  const { editable, run, store, ids, database: databaseOf } = changes

  /** Titles of a relation's links are deleted with it. */
  const forgottenTitles = async (projectId: string, relation: Relation): Promise<MetadataChange[]> => {
    const [{ virtualColumns }, graph] = await Promise.all([catalog.metadata(projectId), catalog.graph(projectId)])
    const others = graph.from(relation.childTable).filter((other) => other !== relation)
    const gone = new Set([
      linkId('belongsTo', relation),
      linkId('hasMany', relation),
      ...others.flatMap((other) => [linkId('manyToMany', relation, other), linkId('manyToMany', other, relation)]),
    ])
    return [...virtualColumns.values()]
      .flat()
      .filter(({ id }) => gone.has(id))
      .map(({ table, id }) => ({ kind: 'removeVirtualColumn', table, id }))
  }

  const remove = async (
    call: Call,
    ends: RelationEnds,
    { dropColumn }: { readonly dropColumn: boolean },
  ): Promise<SchemaPlan> => {
    const { projectId } = call
    const [database, child, parent] = await Promise.all([
      databaseOf(projectId),
      editable(projectId, ends.childTable),
      catalog.get(projectId, ends.parentTable),
    ])
    const column = columnOf(child, ends.childColumn)
    const relation = relationBy(await catalog.graph(projectId), child, column, parent)
    const dropped = dropColumn ? relation.childColumns : []
    const { schema } = database.dialect
    const drops = dropped.map((name) => ({ kind: 'drop' as const, name }))
    const plan = relation.real
      ? await schema.dropForeignKey(database, child.name, foreignKeyOf(relation), dropped)
      : dropped.length === 0
        ? nothing
        : await schema.changeColumns(database, child.name, drops)
    const [metadata, graph, forgotten] = await Promise.all([
      catalog.metadata(projectId),
      catalog.graph(projectId),
      forgottenTitles(projectId, relation),
    ])
    const parts =
      dropped.length === 0 ? [] : ((await database.dialect.schema.columnParts?.(database, child.name, dropped)) ?? [])
    const again = inverse(dropColumn ? 'linkDelete' : 'relationDelete', endsByName(relation))
    const keeping = keepColumns(call, database, { ids, table: child, metadata }, dropped, again, {
      parts,
      foreignKeys: relation.real ? [foreignKeyOf(relation)] : [],
      relations: metadata.relations.filter(({ id }) => id === relation.storedId),
      virtualColumns: titlesOf(metadata, forgotten),
    })
    await run(call, database, {
      operation: dropColumn ? 'linkDelete' : 'relationDelete',
      table: child.name,
      tableAfter: child.name,
      plan: withKeeping(plan, keeping.steps),
      metadata: [
        ...(drops.length === 0
          ? []
          : [
              {
                kind: 'setColumns' as const,
                table: child.name,
                columns: metadataAfter(metadata.columns.get(child.name) ?? [], drops),
              },
              ...virtualAfter(metadata, graph, { table: child.name, dropped }),
              ...viewsAfter(graph, { table: child.name, dropped: keeping.metadata.length === 0 ? dropped : [] }),
            ]),
        ...(relation.storedId === undefined ? [] : [{ kind: 'removeRelation' as const, id: relation.storedId }]),
        ...forgotten,
        ...keeping.metadata,
      ],
      undoneBy: keeping.undoneBy,
    })
    return plan
  }

  const removeVirtual = async (call: Call, ends: RelationEnds): Promise<number> => {
    const { projectId } = call
    // A relation can be deleted by its stored names even if its tables are missing.
    const graph = await catalog.graph(projectId)
    const nameOf = async (name: string): Promise<string> => (await catalog.find(projectId, name))?.name ?? name
    const [child, parent] = await Promise.all([nameOf(ends.childTable), nameOf(ends.parentTable)])
    const childTable = await catalog.find(projectId, child)
    const column = childTable && findTitled(childTable.columns, ends.childColumn)
    const relation = graph
      .from(child)
      .filter(({ parentTable, storedId }) => storedId !== undefined && parentTable === parent)
      .find(({ childColumns }) => childColumns.includes(column?.name ?? ends.childColumn))
    if (relation?.storedId === undefined) throw new AppError('RELATION_NOT_FOUND', { child, parent })
    const [database, metadata, forgotten] = await Promise.all([
      databaseOf(projectId),
      catalog.metadata(projectId),
      forgottenTitles(projectId, relation),
    ])
    const again = inverse('virtualRelationDelete', endsByName(relation))
    const keeping =
      childTable &&
      keepColumns(call, database, { ids, table: childTable, metadata }, [], again, {
        relations: metadata.relations.filter(({ id }) => id === relation.storedId),
        virtualColumns: titlesOf(metadata, forgotten),
      })
    await store(
      call,
      [{ kind: 'removeRelation', id: relation.storedId }, ...forgotten, ...(keeping?.metadata ?? [])],
      keeping?.undoneBy,
    )
    return 1
  }

  const removeManyToMany = async (call: Call, associationTable: string): Promise<SchemaPlan> => {
    const { projectId } = call
    const [database, table, graph] = await Promise.all([
      databaseOf(projectId),
      editable(projectId, associationTable),
      catalog.graph(projectId),
    ])
    const relations = graph.from(table.name)
    const linking = new Set(relations.flatMap(({ childColumns }) => childColumns))
    if (relations.length !== 2) throw new AppError('RELATION_NOT_FOUND')
    if (!table.columns.every(({ name }) => linking.has(name)))
      throw new AppError('RELATION_TABLE_HAS_MORE', { table: table.title })
    const known = await catalog.metadata(projectId)
    const again = inverse('linkDelete', { associationTable: table.name })
    const { sideTable, metadata, undoneBy } = keepTable(call, { ids, table, metadata: known }, again)
    const plan = await database.dialect.schema.setAside(database, table.name, sideTable)
    await run(call, database, {
      operation: 'linkDelete',
      table: table.name,
      tableAfter: null,
      plan,
      metadata,
      undoneBy,
    })
    return plan
  }

  return { remove, removeVirtual, removeManyToMany }
}

/** Finds the relation of a column; of a composite key, any of its columns. */
function relationBy(graph: RelationGraph, child: Table, column: Column, parent: Table): Relation {
  const found = graph
    .from(child.name)
    .filter((relation) => relation.parentTable === parent.name)
    .filter(({ childColumns }) => childColumns.includes(column.name))
  const relation = found.find(({ childColumns }) => childColumns.length === 1) ?? found[0]
  if (relation === undefined) throw new AppError('RELATION_NOT_FOUND', { child: child.title, parent: parent.title })
  return relation
}
