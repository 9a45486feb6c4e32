import type { StoredValue } from '@common/columns/column-type'
import { attachmentText } from '@common/columns/types/attachment'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { ReadCall } from '../reads'
import { contentTypes, csvLine, csvText, dispositionOf, exportFormats, type ExportFormat } from './formats'
import { openSource, type ExportSource } from './source'
import { xlsxChunks } from './xlsx'

/** A whole list as a file, made while it is sent. */
export interface Export {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/** Text is sent in pieces of about this many characters. */
const chunkCharacters = 64 * 1024

/**
 * `?format=csv`: every row that the filter finds, at most `limit` of them.
 *
 * The first rows are read before this answers, so that what is wrong is told with a status.
 *
 * @throws AppError QUERY_PARAMETER_INVALID and what lists throw
 */
export async function exportRows(call: ReadCall, query: URLSearchParams): Promise<Export> {
  const format = formatOf(query)
  const source = await openSource(call, ...linksOf(query, format))
  const { title } = call.index.table
  const chunks = format === 'xlsx' ? xlsxChunks(title, source, call.signal) : textChunks(format, source)
  const first = await chunks.next()
  return {
    chunks: continued(first, chunks),
    headers: { 'content-type': contentTypes[format], 'content-disposition': dispositionOf(title, format) },
  }
}

function formatOf(query: URLSearchParams): ExportFormat {
  const [given = '', ...more] = query.getAll('format')
  const format = exportFormats.find((name) => name === given)
  if (format === undefined || more.length > 0)
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'format', value: given.slice(0, 100) })
  return format
}

/** A file holds the table's own columns; linked rows only where they are asked for and there is a place for them. */
function linksOf(query: URLSearchParams, format: ExportFormat): [URLSearchParams, boolean] {
  const asked = ['hm', 'bt', 'mm'].find((name) => (query.get(name) ?? '') !== '')
  if (asked === undefined) return [query, false]
  if (format === 'csv' || format === 'xlsx') throw new AppError('QUERY_PARAMETER_INVALID', { parameter: asked })
  const only = new URLSearchParams(query)
  for (const name of ['hm', 'bt', 'mm']) if (!only.has(name)) only.set(name, '')
  return [only, true]
}

async function* textChunks(format: Exclude<ExportFormat, 'xlsx'>, source: ExportSource): AsyncGenerator<Uint8Array> {
  const { columns } = source
  const cellOf = (column: Column, value: StoredValue): string =>
    csvText(column.uiType === 'Attachment' && typeof value === 'string' ? attachmentText(value) : value)
  let text = format === 'csv' ? csvLine(columns.map(({ title }) => csvText(title))) : format === 'json' ? '[' : ''
  let isFirst = true
  for await (const rows of source.batches()) {
    const lines =
      format === 'csv'
        ? rows.map((row) => csvLine(columns.map((column, at) => cellOf(column, row[at] ?? null))))
        : await source.json(rows)
    for (const line of lines) {
      text += format === 'csv' ? line : format === 'ndjson' ? `${line}\n` : isFirst ? line : `,${line}`
      isFirst = false
      if (text.length < chunkCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  if (format === 'json') text += ']\n'
  if (text !== '') yield Buffer.from(text)
}

async function* continued(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return
  try {
    yield first.value
    yield* rest
  } finally {
    // Also when the caller has left: nothing is read for nobody.
    await rest.return(undefined)
  }
}
