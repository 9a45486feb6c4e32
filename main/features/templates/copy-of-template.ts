import type { StoredValue } from '@common/columns/column-type'
import { rewrittenFormula } from '@common/formula'
import { copyFormat, copyVersion, type CopiedTable, type ProjectCopy } from '@common/project-copy'
import {
  computedOf,
  placeOf,
  readDraft,
  relationOf,
  tableOf,
  tableParts,
  type DraftColumn,
  type StoredTemplate,
} from '@common/templates'
import { followOptions, followSettings, type NewName } from '@common/views'
import { linkId } from '@main/features/tables'
import {
  junctionColumn,
  junctionRelations,
  planOfTemplate,
  planPrefix,
  referenceRelation,
  type Plan,
  type PlannedJunction,
  type PlannedTable,
} from './plan'
import { rowsOfTemplate } from './rows-of-template'

/** A template as the import of metadata takes it. */
export interface TemplateCopy {
  readonly copy: ProjectCopy
  /** Returns the rows of a table of the copy by its place, in the order of its columns. */
  readonly rowsOf: (place: number) => readonly (readonly StoredValue[])[]
  /** Tables of the template by their names there, without junction tables. */
  readonly tables: readonly { readonly name: string; readonly title: string }[]
  readonly relations: readonly TemplateRelation[]
}

/** A relation that a template makes. */
export interface TemplateRelation {
  readonly kind: 'hasMany' | 'manyToMany'
  readonly table: string
  readonly relatedTable: string
}

/**
 * Turns a template into the copy of a project.
 *
 * @param now  ISO 8601 time of creation
 * @throws AppError TEMPLATE_INVALID, TEMPLATE_VALUE_INVALID
 */
export function copyOfTemplate(
  stored: StoredTemplate,
  { rows: withRows, now }: { readonly rows: boolean; readonly now: string },
): TemplateCopy {
  let ids = 0
  const plan = planOfTemplate(readDraft(stored, () => `d${(ids += 1)}`))
  const idOf = columnIds(plan)
  const rows = withRows ? rowsOfTemplate(plan, now) : []
  const { draft, tables, junctions } = plan
  return {
    copy: {
      project: {
        format: copyFormat,
        version: copyVersion,
        title: stored.title.trim() || 'Template',
        // Types of columns come from the database that the tables go to.
        engine: '',
        prefix: planPrefix,
        createdAt: now,
      },
      tables: [...tables.map((table) => copiedTable(plan, table)), ...junctions.map(copiedJunction)],
      relations: [],
      computed: tables.flatMap((table) => copiedComputed(plan, table, idOf)),
      views: tables.flatMap((table) => copiedViews(table, idOf)),
    },
    rowsOf: (place) => rows[place] ?? [],
    tables: tables.map(({ draft: table }) => ({ name: table.name, title: tableParts(table).title })),
    relations: draft.tables.flatMap((table) =>
      table.columns.flatMap((column): TemplateRelation[] => {
        const relation = relationOf(column)
        const isFirst = relation === 'hm' || junctions.some(({ end }) => end.id === column.id)
        const relatedTable = tableOf(draft, column.relatedId)?.name
        if (!isFirst || relatedTable === undefined) return []
        return [{ kind: relation === 'hm' ? 'hasMany' : 'manyToMany', table: table.name, relatedTable }]
      }),
    ),
  }
}

function copiedTable(plan: Plan, table: PlannedTable): CopiedTable {
  const { title, icon } = tableParts(table.draft)
  const references = [...table.references].map(([endId, name]) => {
    const end = table.draft.columns.find(({ id }) => id === endId)
    const parent = plan.tables.find(({ draft }) => draft.id === end?.relatedId)
    return { name, parent: parent ?? table }
  })
  return {
    name: table.name,
    title,
    type: 'table',
    association: false,
    icon,
    columns: table.columns.map(({ copied }) => copied),
    foreignKeys: references.map(({ name, parent }) => ({
      columns: [name],
      referencedTable: parent.name,
      referencedColumns: [parent.key],
      onDelete: 'SET NULL' as const,
      onUpdate: 'NO ACTION' as const,
    })),
    // Links are followed from both ends, and a database looks for the rows that point to one it deletes.
    indexes: references.map(({ name }) => ({ unique: false, columns: [name] })),
  }
}

