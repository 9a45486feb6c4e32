import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { guarded } from '@common/columns/values/formula-guard'
import type { ReadCall } from '../run/reads'
import { jsonOf, textOf } from './cells'
import type { ExportField, ExportValue } from './fields'
import { contentTypes, dispositionOf, markdownLine, markdownRows, valuesLine } from './formats'
import { exportOptions, type ExportOptions } from './options'
import { openSource, type ExportSource } from './source'
import { scriptTexts } from './sql'
import { openView, type ViewSource } from './view'
import { workbookChunks } from './workbook'

/** A whole list as a file, made while it is sent. */
export interface Export {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/** The lines of a text, a batch at a time. */
type Pieces = AsyncGenerator<readonly string[]>

/** Text is sent in pieces of about this many characters. */
const chunkCharacters = 64 * 1024

/**
 * `?format=csv`: every row that the filter finds, at most `limit` of them; the fields of a view with `columns`.
 *
 * The first rows are read before this answers, so that what is wrong is told with a status.
 *
 * @throws AppError QUERY_PARAMETER_INVALID and what lists throw
 */
export async function exportRows(call: ReadCall, query: URLSearchParams): Promise<Export> {
  const options = exportOptions(query)
  const { format } = options
  const { title } = call.index.table
  const chunks = await chunksOf(call, query, options)
  return {
    chunks,
    headers: { 'content-type': contentTypes[format], 'content-disposition': dispositionOf(title, format) },
  }
}

async function chunksOf(
  call: ReadCall,
  query: URLSearchParams,
  options: ExportOptions,
): Promise<AsyncGenerator<Uint8Array>> {
  const { format } = options
  const isJson = format === 'json' || format === 'ndjson'
  if (isJson && options.columns === undefined && options.keys === undefined && !options.shown)
    return started(bytes(listTexts(call, query, format)))
  refuseLinks(query)
  const source = await begun(await openView(call, query, options))
  if (format === 'xlsx') return started(workbookChunks(call.index.table.title, source, options))
  if (format === 'sql') return started(bytes(scriptTexts(call, source, options)))
  return started(bytes(texts(source, options)))
}

const linkNames = ['hm', 'bt', 'mm'] as const

/** Linked rows have no place in a file but under the names of fields. */
function refuseLinks(query: URLSearchParams): void {
  const asked = linkNames.find((name) => (query.get(name) ?? '') !== '')
  if (asked !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: asked })
}

/** Rows as lists answer them, with the linked rows that are asked for. */
async function* listTexts(call: ReadCall, query: URLSearchParams, format: 'json' | 'ndjson'): Pieces {
  const isLinked = linkNames.some((name) => (query.get(name) ?? '') !== '')
  const only = new URLSearchParams(query)
  if (isLinked) for (const name of linkNames) if (!only.has(name)) only.set(name, '')
  yield* jsonTexts(format, asLines(await openSource(call, only, { links: isLinked })))
}

async function* asLines(source: ExportSource): Pieces {
  for await (const rows of source.batches()) yield source.json(rows)
}

async function* jsonTexts(format: 'json' | 'ndjson', batches: Pieces): Pieces {
  let isFirst = true
  if (format === 'json') yield ['[']
  for await (const lines of batches) {
    const from = isFirst
    yield lines.map((line, at) => (format === 'ndjson' ? `${line}\n` : from && at === 0 ? line : `,${line}`))
    isFirst = isFirst && lines.length === 0
  }
  if (format === 'json') yield [']\n']
}

function texts(source: ViewSource, options: ExportOptions): Pieces {
  const { format } = options
  if (format === 'json' || format === 'ndjson') return jsonTexts(format, objects(source, options))
  return format === 'markdown' ? markdownTexts(source, options) : valueTexts(source, options)
}

async function* valueTexts({ fields, batches }: ViewSource, options: ExportOptions): Pieces {
  const { delimiter, guard, mark } = options
  const safe = (text: string): string => (guard ? guarded(text) : text)
  const cell = (field: ExportField, value: ExportValue): string => {
    const text = textOf(field, value, options)
    // What was made of a number is none of a person's words.
    return typeof value === 'number' || typeof value === 'bigint' ? text : safe(text)
  }
  const heads = fields.map(({ title }) => safe(title))
  yield [mark ? '\ufeff' : '', valuesLine(heads, delimiter)]
  for await (const rows of batches())
    yield rows.map((row) =>
      valuesLine(
        fields.map((field, at) => cell(field, row[at] ?? null)),
        delimiter,
      ),
    )
}

async function* objects({ fields, batches }: ViewSource, options: ExportOptions): Pieces {
  const heads = fields.map(({ title }) => JSON.stringify(title))
  for await (const rows of batches())
    yield rows.map(
      (row) =>
        `{${fields.map((field, at) => `${heads[at] ?? ''}:${jsonOf(field, row[at] ?? null, options)}`).join(',')}}`,
    )
}

async function* markdownTexts({ fields, batches }: ViewSource, options: ExportOptions): Pieces {
  yield [
    markdownLine(fields.map(({ title }) => title)),
    `|${fields.map(({ column, kind }) => (isAtEnd(column, kind) ? ' ---: |' : ' --- |')).join('')}\n`,
  ]
  let left = markdownRows
  for await (const rows of batches()) {
    const taken = rows.slice(0, left)
    yield taken.map((row) => markdownLine(fields.map((field, at) => textOf(field, row[at] ?? null, options))))
    left -= taken.length
    if (left === 0) return
  }
}

/** Numbers are aligned right. Years and references are names rather than amounts. */
function isAtEnd(column: Column, kind: ExportField['kind']): boolean {
  const { align, unit } = columnType(column.uiType)
  return align === 'end' && unit !== 'years' && !hasRole(column, 'reference') && kind !== 'list' && kind !== 'names'
}

/** Small texts as pieces of bytes that are worth sending. */
async function* bytes(batches: Pieces): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const pieces of batches)
    for (const piece of pieces) {
      text += piece
      if (text.length < chunkCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  if (text !== '') yield Buffer.from(text)
}

/** With its first rows read. */
async function begun(source: ViewSource): Promise<ViewSource> {
  const batches = source.batches()
  const first = await batches.next()
  return { ...source, batches: () => continued(first, batches) }
}

/** With its first piece made: what cannot even begin is refused with a status. */
async function started(chunks: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const first = await chunks.next()
  return continued(first, chunks)
}

async function* continued<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return
  try {
    yield first.value
    yield* rest
  } finally {
    // Also when the caller has left: nothing is read for nobody.
    await rest.return(undefined)
  }
}
