import { typeFor } from '@common/columns/new-types'
import { blankColumn } from '@common/columns/values/blank-column'
import { columnType } from '@common/columns/registry'
import { valueKind } from '@common/columns/value-kind'
import { assertNever } from '@common/util/assert-never'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { linkTitle } from './link-title'

/** Kinds of values as conditions go: each has its operators (`filter-operators.ts`). */
export type FilterFamily =
  | 'text'
  | 'number'
  | 'choice'
  | 'choices'
  | 'person'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'flag'
  | 'link'
  /** Text of a form of its own (JSON, geometry): what it holds can be looked for, nothing else. */
  | 'structure'
  | 'files'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** A column as conditions, sorts and colours know it. */
export interface FilterColumn {
  /** As views name it: the name in the database, or the id of a virtual column. */
  readonly id: string
  readonly title: string
  /** Of one value: where the cells hold lists, of what is in them. */
  readonly column: Column
  readonly family: FilterFamily
  /** Each cell holds the values of several linked rows: a condition holds when it does for one of them. */
  readonly many: boolean
  /** Filtered by the names of linked records. */
  readonly link?: LinkColumn
}

/** @returns undefined where there is nothing to ask of a value */
export function familyOf(column: Column): FilterFamily | undefined {
  const { display, editor } = columnType(column.uiType)
  switch (display) {
    case 'text':
    case 'longText':
    case 'link':
      return 'text'
    case 'number':
    case 'percent':
    case 'rating':
      // Keys may be texts.
      return valueKind(column) === 'text' ? 'text' : 'number'
    case 'checkbox':
      return 'flag'
    case 'chips':
      return editor === 'multiSelect' ? 'choices' : 'choice'
    case 'person':
      return 'person'
    case 'date':
    case 'dateTime':
    case 'time':
      return display
    case 'json':
    case 'code':
      return 'structure'
    case 'files':
      return 'files'
    case 'records':
      return 'link'
    case 'button':
      return undefined
    default:
      return assertNever(display)
  }
}

const known = new WeakMap<Table, readonly FilterColumn[]>()

/** Columns of a table that can be filtered by, in its order: stored ones, what is computed, then links. */
export function filterColumns(table: Table): readonly FilterColumn[] {
  const held = known.get(table)
  if (held !== undefined) return held
  const references = linksByHolder(table)
  const stored = table.columns.flatMap((column): FilterColumn[] => {
    const link = references.get(column.name)
    const family = link === undefined ? familyOf(column) : 'link'
    if (family === undefined) return []
    return [{ id: column.name, title: column.title, column, family, many: false, ...(link && { link }) }]
  })
  const made = [...stored, ...table.virtualColumns.flatMap((column) => virtual(column, references, table))]
  known.set(table, made)
  return made
}

export function filterColumn(table: Table, id: string): FilterColumn | undefined {
  return filterColumns(table).find((column) => column.id === id)
}

/** Links that are shown in the column that holds their reference. */
export function linksByHolder(table: Table): ReadonlyMap<string, LinkColumn> {
  const references = new Map<string, LinkColumn>()
  for (const column of table.virtualColumns) {
    if (column.kind !== 'link' || column.problem !== undefined) continue
    const [holder] = column.link.columns
    if (column.link.kind !== 'belongsTo' || column.link.columns.length !== 1 || holder === undefined) continue
    if (!references.has(holder)) references.set(holder, column)
  }
  return references
}

function virtual(column: VirtualColumn, references: ReadonlyMap<string, LinkColumn>, table: Table): FilterColumn[] {
  const { id, problem, result } = column
  const title = column.kind === 'link' ? linkTitle(column, table) : column.title
  if (problem !== undefined) return []
  if (column.kind === 'link') {
    const isReference = column.link.kind === 'belongsTo' && column.link.columns.length === 1
    if (isReference || column.link.toAssociation === true || [...references.values()].includes(column)) return []
    const shown: Column = { ...blankColumn, name: id, title, uiType: typeFor.link, generated: true }
    return [{ id, title, column: shown, family: 'link', many: false, link: column }]
  }
  const uiType = result?.uiType ?? typeFor.text
  const one: Column = { ...computedColumn, name: id, title, uiType, options: result?.options ?? {} }
  const family = familyOf(one)
  return family === undefined ? [] : [{ id, title, column: one, family, many: result?.many === true }]
}

/** The engine declares what it computes, by the type of its values. */
const computedColumn: Column = { ...blankColumn, nativeType: 'computed', generated: true }

/** The column by which people call a record; undefined where nothing names it but several columns together. */
export function nameColumn(table: Table): Column | undefined {
  const named = table.columns.find(({ primaryValue }) => primaryValue)
  const [key] = table.primaryKey
  const isReference = named !== undefined && linksByHolder(table).has(named.name)
  if (named !== undefined && (!isReference || key === undefined)) return named
  return table.primaryKey.length === 1 ? table.columns.find(({ name }) => name === key) : undefined
}