function copiedJunction({ name, title, table, related, column, relatedColumn }: PlannedJunction): CopiedTable {
  const key = (from: string, { name: referencedTable, key: referenced }: PlannedTable) => ({
    columns: [from],
    referencedTable,
    referencedColumns: [referenced],
    onDelete: 'CASCADE' as const,
    onUpdate: 'NO ACTION' as const,
  })
  return {
    name,
    title,
    type: 'table',
    association: true,
    icon: null,
    columns: [
      junctionColumn(column, `${tableParts(table.draft).title}PId`),
      junctionColumn(relatedColumn, `${tableParts(related.draft).title}CId`),
    ],
    foreignKeys: [key(column, table), key(relatedColumn, related)],
    indexes: [{ unique: false, columns: [relatedColumn] }],
  }
}

/** Returns the id of a column in the copy: its name in the database, or the id of a link or a computed column. */
type IdOf = (column: DraftColumn) => string

function columnIds(plan: Plan): IdOf {
  const ids = new Map<string, string>()
  for (const table of plan.tables)
    for (const column of table.draft.columns) {
      const relation = relationOf(column)
      const reference = table.references.get(column.id)
      if (reference !== undefined) {
        ids.set(column.id, reference)
        if (column.counterpartId !== undefined)
          ids.set(column.counterpartId, linkId('hasMany', referenceRelation(plan, table, column)))
      } else if (relation === undefined) ids.set(column.id, computedOf(column) === undefined ? column.name : column.id)
    }
  for (const junction of plan.junctions) {
    const { own, other } = junctionRelations(junction)
    ids.set(junction.end.id, linkId('manyToMany', own, other))
    ids.set(junction.other.id, linkId('manyToMany', other, own))
  }
  return ({ id, name }) => ids.get(id) ?? name
}

/** Columns of a table by their names, as its views and formulas name them. */
function namesOf({ draft, added }: PlannedTable, idOf: IdOf): NewName {
  const names = new Map([
    ...added.map((name) => [name, name] as const),
    ...draft.columns.map((column) => [column.storedName ?? column.name, idOf(column)] as const),
  ])
  return (name) => names.get(name)
}

function copiedComputed(plan: Plan, table: PlannedTable, idOf: IdOf): ProjectCopy['computed'][number][] {
  const nameOf = namesOf(table, idOf)
  const definitionOf = (column: DraftColumn): ProjectCopy['computed'][number]['definition'] | undefined => {
    const relation = relationOf(column)
    // The title of a reference is that of its column.
    if (relation !== undefined) return relation === 'bt' ? undefined : { kind: 'link' }
    const kind = computedOf(column)
    if (kind === 'formula') return { kind, formula: rewrittenFormula(column.formula ?? '', nameOf) }
    const link = placeOf(plan.draft, column.follows?.linkId)?.column
    if (kind === undefined || link === undefined) return undefined
    const followed = relationOf(link) === 'bt' ? linkId('belongsTo', referenceRelation(plan, table, link)) : idOf(link)
    if (kind === 'count') return { kind, linkId: followed }
    const taken = placeOf(plan.draft, column.follows?.columnId)?.column
    if (taken === undefined) return undefined
    if (kind === 'lookup') return { kind, linkId: followed, column: idOf(taken) }
    return { kind, linkId: followed, column: idOf(taken), function: column.rollup ?? 'count' }
  }
  return table.draft.columns.flatMap((column, at): ProjectCopy['computed'][number][] => {
    const definition = definitionOf(column)
    if (definition === undefined) return []
    return [{ table: table.name, id: idOf(column), title: column.name, position: at + 1, definition }]
  })
}

/** Views hide the columns that the template doesn't have, unless they name them. */
function copiedViews(table: PlannedTable, idOf: IdOf): ProjectCopy['views'][number][] {
  const nameOf = namesOf(table, idOf)
  return tableParts(table.draft).views.map(({ title, kind, settings: given, options }, at) => {
    const settings = followSettings(given, nameOf)
    const { order = [], hidden = [] } = settings
    const quiet = table.added.filter((name) => !order.includes(name) && !hidden.includes(name))
    return {
      table: table.name,
      title,
      kind,
      position: at + 1,
      settings: { ...settings, hidden: [...hidden, ...quiet] },
      options: followOptions(options, nameOf),
      locked: false,
    }
  })
}
