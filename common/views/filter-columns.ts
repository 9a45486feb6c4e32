import { typeFor } from '@common/columns/new-types'
import { blankColumn } from '@common/columns/values/blank-column'
import { columnType } from '@common/columns/registry'
import { valueKind } from '@common/columns/value-kind'
import { assertNever } from '@common/util/assert-never'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { linkTitle } from './link-title'
import type { Condition, Filter } from '../query/tree'

/** Kinds of values in conditions. Each has its operators (`filter-operators.ts`). */
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
  /** Structured text (JSON, geometry). Only text search applies to it. */
  | 'structure'
  | 'files'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** A column as filters, sorts and colour rules use it. */
export interface FilterColumn {
  /** Name in the settings of views: the name in the database, or the id of a virtual column. */
  readonly id: string
  readonly title: string
  /** Describes a single value. If cells hold lists, it describes their elements. */
  readonly column: Column
  readonly family: FilterFamily
  /** True if each cell holds values of several linked rows. A condition holds if one of them matches. */
  readonly many: boolean
  /** Present if conditions compare the names of linked records. */
  readonly link?: LinkColumn
}

/** @returns undefined if conditions can't use the column's values */
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
      // Keys can be texts.
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

/** Returns the filterable columns of a table: stored columns, computed columns, then links. */
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

/** Returns the links that are shown in the column of their foreign key. */
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

/** The engine declares computed columns by the type of their values. */
const computedColumn: Column = { ...blankColumn, nativeType: 'computed', generated: true }

/** Returns the column that names a record; undefined if only several columns together identify it. */
export function nameColumn(table: Table): Column | undefined {
  const named = table.columns.find(({ primaryValue }) => primaryValue)
  const [key] = table.primaryKey
  const isReference = named !== undefined && linksByHolder(table).has(named.name)
  if (named !== undefined && (!isReference || key === undefined)) return named
  return table.primaryKey.length === 1 ? table.columns.find(({ name }) => name === key) : undefined
}

/** Creates a condition on the current column. */
export type Ask = (operator: Condition['operator'], value: Condition['value']) => Filter
