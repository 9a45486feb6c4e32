import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { guarded } from '@common/columns/values/formula-guard'
import { valuesLine } from '@main/lib/values-line'
import { jsonOf, textOf } from './cells'
import type { ExportField, ExportValue } from './fields'
import { contentTypes, dispositionOf, markdownLine, markdownRows } from './formats'
import { exportOptions, type ExportOptions } from './options'
import { openSource, type ExportSource } from './source'
import { scriptTexts } from './sql'
import { openView, type ViewSource } from './view'
import { workbookChunks } from './workbook'
import type { ReadCall } from '../run/read-call'

/** A complete list as a file, generated while sending. */
export interface Export {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/** Lines of text in batches. */
type Pieces = AsyncGenerator<readonly string[]>

/** Approximate size of the chunks. */
const chunkCharacters = 64 * 1024

/**
 * Exports every matching row (`?format=csv`), up to `limit`, with the fields of a view by `columns`. Reads the first
 * rows before returning, so that errors get a status.
 * @throws AppError QUERY_PARAMETER_INVALID and errors of lists
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

/** Files contain linked rows only by their names. */
function refuseLinks(query: URLSearchParams): void {
  const asked = linkNames.find((name) => (query.get(name) ?? '') !== '')
  if (asked !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: asked })
}

/** Returns rows as lists return them, with requested linked rows. */
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
    // A formatted number is never a formula of a user.
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

/** Numbers are right-aligned. Years and references count as names. */
function isAtEnd(column: Column, kind: ExportField['kind']): boolean {
  const { align, unit } = columnType(column.uiType)
  return align === 'end' && unit !== 'years' && !hasRole(column, 'reference') && kind !== 'list' && kind !== 'names'
}

/** Joins small texts into larger chunks. */
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

/** Reads the first rows. */
async function begun(source: ViewSource): Promise<ViewSource> {
  const batches = source.batches()
  const first = await batches.next()
  return { ...source, batches: () => continued(first, batches) }
}

/** Generates the first chunk, so that early errors get a status. */
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
    // Stops reading when the client disconnects.
    await rest.return(undefined)
  }
}
