import { setImmediate as turn } from 'node:timers/promises'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Filter } from '@common/query/tree'
import { isComputed } from '@main/db/computed'
import { fieldsOf, namesIn, valueField, type ExportField, type ExportValue } from './fields'
import { linkParameters, namesPerCell } from './names'
import type { ExportOptions } from './options'
import { openSource, type ExportSource } from './source'
import type { ReadCall } from '../run/read-call'

/** The rows of a file in batches, each with a value per field. */
export interface ViewSource {
  readonly fields: readonly ExportField[]
  readonly batches: () => AsyncGenerator<readonly (readonly ExportValue[])[]>
}

/** Number of rows serialized before yielding. */
const writtenAtOnce = 1_000
/** Maximum number of rows read by key. Beyond it, all rows are read and filtered. */
const keysAsked = 500

/** @throws AppError COLUMN_NOT_FOUND, QUERY_PARAMETER_INVALID, FILTER_* */
export async function openView(call: ReadCall, query: URLSearchParams, options: ExportOptions): Promise<ViewSource> {
  const asked = options.columns === undefined ? undefined : await fieldsOf(call, options.columns, options)
  const source = await openSource(withinKeys(call, options), parametersOf(call, query, asked), {
    links: isLinked(asked),
    asStored: options.format === 'sql',
  })
  const fields = asked ?? source.columns.map(valueField)
  const places = fields.map((field) => placeOf(source, field))
  return {
    fields,
    async *batches() {
      for await (const batch of keyedBatches(call, source, options.keys))
        for (let from = 0; from < batch.length; from += writtenAtOnce) {
          // Yields to other requests during a large batch.
          if (from > 0) await turn()
          const rows = batch.slice(from, from + writtenAtOnce)
          const linked = isLinked(asked) ? (await source.json(rows)).map((text) => JSON.parse(text) as JsonRow) : []
          yield rows.map((row, n) =>
            fields.map((field, at): ExportValue => {
              const value = row[places[at] ?? -1] ?? null
              if (field.kind !== 'names') return value
              const names = namesIn(linked[n] ?? {}, field, options.reader)
              const shown = names.length > namesPerCell ? [...names.slice(0, namesPerCell), '…'] : names
              // The referenced record is missing, so its key is shown.
              return shown.length === 0 && value !== null ? [String(value)] : shown
            }),
          )
        }
    },
  }
}

type JsonRow = Readonly<Record<string, unknown>>

const isLinked = (fields: readonly ExportField[] | undefined): boolean =>
  fields?.some(({ link }) => link !== undefined) ?? false

/** Returns the list parameters that provide the fields. */
function parametersOf(
  { index }: ReadCall,
  query: URLSearchParams,
  fields: readonly ExportField[] | undefined,
): URLSearchParams {
  if (fields === undefined) return query
  const refused = ['fields', 'f', 'hm', 'bt', 'mm'].find((name) => query.has(name))
  if (refused !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: refused })
  const parameters = new URLSearchParams(query)
  const titles = fields.flatMap(({ kind, column, title, link }) =>
    kind !== 'names' || link?.column.link.columns[0] === column.name ? [title] : [],
  )
  // With links only, selects any column, so that rows have a value.
  const [any] = index.table.columns
  parameters.set('fields', JSON.stringify(titles.length > 0 || any === undefined ? titles : [any.title]))
  const links = fields.flatMap(({ link }) => link?.column ?? [])
  for (const [name, value] of linkParameters(links, namesPerCell + 1)) parameters.set(name, value)
  return parameters
}

function placeOf({ columns }: ExportSource, { column, kind, title }: ExportField): number {
  const isOf = kind === 'computed' || kind === 'list'
  return columns.findIndex((each) =>
    isOf ? isComputed(each) && each.title === title : !isComputed(each) && each.name === column.name,
  )
}

/** An index finds a few keys. */
function withinKeys(call: ReadCall, { keys }: ExportOptions): ReadCall {
  if (keys === undefined) return call
  const { key } = call.index
  if (key.length === 0 || keys.some((values) => values.length !== key.length))
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'keys' })
  const [only] = key
  if (key.length > 1 || only === undefined || keys.length > keysAsked) return call
  const among: Filter = {
    kind: 'condition',
    column: only.title,
    operator: 'in',
    value: keys.map(([value = '']) => value),
  }
  return { ...call, within: among }
}

async function* keyedBatches(
  { index }: ReadCall,
  source: ExportSource,
  keys: ExportOptions['keys'],
): AsyncGenerator<readonly (readonly StoredValue[])[]> {
  if (keys === undefined) return yield* source.batches()
  const places = index.key.map((column) => source.columns.findIndex(({ name }) => name === column.name))
  const wanted = new Set(keys.map((key) => JSON.stringify(key)))
  let left = wanted.size
  for await (const rows of source.batches()) {
    const found = rows.filter((row) => wanted.has(JSON.stringify(places.map((at) => String(row[at] ?? '')))))
    if (found.length > 0) yield found
    left -= found.length
    if (left <= 0) return
  }
}
