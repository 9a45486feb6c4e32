import { typeFor } from '@common/columns/new-types'
import { hasRole, isPlainText } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import type { CopiedColumn } from '@common/project-copy'
import {
  columnParts,
  isVirtual,
  placeOf,
  relationOf,
  tableOf,
  type Draft,
  type DraftColumn,
  type DraftTable,
} from '@common/templates'
import { freeTitle } from '@common/util/free-title'
import { nameKey } from '@common/wire/names'
import type { Relation } from '@main/features/tables'

/** Stands before names of tables in the copy; a project puts its own prefix in its place. */
export const planPrefix = 'template__'
/** Characters of a junction table's name: room for the longest prefix in the shortest limit of names. */
const junctionCharacters = 45

/** A column to create, and where its values come from. */
export interface PlannedColumn {
  readonly copied: CopiedColumn
  readonly source:
    | { readonly kind: 'values'; readonly column: DraftColumn }
    /** The end of a relation in this table, whose reference the column stores. */
    | { readonly kind: 'reference'; readonly end: DraftColumn }
    | { readonly kind: 'key' }
    | { readonly kind: 'now' }
}

export interface PlannedTable {
  readonly draft: DraftTable
  readonly name: string
  readonly key: string
  readonly columns: readonly PlannedColumn[]
  /** Names of the reference columns, by the id of the end. */
  readonly references: ReadonlyMap<string, string>
  /** Names of columns that the template doesn't have. */
  readonly added: readonly string[]
}

/** A many-to-many relation with its junction table. */
export interface PlannedJunction {
  readonly name: string
  readonly title: string
  /** The end that comes first in the template, and the other one. */
  readonly end: DraftColumn
  readonly other: DraftColumn
  readonly table: PlannedTable
  readonly related: PlannedTable
  readonly column: string
  readonly relatedColumn: string
}

export interface Plan {
  readonly draft: Draft
  readonly tables: readonly PlannedTable[]
  readonly junctions: readonly PlannedJunction[]
}

/**
 * Plans the tables of a template: a key comes first, then the columns, the references, and the times of creation and
 * change (wire §5). Has-many relations become references, many-to-many ones junction tables.
 *
 * @throws AppError TEMPLATE_INVALID
 */
export function planOfTemplate(given: Draft): Plan {
  checkRelations(given)
  const draft = withFreeTitles(withListedRelations(given))
  checkNames(draft)
  const tables = draft.tables.map((table) => planTable(draft, table))
  return { draft, tables, junctions: planJunctions(draft, tables) }
}

const invalid = (place: string): AppError => new AppError('TEMPLATE_INVALID', { place })

function checkRelations({ tables }: Draft): void {
  for (const { name, columns } of tables)
    for (const column of columns)
      if (relationOf(column) !== undefined && column.relatedId === undefined) throw invalid(`${name}: ${column.name}`)
}

/** Only has-many and many-to-many relations count: a belongs-to alone makes none. */
function withListedRelations(draft: Draft): Draft {
  const isListed = (column: DraftColumn): boolean => {
    const relation = relationOf(column)
    if (relation === undefined || relation === 'mm') return true
    const hasMany = relation === 'hm' ? column : placeOf(draft, column.counterpartId)?.column
    return hasMany?.storedName !== undefined
  }
  return {
    ...draft,
    tables: draft.tables.map((table) => ({ ...table, columns: table.columns.filter(isListed) })),
  }
}

/** An end without a title of its own gets one that its table doesn't have. */
function withFreeTitles(draft: Draft): Draft {
  const isNamed = (column: DraftColumn): boolean =>
    relationOf(column) === undefined ||
    (column.storedName !== undefined && column.name !== tableOf(draft, column.relatedId)?.name)
  return {
    ...draft,
    tables: draft.tables.map((table) => {
      const taken = table.columns.filter(isNamed).flatMap((column) => [column.name, titleOf(column)])
      const columns = table.columns.map((column) => {
        if (isNamed(column)) return column
        const name = freeTitle(column.name, taken)
        taken.push(name)
        return { ...column, name }
      })
      return { ...table, columns }
    }),
  }
}

const titleOf = (column: DraftColumn): string => (isVirtual(column) ? column.name : columnParts(column).title)

/** @throws AppError TEMPLATE_INVALID for two tables of one name, and two columns of one name or title */
function checkNames({ tables }: Draft): void {
  const refuse = (names: readonly string[], place: string): void => {
    const keys = names.map(nameKey)
    const twice = names.find((_name, at) => keys.indexOf(keys[at] ?? '') !== at)
    if (twice !== undefined) throw invalid(`${place}: ${twice}`)
  }
  const tableNames = tables.map(({ name }) => name)
  refuse(tableNames, 'tables')
  for (const { name, columns } of tables) {
    const stored = columns.filter((column) => !isVirtual(column)).map((column) => column.name)
    refuse(stored, name)
    refuse(columns.map(titleOf), name)
  }
}

const blank = (name: string, uiType: UiType): CopiedColumn => ({
  name,
  title: name,
  uiType,
  storedAs: uiType,
  nativeType: '',
  options: {},
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  primaryValue: false,
})

const times = [
  { role: 'createdAt', name: 'created_at' },
  { role: 'changedAt', name: 'updated_at' },
] as const

