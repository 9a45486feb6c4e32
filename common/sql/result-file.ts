import { guarded } from '@common/columns/values/formula-guard'
import type { SqlColumn, SqlValue } from './shapes'

/** Forms in which a result of the SQL editor can be saved. */
export const resultForms = ['csv', 'json', 'xlsx', 'markdown', 'insert'] as const
export type ResultForm = (typeof resultForms)[number]
export type ResultTextForm = Exclude<ResultForm, 'xlsx'>

export const resultEndings: Readonly<Record<ResultForm, string>> = {
  csv: 'csv',
  json: 'json',
  xlsx: 'xlsx',
  markdown: 'md',
  insert: 'sql',
}

/** Writes parts of a file: what comes first, each row, and what comes last. */
export interface ResultWriter {
  readonly head: string
  readonly row: (values: readonly SqlValue[], at: number) => string
  readonly foot: string
}

export interface ResultFileOptions {
  readonly columns: readonly SqlColumn[]
  /** The table of INSERT statements. */
  readonly table: string
  /** Quotes a name for the database. */
  readonly quote: (name: string) => string
  /** True if a backslash in a text escapes what follows. */
  readonly backslashes: boolean
}

/** Returns how a result is written in a form. */
export function resultWriter(
  form: ResultTextForm,
  { columns, table, quote, backslashes }: ResultFileOptions,
): ResultWriter {
  const names = columns.map(({ name }) => name)
  if (form === 'csv') {
    // Spreadsheets run texts that look like formulas.
    const field = (value: SqlValue, at: number): string =>
      csvField(columns[at]?.kind === 'number' ? plainText(value) : guarded(plainText(value)))
    return {
      head: `\uFEFF${names.map((name) => csvField(guarded(name))).join(',')}\r\n`,
      row: (values) => `${values.map(field).join(',')}\r\n`,
      foot: '',
    }
  }
  if (form === 'json') {
    const keys = distinct(names)
    return {
      head: '[\n',
      row: (values, at) =>
        `${at === 0 ? '' : ',\n'}  ${JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])))}`,
      foot: '\n]\n',
    }
  }
  if (form === 'markdown')
    return {
      head: `| ${names.map(markdownField).join(' | ')} |\n| ${columns.map(({ kind }) => (kind === 'number' ? '---:' : '---')).join(' | ')} |\n`,
      row: (values) => `| ${values.map((value) => markdownField(plainText(value))).join(' | ')} |\n`,
      foot: '',
    }
  const into = `INSERT INTO ${quote(table)} (${names.map(quote).join(', ')}) VALUES `
  return {
    head: '',
    row: (values) => `${into}(${values.map((value) => sqlLiteral(value, backslashes)).join(', ')});\n`,
    foot: '',
  }
}

/** Returns a value as text for other programs; nothing for NULL. */
export const plainText = (value: SqlValue): string => (value === null ? '' : String(value))

/** Numbers repeated names, so that objects lose no value: `id`, `id 2`. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>(names)
  const used = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; used.has(own) || (own !== name && taken.has(own)); count += 1) own = `${name} ${count}`
    used.add(own)
    return own
  })
}

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const markdownField = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r?\n/g, '<br>')

function sqlLiteral(value: SqlValue, backslashes: boolean): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const text = backslashes ? value.replaceAll('\\', '\\\\') : value
  return `'${text.replaceAll("'", "''")}'`
}
