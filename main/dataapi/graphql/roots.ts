import { pageRowsDefault } from '@common/constants'
import { keySeparator, rowIdSegment } from '@common/query/row-id'
import { AppError } from '@common/errors'
import { parseCondition } from '@common/query/condition'
import { NameIndex } from '@common/wire/named'
import type { Database } from '@main/db/database'
import { isComputed } from '@main/db/computed'
import type { CallContext } from '@main/operations/context'
import { tableIndex } from '../plan/columns'
import { withQueryValues } from '../plan/query-values'
import { keyFromSegment, keyOfRow } from '../parse/row-key'
import type { RestHandler } from '../rest/contract'
import type { RowValues, WriteCall } from '../rows/write-call'
import { valueJson } from '../shape/row-json'
import type { TableSizes } from '../run/table-sizes'
import { bodyOf, filterOf, pageOf, textOf, withTitles, type Given } from './arguments'
import { fieldsOf, setsOf, type SelectedField } from './collect'
import { compileRows, listRows, rowByKey, sortOf } from './list'
import type { NamedTable } from './names'
import { rowIdSegmentOf } from './row-id'
import { emptyRow, rowTexts, type Running } from './rows'
import type { RootField } from './schema'
import { compileSelection, type Compiling, type RowSelection } from './select'
import type { RowService } from '../rows/types'

/** Context for answering fields. */
export interface Answering {
  readonly projectId: string
  readonly database: Database
  readonly context: CallContext
  readonly handle: RestHandler
  readonly rows: RowService
  readonly sizes: TableSizes
  readonly omitted?: Running['omitted']
}

/** Returns a field as JSON. Only the page arguments are read again; others are compiled in. */
export type Answer = (answering: Answering, given: Given) => Promise<Uint8Array | string>

/** Compiles the parts of a root field that don't depend on caller and time. @throws AppError for invalid arguments */
export async function readyRoot(
  compiling: Compiling,
  { kind, table: found }: RootField,
  field: SelectedField,
  given: Given,
): Promise<Answer> {
  const table = withValues(found, given)
  const selected = (): Promise<RowSelection> => compileSelection(compiling, table, fieldsOf(compiling, setsOf(field)))
  const size = table.table.primaryKey.length
  switch (kind) {
    case 'list': {
      const question = {
        filter: filterOf(table, given),
        search: textOf(given, 'search'),
        sort: sortOf(textOf(given, 'sort')),
      }
      const list = await compileRows(compiling, await selected(), question)
      return (answering, now) => listRows(running(answering), list, pageOf(now, pageRowsDefault))
    }
    case 'findOne': {
      const question = {
        filter: filterOf(table, given),
        search: textOf(given, 'search'),
        sort: sortOf(textOf(given, 'sort')),
      }
      const list = await compileRows(compiling, await selected(), question)
      return async (answering) => {
        const text = textOfJson(await listRows(running(answering), list, { limit: 1, offset: 0 })).slice(1, -1)
        return text === '' ? emptyRow(list.selection) : text
      }
    }
    case 'read': {
      const selection = await selected()
      const key = keyFromSegment(selection.index, rowIdSegmentOf(String(given['id']), size))
      return (answering) => rowByKey(running(answering), selection, key)
    }
    case 'exists': {
      const key = keyFromSegment(tableIndex(table.table), rowIdSegmentOf(String(given['id']), size))
      return (answering) => rest(answering, table, [rowIdSegment(key), 'exists'], [])
    }
    case 'count': {
      const query = [...filterParameters(table, given), ...valuesIn(table, given)]
      return async (answering) => {
        const { count } = JSON.parse(textOfJson(await rest(answering, table, ['count'], query))) as { count: number }
        return String(count)
      }
    }
    case 'distinct':
      return grouped(compiling, table, field, given, 'distinct', [
        ...filterParameters(table, given),
        ...parameters(table, given, ['column_name', 'sort', 'limit', 'offset']),
      ])
    case 'groupBy':
      return grouped(
        compiling,
        table,
        field,
        given,
        'groupby',
        parameters(table, given, ['fields', 'having', 'sort', 'limit', 'offset']),
      )
    case 'aggregate':
      return grouped(
        compiling,
        table,
        field,
        given,
        'aggregate',
        parameters(table, given, ['column_name', 'func', 'having', 'sort', 'limit', 'offset']),
      )
    case 'distribution':
      return grouped(
        compiling,
        table,
        field,
        given,
        'distribute',
        parameters(table, given, ['column_name', 'min', 'max', 'step', 'steps']),
      )
    case 'create': {
      const selection = await selected()
      return async (answering) => {
        const row = await answering.rows.create(writing(answering, selection), bodyOf(table, given['data']))
        return writtenRow(answering, selection, row)
      }
    }
    case 'update': {
      const selection = await selected()
      return async (answering) => {
        const key = keyFromSegment(selection.index, rowIdSegmentOf(idOf(given), size))
        const row = await answering.rows.update(writing(answering, selection), key, bodyOf(table, given['data']))
        return row === undefined ? emptyRow(selection) : writtenRow(answering, selection, row)
      }
    }
    case 'delete': {
      const selection = await compileSelection(compiling, table, [])
      return async (answering) => {
        const key = keyFromSegment(selection.index, rowIdSegmentOf(idOf(given), size))
        return (await answering.rows.remove(writing(answering, selection), key)) ? '1' : '0'
      }
    }
    default: {
      const selection = await compileSelection(compiling, table, [])
      const data = Array.isArray(given['data']) ? given['data'].map((row) => bodyOf(table, row)) : []
      return async (answering) => bulk(kind, answering, selection, data)
    }
  }
}

