import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { SchemaPlan } from '@main/db/dialect'
import { planAssociation, type AssociationRequest } from './association'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { metadataAfter } from '../columns/column-plan'
import { linkId, type Relation } from './links'
import type { MetadataChange } from '../catalog/metadata'
import { checkAction, checkComparable, checkUnique, sameColumns } from './checks'
import {
  checkTitle,
  columnOf,
  endsOf,
  foreignKeyOf,
  pairKeys,
  keyOf,
  keyTo,
  newKeyColumn,
  storedRelation,
  titled,
  type Actions,
} from './parts'
import type { MadeLink, NewLink, RelationEnds } from './types'
import { checkColumnNames } from '../columns/validate'
import { inverse } from '@common/operations/inverse'

const endNames = (
  { name: childTable }: Table,
  childColumn = '',
  { name: parentTable }: Table,
  parentColumn = '',
): RelationEnds => ({ childTable, childColumn, parentTable, parentColumn })

/** Creates relations in three steps: plan, journal, run. The caller serializes them. */
export function relationMaking(catalog: TableLookups, changes: Changes) {
  const { editable, run, store, ids, database: databaseOf } = changes

  const resolve = async (projectId: string, ends: RelationEnds) => {
    const [child, parent] = await Promise.all([
      catalog.get(projectId, ends.childTable),
      catalog.get(projectId, ends.parentTable),
    ])
    return {
      child,
      parent,
      childColumn: columnOf(child, ends.childColumn),
      parentColumn: columnOf(parent, ends.parentColumn),
    }
  }

  /** Returns the existing relation between two columns. */
  const findRelation = async (projectId: string, child: Table, columns: readonly string[], parent: Table) => {
    const graph = await catalog.graph(projectId)
    return graph
      .from(child.name)
      .find((relation) => relation.parentTable === parent.name && sameColumns(relation.childColumns, columns))
  }

  const refuseTwice = async (projectId: string, child: Table, columns: readonly string[], parent: Table) => {
    if ((await findRelation(projectId, child, columns, parent)) !== undefined)
      throw new AppError('RELATION_EXISTS', { child: child.title, parent: parent.title })
  }

  const create = async (call: Call, ends: RelationEnds & Actions): Promise<SchemaPlan> => {
    const { projectId } = call
    const [database, { child, parent, childColumn, parentColumn }] = await Promise.all([
      databaseOf(projectId),
      resolve(projectId, ends),
    ])
    await editable(projectId, child.name)
    await editable(projectId, parent.name)
    await refuseTwice(projectId, child, [childColumn.name], parent)
    checkUnique(parent, [parentColumn])
    checkComparable(child, childColumn, parent, parentColumn)
    checkAction(ends, childColumn)
    const plan = await database.dialect.schema.addForeignKey(
      database,
      child.name,
      keyTo(parent, [childColumn.name], [parentColumn.name], ends),
      [],
    )
    await run(call, database, {
      operation: 'relationCreate',
      table: child.name,
      tableAfter: child.name,
      plan,
      metadata: [],
      undoneBy: [inverse('relationDelete', endNames(child, childColumn.name, parent, parentColumn.name))],
    })
    return plan
  }

  const createVirtual = async (call: Call, ends: RelationEnds & Actions): Promise<string> => {
    const { projectId } = call
    const { child, parent, childColumn, parentColumn } = await resolve(projectId, ends)
    await refuseTwice(projectId, child, [childColumn.name], parent)
    checkComparable(child, childColumn, parent, parentColumn)
    const id = ids.hex(16)
    await store(
      call,
      [storedRelation(id, child, [childColumn.name], parent, [parentColumn.name], ends)],
      [inverse('virtualRelationDelete', endNames(child, childColumn.name, parent, parentColumn.name))],
    )
    return id
  }

  /** Creates one side of a link with new columns on the child, one for each column of the parent's key. */
  const linkOneToMany = async (call: Call, child: Table, parent: Table, link: NewLink): Promise<Relation> => {
    const { projectId } = call
    const [database, metadata] = await Promise.all([databaseOf(projectId), catalog.metadata(projectId)])
    const keyColumns = keyOf(parent)
    const isOnlyKey = keyColumns.length === 1
    // A belongs-to link has the title of its column; other links have their own.
    const named = link.kind === 'belongsTo' && isOnlyKey ? link.title : undefined
    const columns = keyColumns.map((key) => newKeyColumn(child, parent, key, { isOnlyKey, title: named }))
    for (const column of columns) checkAction(link, column)
    const added = columns.map((column) => ({ kind: 'add' as const, column }))
    const names = columns.map(({ name }) => name)
    checkColumnNames([...child.columns, ...columns], names)
    const key = keyTo(parent, names, parent.primaryKey, link)
    const { schema } = database.dialect
    const plan = link.real
      ? await schema.addForeignKey(database, child.name, key, columns)
      : await schema.changeColumns(database, child.name, added)
    const relation: Relation = {
      childTable: child.name,
      childColumns: names,
      parentTable: parent.name,
      parentColumns: parent.primaryKey,
      onDelete: link.onDelete,
      onUpdate: link.onUpdate,
      real: link.real,
    }
    await run(call, database, {
      operation: 'linkCreate',
      table: child.name,
      tableAfter: child.name,
      plan,
      metadata: [
        {
          kind: 'setColumns',
          table: child.name,
          columns: metadataAfter(metadata.columns.get(child.name) ?? [], added),
        },
        ...(link.real ? [] : [storedRelation(ids.hex(16), child, names, parent, parent.primaryKey, link)]),
        ...(named === undefined ? titled(link, linkId(link.kind, relation)) : []),
      ],
      undoneBy: [inverse('linkDelete', endNames(child, names[0], parent, parent.primaryKey[0]))],
    })
    return relation
  }

  const createManyToMany = async (call: Call, request: AssociationRequest): Promise<MadeLink> => {
    const { projectId } = call
    const [database, project, parent, child, list] = await Promise.all([
      databaseOf(projectId),
      changes.project(projectId),
      editable(projectId, request.parentTable),
      editable(projectId, request.childTable),
      catalog.list(projectId),
    ])
    const association = planAssociation({
      parent,
      child,
      request,
      tables: list,
      prefix: project.prefix,
      maxIdentifier: database.dialect.capabilities.maxIdentifier,
    })
    const { table, title, columns, relations, own } = association
    const plan = database.dialect.schema.createTable(
      table,
      columns,
      request.real ? pairKeys(relations.map(foreignKeyOf), database.dialect.capabilities) : [],
    )
    const id = linkId('manyToMany', own.relation, own.other)
    const order = Math.floor(Math.max(0, ...list.map((each) => each.order))) + 1
    await run(call, database, {
      operation: 'associationCreate',
      table,
      tableAfter: table,
      plan,
      metadata: [
        ...(await changes.placed(projectId)),
        { kind: 'setTable', id: ids.hex(16), name: table, title, type: 'table', order, association: true },
        {
          kind: 'setColumns',
          table,
          columns: columns.map(({ name, title: columnTitle, uiType, options }) => ({
            name,
            title: columnTitle,
            uiType,
            options,
            primaryValue: false,
          })),
        },
        ...(request.real
          ? []
          : relations.map((relation): MetadataChange => ({
              kind: 'setRelation',
              relation: { id: ids.hex(16), ...endsOf(relation) },
            }))),
        ...titled({ table: own.relation.parentTable, title: request.title }, id),
      ],
      undoneBy: [inverse('linkDelete', { associationTable: table })],
    })
    return titleOfLink(projectId, own.relation.parentTable, id)
  }

  const titleOfLink = async (projectId: string, table: string, id: string): Promise<MadeLink> => {
    const { virtualColumns } = await catalog.get(projectId, table)
    return { id, title: virtualColumns.find((column) => column.id === id)?.title ?? '' }
  }

  const link = async (call: Call, asked: NewLink): Promise<MadeLink> => {
    const { projectId } = call
    const [table, related] = await Promise.all([
      editable(projectId, asked.table),
      editable(projectId, asked.relatedTable),
    ])
    if (asked.title !== undefined) checkTitle(table, asked.title)
    if (asked.kind === 'manyToMany')
      return createManyToMany(call, { ...asked, parentTable: table.name, childTable: related.name })
    const [child, parent] = asked.kind === 'hasMany' ? [related, table] : [table, related]
    const relation = await linkOneToMany(call, child, parent, { ...asked, table: table.name })
    const made = await titleOfLink(projectId, table.name, linkId(asked.kind, relation))
    const [column] = asked.kind === 'belongsTo' ? relation.childColumns : []
    return column === undefined ? made : { ...made, column }
  }

  return { create, createVirtual, createManyToMany, link }
}