function planTable(draft: Draft, table: DraftTable): PlannedTable {
  const stored = table.columns.filter((column) => !isVirtual(column))
  const taken = new Set(table.columns.flatMap((column) => [column.name, titleOf(column)]).map(nameKey))
  const free = (wanted: string): string => {
    let name = wanted
    for (let n = 2; taken.has(nameKey(name)); n += 1) name = `${wanted}_${n}`
    taken.add(nameKey(name))
    return name
  }
  const ownKey = stored.find(({ uiType }) => uiType !== undefined && hasRole({ uiType }, 'key'))
  const added: string[] = ownKey === undefined ? [free('id')] : []
  const key = ownKey?.name ?? added[0] ?? 'id'
  const naming = stored.find((column) => columnParts(column).namesRecord) ?? stored.find(isNameLike)
  const references = new Map<string, string>()
  const ends = table.columns.filter((column) => relationOf(column) === 'bt')
  const columns: PlannedColumn[] = [
    ...(ownKey === undefined ? [{ copied: keyColumn(key, key), source: { kind: 'key' } as const }] : []),
    ...stored.map((column): PlannedColumn =>
      column === ownKey
        ? { copied: keyColumn(column.name, titleOf(column)), source: { kind: 'key' } }
        : { copied: valueColumn(column, column === naming), source: { kind: 'values', column } },
    ),
    ...ends.map((end): PlannedColumn => {
      const name = free(`${tableOf(draft, end.relatedId)?.name ?? end.name}_id`)
      references.set(end.id, name)
      const copied = { ...blank(name, typeFor.reference), title: end.name, storedAs: typeFor.whole }
      return { copied, source: { kind: 'reference', end } }
    }),
    ...times.flatMap(({ role, name }): PlannedColumn[] => {
      if (taken.has(nameKey(name))) return []
      added.push(free(name))
      const uiType = uiTypes.find((each) => hasRole({ uiType: each }, role)) ?? typeFor.moment
      const defaultValue = columnType(uiType).defaults.keyword ?? null
      return [{ copied: { ...blank(name, uiType), defaultValue }, source: { kind: 'now' } }]
    }),
  ]
  return { draft: table, name: `${planPrefix}${table.name}`, key, columns, references, added }
}

const keyColumn = (name: string, title: string): CopiedColumn => ({
  ...blank(name, typeFor.key),
  title,
  required: true,
  primaryKey: true,
})

const isNameLike = ({ uiType }: DraftColumn): boolean => uiType !== undefined && isPlainText({ uiType })

/** @throws AppError TEMPLATE_INVALID without a type */
function valueColumn(column: DraftColumn, primaryValue: boolean): CopiedColumn {
  const { name, uiType: given } = column
  if (given === undefined) throw invalid(name)
  const { title, required, unique, defaultValue, options } = columnParts(column)
  // A table has one counted key; other numbers that the database gives become plain ones.
  const uiType = hasRole({ uiType: given }, 'key', 'counter') ? typeFor.whole : given
  return { ...blank(name, uiType), title, options, required, unique, defaultValue, primaryValue }
}

function planJunctions(draft: Draft, tables: readonly PlannedTable[]): PlannedJunction[] {
  const names = new Set<string>()
  const done = new Set<string>()
  return tables.flatMap((table) =>
    table.draft.columns.flatMap((end): PlannedJunction[] => {
      const place = relationOf(end) === 'mm' && !done.has(end.id) ? placeOf(draft, end.counterpartId) : undefined
      const related = tables.find((each) => each.draft.id === place?.table.id)
      if (place === undefined || related === undefined) return []
      done.add(place.column.id)
      const [one, other] = [table.draft.name, related.draft.name]
      const wanted = cut(`_nc_m2m_${one}_${other}`, junctionCharacters)
      let name = wanted
      for (let n = 2; names.has(nameKey(name)); n += 1) name = `${cut(wanted, junctionCharacters - 4)}_${n}`
      names.add(nameKey(name))
      return [
        {
          name: `${planPrefix}${name}`,
          title: `m2m${name.slice('_nc_m2m_'.length)}`,
          end,
          other: place.column,
          table,
          related,
          column: `${cut(one, junctionCharacters)}_p_id`,
          relatedColumn: `${cut(other, junctionCharacters)}_c_id`,
        },
      ]
    }),
  )
}

const cut = (text: string, characters: number): string => [...text].slice(0, characters).join('')

/** Returns the relation that a reference of a table stores. */
export function referenceRelation(plan: Plan, table: PlannedTable, end: DraftColumn): Relation {
  const parent = plan.tables.find(({ draft }) => draft.id === end.relatedId)
  return relation(table.name, table.references.get(end.id) ?? '', parent?.name ?? '', 'SET NULL')
}

/** Returns the relations of a junction: to the table of the first end, and to the related one. */
export function junctionRelations({ name, table, related, column, relatedColumn }: PlannedJunction): {
  readonly own: Relation
  readonly other: Relation
} {
  return {
    own: relation(name, column, table.name, 'CASCADE'),
    other: relation(name, relatedColumn, related.name, 'CASCADE'),
  }
}

const relation = (
  childTable: string,
  childColumn: string,
  parentTable: string,
  onDelete: Relation['onDelete'],
): Relation => ({
  childTable,
  childColumns: [childColumn],
  parentTable,
  parentColumns: [],
  onDelete,
  onUpdate: 'NO ACTION',
  real: true,
})

/** Returns a column of a junction table. */
export const junctionColumn = (name: string, title: string): CopiedColumn => ({
  ...blank(name, typeFor.reference),
  title,
  storedAs: typeFor.whole,
  required: true,
  primaryKey: true,
})
