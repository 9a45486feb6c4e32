import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { defaultDbAlias } from '@common/constants'
import { CommandError, exitCodes, type Api } from './api'
import { plainText, shown, type Rows } from './output'
import type { Run } from './run'
import { words } from './words'

type Row = Readonly<Record<string, unknown>>

/** `basalt ls`: the tables and views of the database. */
export async function listTables({ api, io, options }: Run): Promise<void> {
  const tables = (await api.operate('tableList', {})) as readonly Row[]
  if (options['names'] === true) return io.write(tables.map(({ title }) => `${plainText(title)}\n`).join(''))
  const rows = tables.map(({ title, name, type }) => ({ title, name, type }))
  await io.write(shown(asRows(rows), options))
}

/** `basalt get TABLE [KEY]`: records, or one record. */
export async function getRows({ api, io, args, options }: Run): Promise<void> {
  const [table = '', key] = args
  const path = encodeURIComponent(table)
  const query = filterOf(options)
  // Without the lists of linked records.
  query.set('hm', '')
  if (key === undefined) {
    const rows = (await api.rows(`${path}?${query.toString()}`)) as readonly Row[]
    return io.write(shown(asRows(rows), options))
  }
  const row = (await api.rows(`${path}/${encodeURIComponent(key)}?hm=`)) as Row
  if (Object.keys(row).length === 0) throw new CommandError(words('noRecord', { table, key }), exitCodes.failed)
  await io.write(options['json'] === true ? `${JSON.stringify(row, null, 2)}\n` : shown(asRows([row]), options))
}

/** `basalt query SQL`: the result of a statement that only reads. */
export async function runQuery({ api, io, args, options }: Run): Promise<void> {
  const result = (await api.operate('sqlQuery', { sql: args[0] ?? '' })) as Rows & { readonly isCut: boolean }
  await io.write(shown(result, options))
  if (result.isCut) io.complain(`${words('cut', { count: result.rows.length })}\n`)
}

