import type { GraphqlType, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { pageRowsDefault } from '@common/constants'
import type { Column } from '@common/model'
import type { NestedQuery } from '@common/query/nested'
import { parseSort } from '@common/query/sort'
import type { Filter, Page } from '@common/query/tree'
import { parseWhere } from '@common/query/where'
import { isComputed } from '@main/db/computed'
import type { JsonKind } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { getArgumentValues, type GraphQLObjectType } from 'graphql'
import { tableIndex, type TableIndex } from '../plan/columns'
import { planNested, type NestedPlan } from '../nested/plan'
import { keyFilter, keyFromSegment } from '../parse/row-key'
import { fieldsOf, setsOf, type Reading, type SelectedField } from './collect'
import type { NamedLink, NamedTable } from './names'
import { pageOf, textOf } from './arguments'
import { rowIdSegmentOf } from './row-id'
import type { ProjectSchema } from './schema'
import type { TableNamed } from '../nested/ends'

/** A compiled selection of rows. */
export interface RowSelection {
  readonly table: NamedTable
  readonly index: TableIndex
  /** Columns to read: visible ones, and those where links start. */
  readonly columns: readonly Column[]
  readonly parts: readonly Part[]
  readonly links: readonly LinkSelection[]
}

/** A part of a row's JSON, in response order. */
export type Part =
  | { readonly kind: 'columns'; readonly shape: ColumnsShape; readonly write: RowWriter }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'link'; readonly key: string; readonly at: number }

/** Consecutive columns of the response. */
export interface ColumnsShape {
  readonly keys: readonly string[]
  readonly kinds: readonly (JsonKind | undefined)[]
  readonly columns: readonly Column[]
}

/** Linked rows or their count. */
export interface LinkSelection {
  readonly plan: NestedPlan
  /** Absent if only the count is selected. */
  readonly rows?: RowSelection
}

/** Context for compiling selections. */
export interface Compiling extends Reading {
  readonly project: ProjectSchema
  readonly dialect: Dialect
  readonly tableNamed: TableNamed
}

/** @throws AppError of filters and sorts in the arguments of links */
export async function compileSelection(
  compiling: Compiling,
  table: NamedTable,
  fields: readonly SelectedField[],
): Promise<RowSelection> {
  const index = tableIndex(table.table)
  const byField = new Map<string, NamedLink>(
    table.links.flatMap((link) => [
      [link.field, link] as const,
      ...(link.count === undefined ? [] : [[link.count, link] as const]),
    ]),
  )
  const parts: Part[] = []
  const links: LinkSelection[] = []
  const shown: Column[] = []
  let run: { keys: string[]; columns: Column[] } = { keys: [], columns: [] }
  const endRun = (): void => {
    if (run.keys.length > 0) parts.push(columnsPart(run.keys, run.columns))
    run = { keys: [], columns: [] }
  }
  for (const field of fields) {
    const name = field.nodes[0].name.value
    const column = table.columns.get(name)
    const link = byField.get(name)
    if (column !== undefined) {
      run.keys.push(field.key)
      run.columns.push(column)
      shown.push(column)
      continue
    }
    endRun()
    if (name === '__typename') {
      parts.push({ kind: 'constant', text: `${JSON.stringify(field.key)}:${JSON.stringify(table.name)}` })
    } else if (link !== undefined) {
      const selected = await compileLink(compiling, table, index, link, field)
      if (selected === undefined) parts.push({ kind: 'constant', text: `${JSON.stringify(field.key)}:null` })
      else parts.push({ kind: 'link', key: field.key, at: links.push(selected) - 1 })
    }
  }
  endRun()
  const leading = links.flatMap(({ plan }) => plan.from)
  return { table, index, columns: [...new Set([...shown, ...leading])], parts, links }
}

function columnsPart(keys: readonly string[], columns: readonly Column[]): Part {
  const shape: ColumnsShape = { keys, kinds: columns.map(kindOf), columns }
  return { kind: 'columns', shape, write: compileRowWriter({ keys, kinds: shape.kinds, single: true }) }
}

/** Returns how a value is serialized to match its schema type. */
function kindOf(column: Column): JsonKind | undefined {
  if (isComputed(column) && column.computed.many !== undefined) return 'json'
  return kindsOfTypes[columnType(column.uiType).graphqlType]
}

const kindsOfTypes: Readonly<Record<GraphqlType, JsonKind | undefined>> = {
  Boolean: 'boolean',
  Float: 'number',
  JSON: 'json',
  Int: undefined,
  String: undefined,
}

/** @returns undefined if the linked table was dropped */
async function compileLink(
  compiling: Compiling,
  table: NamedTable,
  index: TableIndex,
  link: NamedLink,
  field: SelectedField,
): Promise<LinkSelection | undefined> {
  const name = field.nodes[0].name.value
  const counts = name === link.count
  const related = compiling.project.tables.get(link.related)
  const definition = (compiling.project.schema.getType(table.name) as GraphQLObjectType).getFields()[name]
  if (related === undefined || definition === undefined) return undefined
  const given = getArgumentValues(definition, field.nodes[0], compiling.variables)
  const rows = counts ? undefined : await compileSelection(compiling, related, fieldsOf(compiling, setsOf(field)))
  const filter = linkFilter(link, related, given)
  const nested = queryOf(link, {
    fields: (rows?.columns ?? []).map(({ title }) => title),
    ...(filter && { filter }),
    sort: parseSort(textOf(given, 'sort') ?? ''),
    page: pageOf(given, pageRowsDefault),
  })
  const [plan] = await planNested(compiling.dialect, index, nested, compiling.tableNamed)
  return plan && { plan, ...(rows && { rows }) }
}

function linkFilter(
  { link }: NamedLink,
  related: NamedTable,
  given: Readonly<Record<string, unknown>>,
): Filter | undefined {
  const id = textOf(given, 'id')
  if (link.link.kind !== 'belongsTo' || id === undefined) return parseWhere(textOf(given, 'where') ?? '')
  const index = tableIndex(related.table)
  return keyFilter(index, keyFromSegment(index, rowIdSegmentOf(id, index.key.length)))
}

/** Returns the query for a single link. */
function queryOf(
  { link }: NamedLink,
  list: { fields: readonly string[]; filter?: Filter; sort: ReturnType<typeof parseSort>; page: Page },
): NestedQuery {
  const none = { names: [], lists: new Map() }
  return {
    hasMany: none,
    belongsTo: none,
    manyToMany: none,
    [link.link.kind]: { names: [link.id], lists: new Map([[0, list]]) },
  }
}

/** Returns the values of a row that a part shows. */
export function valuesOf(
  row: readonly StoredValue[],
  shape: ColumnsShape,
  at: ReadonlyMap<Column, number>,
): StoredValue[] {
  return shape.columns.map((column) => row[at.get(column) ?? -1] ?? null)
}

/** Returns key values as text; undefined if one is NULL, which matches nothing. */
export function keyText(values: readonly StoredValue[]): string | undefined {
  return values.includes(null) ? undefined : JSON.stringify(values.map(String))
}