async function bulk(
  kind: RootField['kind'],
  { rows, ...answering }: Answering,
  selection: RowSelection,
  data: readonly Record<string, unknown>[],
): Promise<string> {
  const call = writing(answering, selection)
  if (kind === 'updateBulk') return JSON.stringify((await rows.updateMany(call, data)).map(Number))
  if (kind === 'deleteBulk') return JSON.stringify((await rows.removeMany(call, data)).map(Number))
  const keys = await rows.createMany(call, data)
  const texts = keys.map((key) => {
    const [only = null] = key
    return key.length > 1 ? JSON.stringify(key.map(String).join(keySeparator)) : valueJson(only)
  })
  return `[${texts.join(',')}]`
}

/** Returns the row after a write. */
async function writtenRow(answering: Answering, selection: RowSelection, row: RowValues): Promise<string> {
  const { index } = selection
  if (selection.columns.some(isComputed) && index.key.length > 0) {
    const key = keyOfRow(index, (column) => row[index.position.get(column) ?? -1])
    try {
      return await rowByKey(running(answering), selection, key)
    } catch (error) {
      // The write succeeded, even if the database can't compute some of its columns now.
      if (!(error instanceof AppError)) throw error
      for (const column of selection.columns)
        if (isComputed(column)) answering.omitted?.(`${selection.table.name}.${column.title}`, error)
    }
  }
  const [text] = await rowTexts(running(answering), selection, index.table.columns, [row])
  return text ?? emptyRow(selection)
}

const running = ({ projectId, database, context, sizes, omitted }: Answering) => ({
  projectId,
  omitted,
  database,
  sizes,
  get signal() {
    return context.signal
  },
})

function writing({ projectId, database, context }: Omit<Answering, 'rows'>, { index }: RowSelection): WriteCall {
  return { projectId, database, index, context, why: 'graphql' }
}

function idOf(given: Given): string {
  const id = textOf(given, 'id')
  if (id === undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'id' })
  return id
}

/** Returns a query table with the values that the field has for its parameters. */
const withValues = (found: NamedTable, given: Given): NamedTable =>
  found.table.query === undefined
    ? found
    : { ...found, table: withQueryValues(found.table, (name) => given[name] ?? undefined) }

