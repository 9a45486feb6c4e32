import { AppError } from '@common/errors'
import type { relationOperations } from '@common/operations/relations'
import { relationFacts } from '@common/wire/relations'
import type { WireRelation } from '@common/wire/schemas'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { TableCatalog } from '../catalog/catalog'
import type { RelationService } from './service'
import type { RelationEnds } from './types'
import type { Relation } from './links'
import { answer, callOf, changed } from '../wire-answers'

/** Handlers of `common/operations/relations.ts`. */
export function createRelationHandlers(
  catalog: TableCatalog,
  service: RelationService,
): Handlers<typeof relationOperations> {
  /** Relations with titles, without reading every table: what nobody has chosen is the name. */
  const wireRelations = async (context: CallContext): Promise<WireRelation[]> => {
    const { projectId } = inProject(context)
    const [relations, tables, { columns }] = await Promise.all([
      catalog.allRelations(projectId),
      catalog.list(projectId),
      catalog.metadata(projectId),
    ])
    const titles = new Map(tables.map(({ name, title }) => [name, title]))
    const titleOf = (table: string, column: string): string =>
      columns.get(table)?.find(({ name }) => name === column)?.title ?? column
    return relations.flatMap(({ childTable, childColumns, parentTable, parentColumns, ...relation }) => {
      const [cn, rcn] = [childColumns[0], parentColumns[0]]
      if (childColumns.length !== 1 || cn === undefined || rcn === undefined) return []
      return {
        ...relationFacts([childTable, cn, parentTable, rcn]),
        tn: childTable,
        _tn: titles.get(childTable) ?? childTable,
        cn,
        _cn: titleOf(childTable, cn),
        rtn: parentTable,
        _rtn: titles.get(parentTable) ?? parentTable,
        rcn,
        _rcn: titleOf(parentTable, rcn),
        type: relation.real ? ('real' as const) : ('virtual' as const),
        ur: relation.onUpdate,
        dr: relation.onDelete,
      }
    })
  }

  return {
    relationCreate: async (context, ends) => changed(await service.create(callOf(context), ends)),

    xcVirtualRelationCreate: async (context, ends) => [await service.createVirtual(callOf(context), ends)],

    xcM2MRelationCreate: async (context, { type, ...request }) => {
      await service.createManyToMany(callOf(context), { ...request, real: type === 'real' })
      return undefined
    },

    linkCreate: (context, { tn, rtn, kind, type, title, onDelete, onUpdate }) => {
      // Pairs go with the rows they name; rows stay when what they belong to goes.
      const usual = kind === 'manyToMany' ? 'CASCADE' : 'NO ACTION'
      return service.link(callOf(context), {
        table: tn,
        relatedTable: rtn,
        kind,
        real: type === 'real',
        title: title?.trim() === '' ? undefined : title?.trim(),
        onDelete: onDelete ?? usual,
        onUpdate: onUpdate ?? usual,
      })
    },

    relationDelete: async (context, ends) =>
      changed(await service.remove(callOf(context), ends, { dropColumn: false })),

    xcVirtualRelationDelete: (context, ends) => service.removeVirtual(callOf(context), ends),

    xcRelationColumnDelete: async (context, { type, assocTable, keepColumn, ...given }) => {
      if (type === 'mm') {
        if (assocTable === undefined) throw missing('assocTable')
        await service.removeManyToMany(callOf(context), assocTable)
        return undefined
      }
      await service.remove(callOf(context), endsOf(given), { dropColumn: keepColumn !== true })
      return undefined
    },

    xcUpdateVirtualKeyAlias: async (context, { tn, oldAlias, newAlias }) => {
      await service.retitle(callOf(context), tn, oldAlias, newAlias)
      return undefined
    },

    xcRelationsGet: async (context) =>
      (await wireRelations(context)).flatMap((relation) => [
        { ...relation, relationType: 'hm' as const },
        { ...relation, relationType: 'bt' as const },
      ]),

    xcRelationList: async (context, { tn }) => {
      const { name } = await catalog.get(inProject(context).projectId, tn)
      return (await wireRelations(context)).filter((relation) => relation.tn === name)
    },

    relationListAll: async (context) => {
      const relations = await catalog.allRelations(inProject(context).projectId)
      return answer(relations.filter(({ real }) => real).flatMap(referenceLines))
    },
  }
}

const missing = (field: string): AppError =>
  new AppError('INPUT_INVALID', { problems: [`${field} is missing`], fields: [field] })

function endsOf(given: { readonly [K in keyof RelationEnds]?: string | undefined }): RelationEnds {
  const { childTable, childColumn, parentTable, parentColumn = '' } = given
  if (childTable === undefined) throw missing('childTable')
  if (childColumn === undefined) throw missing('childColumn')
  if (parentTable === undefined) throw missing('parentTable')
  return { childTable, childColumn, parentTable, parentColumn }
}

function referenceLines(relation: Relation) {
  return relation.childColumns.map((cn, at) => ({
    tn: relation.childTable,
    cn,
    rtn: relation.parentTable,
    rcn: relation.parentColumns[at] ?? '',
    ur: relation.onUpdate,
    dr: relation.onDelete,
  }))
}
