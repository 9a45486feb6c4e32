import type { Table } from '@common/model'
import { inverse } from '@common/operations/inverse'
import { planAssociation, type AssociationRequest } from './association'
import type { TableLookups } from '../catalog/catalog'
import type { MetadataChange } from '../catalog/metadata'
import type { Call, Changes } from '../changes/changes'
import { metadataAfter } from '../columns/column-plan'
import { checkColumnNames } from '../columns/validate'
import { checkAction } from './checks'
import { linkId, type Relation } from './links'
import {
  checkTitle,
  endNames,
  endsOf,
  foreignKeyOf,
  keyOf,
  keyTo,
  newKeyColumn,
  pairKeys,
  storedRelation,
  titled,
} from './parts'
import type { MadeLink, NewLink } from './types'

/** Creates links of both kinds, with the columns or the table that store them. */
export function linkMaking(catalog: TableLookups, changes: Changes) {
  const { editable, run, ids, database: databaseOf } = changes

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

  return { createManyToMany, link }
}