/** `basalt insert TABLE -`: records as JSON, a list of them or one on each line. All or nothing. */
export async function insertRows({ api, io, args, options }: Run): Promise<void> {
  const [table = '', source = '-'] = args
  const text = source === '-' ? await io.readInput() : (await contentOf(source)).toString('utf8')
  const rows = rowsIn(text)
  const made = await api.rows(`${encodeURIComponent(table)}/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  })
  await io.write(
    options['json'] === true ? `${JSON.stringify(made)}\n` : `${words('inserted', { count: rows.length })}\n`,
  )
}

/** `basalt export TABLE`: all records as a file, or to the standard output. */
export async function exportTable({ api, io, args, options }: Run): Promise<void> {
  const [table = ''] = args
  const { output, format = formatOf(output) } = options
  const query = filterOf(options)
  query.set('format', String(format))
  const response = await api.stream(`${encodeURIComponent(table)}?${query.toString()}`)
  const chunks = response.body as AsyncIterable<Uint8Array> | null
  if (typeof output !== 'string') {
    for await (const chunk of chunks ?? []) await io.write(chunk)
    return
  }
  // A failed export leaves the earlier file.
  const unfinished = `${output}.part`
  try {
    const file = await open(unfinished, 'w')
    try {
      for await (const chunk of chunks ?? []) await file.write(chunk)
    } finally {
      await file.close()
    }
    await rename(unfinished, output)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new CommandError(words('notWritten', { file: output, reason: reasonOf(error) }), exitCodes.failed)
  }
}

/** `basalt import FILE`: a CSV, Excel or JSON file as a new table, or into an existing one. */
export async function importFile({ api, io, args, options }: Run): Promise<void> {
  const [file = ''] = args
  const content = new Blob([await contentOf(file)])
  const { id, title } = (await api.upload('importUpload', { name: basename(file), content })) as {
    readonly id: string
    readonly title: string
  }
  const preview = (await api.operate('importPreview', { id, sheet: 0 })) as {
    readonly columns: readonly PreviewColumn[]
  }
  const into = options['into']
  const sheet =
    typeof into === 'string'
      ? { into: { kind: 'table', table: into }, columns: preview.columns.map(mapped) }
      : { into: { kind: 'new', title: String(options['title'] ?? title) }, columns: preview.columns.map(made) }
  await api.operate('importStart', { id, sheets: [{ sheet: 0, ...sheet }] })
  const done = await finished(api, id)
  await io.write(options['json'] === true ? `${JSON.stringify(done)}\n` : `${words('imported', { ...done })}\n`)
  if (done.failed > 0) throw new CommandError(words('notImported', { count: done.failed }), exitCodes.failed)
}

interface PreviewColumn {
  readonly source: number
  readonly title: string
  readonly guess: { readonly uiType: string; readonly options: unknown }
}
const made = ({ source, title, guess: { uiType, options } }: PreviewColumn) => ({ source, title, uiType, options })
const mapped = ({ source, title }: PreviewColumn) => ({ source, column: title })

interface Imported {
  readonly created: number
  readonly updated: number
  readonly failed: number
}
const statusEveryMs = 200

async function finished(api: Api, id: string): Promise<Imported> {
  for (;;) {
    const status = (await api.operate('importStatus', { id })) as Imported & {
      readonly state: string
      readonly problemText?: string | null
    }
    const { state, created, updated, failed, problemText } = status
    if (state === 'done') return { created, updated, failed }
    if (state === 'failed' || state === 'cancelled')
      throw new CommandError(problemText ?? words('importFailed'), exitCodes.failed)
    await new Promise((resolve) => setTimeout(resolve, statusEveryMs))
  }
}

/** `basalt open [TABLE [KEY]]`: shows the project in the browser. */
export async function openPage({ api, io, args, options }: Run): Promise<void> {
  const [table, key] = args
  const query = new URLSearchParams()
  if (table !== undefined) {
    const tables = (await api.operate('tableList', {})) as readonly Row[]
    const found = tables.find(({ name, title }) => name === table || title === table)
    if (found === undefined) throw new CommandError(words('noTable', { table }), exitCodes.failed)
    query.set('name', String(found['name']))
    query.set('type', String(found['type']))
    query.set('dbalias', defaultDbAlias)
    if (key !== undefined) query.set('record', key)
  }
  const address = `${api.url}/dashboard/#/nc/${encodeURIComponent(api.project)}${table === undefined ? '' : `?${query.toString()}`}`
  if (options['print'] === true) return io.write(`${address}\n`)
  io.openUrl(address)
}

function filterOf(options: Run['options']): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of ['where', 'sort', 'fields', 'limit'] as const) {
    const value = options[name]
    if (typeof value === 'string') query.set(name, value)
  }
  return query
}

/** The format by the ending of a file. Default: CSV. */
function formatOf(output: string | boolean | undefined): string {
  const ending = typeof output === 'string' ? output.slice(output.lastIndexOf('.') + 1).toLowerCase() : ''
  return { tsv: 'tsv', json: 'json', ndjson: 'ndjson', xlsx: 'xlsx', sql: 'sql', md: 'markdown' }[ending] ?? 'csv'
}

function rowsIn(text: string): readonly unknown[] {
  const trimmed = text.trim()
  if (trimmed === '') throw new CommandError(words('noInput'), exitCodes.failed)
  const whole = parsed(trimmed)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return trimmed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const row = parsed(line)
      if (row === undefined) throw new CommandError(words('notJson'), exitCodes.failed)
      return row
    })
}

/** Returns a value from its JSON; undefined if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function contentOf(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new CommandError(words('notRead', { file, reason: reasonOf(error) }), exitCodes.failed)
  }
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Rows as lists, with all columns that one of them has. */
function asRows(rows: readonly Row[]): Rows {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])) }
}
