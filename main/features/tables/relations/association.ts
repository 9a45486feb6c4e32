import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, Table, TableSummary } from '@common/model'
import type { ReferenceAction } from '@common/model/relations'
import { nameKey } from '@common/wire/names'
import type { Relation } from './links'

/** A many-to-many relation between two tables, by names or titles. */
export interface AssociationRequest {
  readonly parentTable: string
  readonly childTable: string
  /** True for foreign keys of the database, false for relations that only Basalt knows. */
  readonly real: boolean
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
  /** Title of the link on the parent. */
  readonly title?: string | undefined
}

interface Association {
  readonly table: string
  readonly title: string
  readonly columns: readonly ColumnDefinition[]
  readonly relations: readonly Relation[]
  /** The parent's link: its own relation and the other one. */
  readonly own: { readonly relation: Relation; readonly other: Relation }
}

/**
 * Plans the junction table of a many-to-many relation, with names as scripts expect (wire §7). Both columns form its
 * key, and pairs are deleted with their rows.
 *
 * @throws AppError TABLE_WITHOUT_KEY
 */
export function planAssociation(options: {
  readonly parent: Table
  readonly child: Table
  readonly request: AssociationRequest
  readonly tables: readonly TableSummary[]
  readonly prefix: string
  readonly maxIdentifier: number
}): Association {
  const { parent, child, request, tables, prefix, maxIdentifier } = options
  const taken = new Set(tables.flatMap(({ name, title }) => [nameKey(name), nameKey(title)]))
  const table = freeName(`${prefix}_nc_m2m_${parent.name}_${child.name}`, maxIdentifier, taken)
  const title = freeName(`m2m${parent.title}_${child.title}`, 100, taken)
  const ofChild = sideColumns(child, 'c', 'CId', maxIdentifier)
  const ofParent = sideColumns(parent, 'p', 'PId', maxIdentifier)
  const relationTo = (other: Table, columns: readonly ColumnDefinition[]): Relation => ({
    childTable: table,
    childColumns: columns.map(({ name }) => name),
    parentTable: other.name,
    parentColumns: other.primaryKey,
    // A pair without one of its ends is no pair.
    onDelete: request.onDelete,
    onUpdate: request.onUpdate,
    real: request.real,
  })
  const [toChild, toParent] = [relationTo(child, ofChild), relationTo(parent, ofParent)]
  return {
    table,
    title,
    columns: [...ofChild, ...ofParent],
    relations: [toChild, toParent],
    own: { relation: toParent, other: toChild },
  }
}

function sideColumns(table: Table, mark: 'c' | 'p', titleMark: string, maxIdentifier: number): ColumnDefinition[] {
  const key = table.primaryKey.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])
  if (key.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  return key.map((column) => {
    const one = key.length === 1
    const name = fitted(one ? `${table.name}_${mark}_id` : `${table.name}_${mark}_${column.name}`, maxIdentifier)
    return keyColumn(name, one ? `${table.title}${titleMark}` : `${table.title}${titleMark}_${column.title}`, column)
  })
}

function keyColumn(name: string, title: string, key: Column): ColumnDefinition {
  return {
    name,
    title,
    uiType: typeFor.reference,
    nativeType: key.nativeType,
    required: true,
    unique: false,
    defaultValue: null,
    primaryKey: true,
    options: {},
  }
}

/** Truncates names at the front, because their end distinguishes them. */
function fitted(name: string, length: number): string {
  return name.length <= length
    ? name
    : `${name.slice(0, Math.floor(length / 2) - 1)}~${name.slice(-Math.floor(length / 2) + 1)}`
}

function freeName(wanted: string, length: number, taken: ReadonlySet<string>): string {
  let name = fitted(wanted, length)
  for (let n = 2; taken.has(nameKey(name)); n += 1) name = fitted(`${wanted}_${n}`, length)
  return name
}