/** Returns the values for parameters of a query table as parameters of REST. */
function valuesIn({ table }: NamedTable, given: Given): [string, string][] {
  const parameters = table.query?.parameters ?? []
  return parameters.flatMap(({ name }): [string, string][] => {
    const value = given[name]
    if (value === undefined || value === null) return []
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}

/** Answers a field through REST. */
async function rest(
  { handle, projectId, context }: Answering,
  { table }: NamedTable,
  parts: readonly string[],
  query: readonly (readonly [string, string])[],
): Promise<Uint8Array | string> {
  const segments = [encodeURIComponent(table.title), ...parts]
  const parametersGiven = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
  const { body } = await handle({
    method: 'GET',
    projectId,
    segments,
    query: parametersGiven,
    body: undefined,
    context,
  })
  return body
}

/** Renames the keys of grouped rows from column titles and functions to field names. */
function grouped(
  compiling: Compiling,
  table: NamedTable,
  field: SelectedField,
  given: Given,
  route: string,
  options: readonly (readonly [string, string])[],
): Answer {
  const query = [...options, ...valuesIn(table, given)]
  const fields = fieldsOf(compiling, setsOf(field)).map(({ key, nodes }) => {
    const name = nodes[0].name.value
    return { key, name, title: table.columns.get(name)?.title ?? name }
  })
  const typeName = typeNameOf(compiling, field)
  return async (answering) => {
    const rows = JSON.parse(textOfJson(await rest(answering, table, [route], query))) as Record<string, unknown>[]
    return JSON.stringify(
      rows.map((row) =>
        Object.fromEntries(
          fields.map(({ key, name, title }) => [
            key,
            name === '__typename' ? typeName : (row[title] ?? row[name] ?? null),
          ]),
        ),
      ),
    )
  }
}

/** Returns the type name of a root field's rows. */
function typeNameOf({ project }: Compiling, field: SelectedField): string {
  const definition = project.schema.getQueryType()?.getFields()[field.nodes[0].name.value]
  return String(definition?.type).replaceAll(/[[\]!]/g, '')
}

/** Converts arguments to REST parameters; field names in lists of columns become titles. */
function parameters(table: NamedTable, given: Given, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = given[name]
    if (typeof value !== 'string' && (typeof value !== 'number' || (name === 'limit' && value === 0))) return []
    const isNames = name === 'fields' || name === 'column_name'
    return [[name, isNames ? titles(table, String(value)) : String(value)]]
  })
}

function titles(table: NamedTable, text: string): string {
  return text
    .split(',')
    .map((name) => table.columns.get(name.trim())?.title ?? name)
    .join(',')
}

/** Combines both conditions in one parameter. @throws AppError FILTER_INVALID */
function filterParameters(table: NamedTable, given: Given): [string, string][] {
  const condition = given['condition']
  const rest = parameters(table, given, ['where', 'conditionGraph', 'search'])
  if (condition === undefined || condition === null) return rest
  const own = JSON.stringify(withTitles(table, condition))
  const graph = rest.find(([name]) => name === 'conditionGraph')?.[1].trim() ?? ''
  // Parsed separately, so that errors refer to it.
  parseCondition(graph, true)
  const both = [own, graph].filter((text) => text !== '' && !/^\{\s*\}$/.test(text))
  return [
    ...rest.filter(([name]) => name !== 'conditionGraph'),
    ...(both.length === 0 ? [] : [['conditionGraph', `{"_and":[${both.join(',')}]}`] as [string, string]]),
  ]
}

const utf8 = new TextDecoder()

export function textOfJson(json: Uint8Array | string): string {
  return typeof json === 'string' ? json : utf8.decode(json)
}

/** Compiles root fields without a table (wire §11). @returns undefined for others */
export function readyCommon(compiling: Compiling, field: SelectedField, given: Given): Answer | undefined {
  switch (field.nodes[0].name.value) {
    case '__typename':
      return async () => '"Query"'
    case 'nocodb_health':
      return async () => '"Coming soon"'
    case 'm2mNotChildren':
      return async (answering) => JSON.stringify((await notChildren(compiling, answering, given)).list)
    case 'm2mNotChildrenCount':
      return async (answering) => JSON.stringify((await notChildren(compiling, answering, given)).info)
    default:
      return undefined
  }
}

/** Returns rows of a many-to-many link's other table that aren't linked to a row. */
async function notChildren(
  { project }: Compiling,
  answering: Answering,
  given: Given,
): Promise<{ list: unknown; info: unknown }> {
  const [pid, assoc, parent] = ['pid', 'assoc', 'parent'].map((name) => String(given[name]))
  const all = new NameIndex([...project.tables.values()], ({ table }) => table)
  const from = all.find(parent ?? '')
  const between = all.find(assoc ?? '')
  const link = from?.links.find((each) => each.link.link.through?.table === between?.table.name)
  const to = link && project.tables.get(link.related)
  if (from === undefined) throw new AppError('TABLE_NOT_FOUND', { table: parent ?? '' })
  if (between === undefined || to === undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'assoc' })
  const size = from.table.primaryKey.length
  const key = keyFromSegment(tableIndex(from.table), rowIdSegmentOf(pid ?? '', size))
  const parts = ['m2mNotChildren', encodeURIComponent(between.table.name), rowIdSegment(key)]
  const body = await rest(answering, from, parts, parameters(to, given, ['limit', 'offset']))
  return JSON.parse(textOfJson(body)) as { list: unknown; info: unknown }
}
