import type { ProjectCopy } from '@common/project-copy'
import { rewrittenFormula } from '@common/formula'
import { followOptions, followSettings } from '@common/views'
import { linkId, RelationGraph, type Relation } from '../relations/links'

/**
 * Returns a copy whose tables have other names. Ids of links derive from names, so computed columns and views follow.
 *
 * @param newId  returns a new id for each computed column
 */
export function renamedCopy(copy: ProjectCopy, newName: (table: string) => string, newId: () => string): ProjectCopy {
  const renamedRelation = <T extends { readonly childTable: string; readonly parentTable: string }>(
    relation: T,
  ): T => ({
    ...relation,
    childTable: newName(relation.childTable),
    parentTable: newName(relation.parentTable),
  })
  const ids = linkIds(relationsOf(copy), renamedRelation)
  for (const { id, definition } of copy.computed) if (definition.kind !== 'link') ids.set(id, newId())
  const followed = (id: string): string => ids.get(id) ?? id
  return {
    ...copy,
    tables: copy.tables.map((table) => ({
      ...table,
      name: newName(table.name),
      foreignKeys: table.foreignKeys.map((key) => ({ ...key, referencedTable: newName(key.referencedTable) })),
    })),
    relations: copy.relations.map(renamedRelation),
    computed: copy.computed.map((column) => ({
      ...column,
      table: newName(column.table),
      id: followed(column.id),
      definition: followedDefinition(column.definition, followed),
    })),
    views: copy.views.map((view) => ({
      ...view,
      table: newName(view.table),
      settings: followSettings(view.settings, followed),
      options: followOptions(view.options, followed),
    })),
  }
}

/** Computed columns name links, and other computed columns, by their ids. */
function followedDefinition(
  definition: ProjectCopy['computed'][number]['definition'],
  followed: (id: string) => string,
): typeof definition {
  if (definition.kind === 'formula') return { ...definition, formula: rewrittenFormula(definition.formula, followed) }
  if (definition.kind === 'link') return definition
  const linkIdNow = followed(definition.linkId)
  return definition.kind === 'count'
    ? { ...definition, linkId: linkIdNow }
    : { ...definition, linkId: linkIdNow, column: followed(definition.column) }
}

/** Returns all relations of a copy: those of its foreign keys, and those that only Basalt knows. */
function relationsOf({ tables, relations }: ProjectCopy): Relation[] {
  return [
    ...tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.map((key) => ({
        childTable: name,
        childColumns: key.columns,
        parentTable: key.referencedTable,
        parentColumns: key.referencedColumns,
        onDelete: key.onDelete,
        onUpdate: key.onUpdate,
        real: true,
      })),
    ),
    ...relations.map((relation) => ({ ...relation, real: false })),
  ]
}

/** Ids of links before → after. */
function linkIds(relations: readonly Relation[], renamed: (relation: Relation) => Relation): Map<string, string> {
  const ids = new Map<string, string>()
  const graph = new RelationGraph(relations)
  for (const relation of graph.all()) {
    const after = renamed(relation)
    ids.set(linkId('belongsTo', relation), linkId('belongsTo', after))
    ids.set(linkId('hasMany', relation), linkId('hasMany', after))
    const both = graph.from(relation.childTable)
    // Only a table with two references links what they refer to. Each two of thousands would be millions.
    if (both.length !== 2) continue
    for (const other of both)
      if (other !== relation)
        ids.set(linkId('manyToMany', relation, other), linkId('manyToMany', after, renamed(other)))
  }
  return ids
}
