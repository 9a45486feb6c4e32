import type { ListedRelation, relationOperations } from '@common/operations/relations'
import { isLimited, isRelationListed } from '@common/principal/rules'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { TableCatalog } from '../catalog/catalog'
import { goneValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'
import { noteValues } from '@main/lib/note-change'
import { callOf, statementsOf } from '../calls'
import { notingTable } from '../table-values'
import type { Relation } from './links'
import type { RelationService } from './service'

/** Handlers of `common/operations/relations.ts`. */
export function createRelationHandlers(
  catalog: TableCatalog,
  service: RelationService,
): Handlers<typeof relationOperations> {
  /** Returns the relations with titles, without reading every table. A column without a chosen title has its name. */
  const listed = async (context: CallContext): Promise<ListedRelation[]> => {
    const { projectId } = inProject(context)
    const lookups = catalog.as(context.principal)
    const [relations, tables, { columns }] = await Promise.all([
      lookups.allRelations(projectId),
      lookups.list(projectId),
      lookups.metadata(projectId),
    ])
    const titles = new Map(tables.map(({ name, title }) => [name, title]))
    const tableOf = (name: string) => ({ name, title: titles.get(name) ?? name })
    const columnsOf = (table: string, names: readonly string[]) =>
      names.map((name) => ({ name, title: columns.get(table)?.find((each) => each.name === name)?.title ?? name }))
    const shown = isLimited(context.principal) ? await shownRelations(context, relations) : relations
    return shown.map(({ childTable, childColumns, parentTable, parentColumns, real, onDelete, onUpdate }) => ({
      childTable: tableOf(childTable),
      childColumns: columnsOf(childTable, childColumns),
      parentTable: tableOf(parentTable),
      parentColumns: columnsOf(parentTable, parentColumns),
      real,
      onDelete,
      onUpdate,
    }))
  }

  /** Relations between columns that the caller sees. */
  const shownRelations = async (context: CallContext, relations: readonly Relation[]): Promise<Relation[]> => {
    const { projectId } = inProject(context)
    const lookups = catalog.as(context.principal)
    const names = new Set(relations.flatMap(({ childTable, parentTable }) => [childTable, parentTable]))
    const found = await Promise.all([...names].map((name) => lookups.named(projectId, name)))
    const tables = new Map(found.flatMap((table) => (table === undefined ? [] : [[table.name, table] as const])))
    const isShown = (name: string, columns: readonly string[]): boolean => {
      const table = tables.get(name)
      return table?.sight.read === true && columns.every((column) => table.columns.some((each) => each.name === column))
    }
    return relations.filter(
      ({ childTable, childColumns, parentTable, parentColumns }) =>
        isRelationListed(context.principal, childTable, childColumns) &&
        isShown(childTable, childColumns) &&
        isShown(parentTable, parentColumns),
    )
  }

  /** Deletes relations, and adds what they were to the audit. */
  const noting = async <T>(context: CallContext, run: () => Promise<T>): Promise<T> => {
    const { projectId } = inProject(context)
    const lookups = catalog.as(context.principal)
    const before = await listed(context)
    const done = await run()
    const left = new Set((await lookups.allRelations(projectId)).map(keyOf))
    const gone = before.filter((relation) => !left.has(keyOf(endsOf(relation))))
    noteValues(context, gone.flatMap(relationValues))
    return done
  }

  return {
    relationList: async (context, { table }) => {
      if (table === undefined) return listed(context)
      const { name } = await catalog.as(context.principal).get(inProject(context).projectId, table)
      return (await listed(context)).filter(({ childTable }) => childTable.name === name)
    },

    relationCreate: async (context, ends) => statementsOf(await service.create(callOf(context), ends)),

    virtualRelationCreate: async (context, ends) => ({ id: await service.createVirtual(callOf(context), ends) }),

    associationCreate: async (context, request) => {
      await service.createManyToMany(callOf(context), request)
      return 1 as const
    },

    linkCreate: (context, { title, onDelete, onUpdate, ...link }) => {
      // Pairs are deleted with their rows; other rows stay.
      const usual = link.kind === 'manyToMany' ? 'CASCADE' : 'NO ACTION'
      return service.link(callOf(context), {
        ...link,
        title: title?.trim() === '' ? undefined : title?.trim(),
        onDelete: onDelete ?? usual,
        onUpdate: onUpdate ?? usual,
      })
    },

    relationDelete: async (context, ends) =>
      statementsOf(await noting(context, () => service.remove(callOf(context), ends, { dropColumn: false }))),

    virtualRelationDelete: (context, ends) => noting(context, () => service.removeVirtual(callOf(context), ends)),

    linkDelete: (context, link) =>
      noting(context, async () => {
        if ('associationTable' in link) await service.removeManyToMany(callOf(context), link.associationTable)
        else {
          const { keepColumn, ...ends } = link
          await service.remove(callOf(context), ends, { dropColumn: !keepColumn })
        }
        return 1 as const
      }),

    virtualColumnRename: async (context, { table, column, title }) => {
      await notingTable(context, catalog, table, () => service.retitle(callOf(context), table, column, title))
      return 1 as const
    },
  }
}

const keyOf = ({ childTable, childColumns, parentTable, parentColumns }: RelationNames): string =>
  JSON.stringify([childTable, childColumns, parentTable, parentColumns])

type RelationNames = Pick<Relation, 'childTable' | 'childColumns' | 'parentTable' | 'parentColumns'>

const endsOf = ({ childTable, childColumns, parentTable, parentColumns }: ListedRelation): RelationNames => ({
  childTable: childTable.name,
  childColumns: childColumns.map(({ name }) => name),
  parentTable: parentTable.name,
  parentColumns: parentColumns.map(({ name }) => name),
})

function relationValues(relation: ListedRelation): ChangedValue[] {
  const { childTable, childColumns, parentTable, parentColumns, onDelete, onUpdate } = relation
  const titles = (columns: typeof childColumns): readonly string[] => columns.map(({ title }) => title)
  const facts = { columns: titles(childColumns), references: titles(parentColumns), onDelete, onUpdate }
  return valuesOf(`${childTable.title} → ${parentTable.title}`, goneValues(facts))
}
