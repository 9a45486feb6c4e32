import { isAlwaysIdentity } from '@common/columns/identity'
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import type { Column, ColumnDefinition } from '@common/model'
import { definitionOf } from '@common/model/column-definition'
import type { Dialect } from '@main/db/dialect'
import { textOf } from './cells'
import type { ExportField, ExportValue } from './fields'
import type { ExportOptions } from './options'
import type { ViewSource } from './view'
import type { ReadCall } from '../run/read-call'

/** Maximum rows and characters per statement, for all engines and for readers. */
const statementRows = 100
const statementCharacters = 200_000

/**
 * Formats rows as INSERT statements for the project's database, with stored values and database names. Omits computed
 * columns and linked names, unless the script creates its own table.
 */
export async function* scriptTexts(
  { index, database: { dialect } }: ReadCall,
  { fields, batches }: ViewSource,
  options: ExportOptions,
): AsyncGenerator<readonly string[]> {
  const { quote, script } = dialect
  const { table } = index
  const columns = scriptColumns(fields, options.create)
  if (columns.length === 0) return
  const counted = options.create || !columns.some(({ column }) => column.autoIncrement) ? undefined : script.counted
  const around = counted?.(table.name)
  const head = [
    ...script.before,
    ...(options.create ? createTable(dialect, table.name, table.primaryKey, columns) : []),
  ]
  yield [...head, ...(around ? [around.before] : [])].map(ended)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const overriding =
    options.create || !columns.some(({ column }) => isAlwaysIdentity(column)) ? '' : dialect.rows.overriding
  const insert = `INSERT INTO ${quote(table.name)} (${names})${overriding ?? ''} VALUES\n`
  const line = (row: readonly ExportValue[]): string =>
    `(${columns.map(({ at, field, column }) => literalOf(dialect, column, field, row[at] ?? null, options)).join(', ')})`
  for await (const rows of batches()) yield statementsOf(insert, rows.map(line))
  if (around) yield [ended(around.after)]
}

const ended = (statement: string): string => `${statement};\n`

function statementsOf(insert: string, lines: readonly string[]): string[] {
  const statements: string[] = []
  let taken: string[] = []
  let length = 0
  const end = (): void => {
    if (taken.length > 0) statements.push(ended(`${insert}${taken.join(',\n')}`))
    taken = []
    length = 0
  }
  for (const line of lines) {
    if (taken.length === statementRows || (length > 0 && length + line.length > statementCharacters)) end()
    taken.push(line)
    length += line.length
  }
  end()
  return statements
}

interface ScriptColumn {
  /** Name in the script. */
  readonly name: string
  readonly column: Column
  readonly field: ExportField
  /** Position of its values in a row. */
  readonly at: number
}

function scriptColumns(fields: readonly ExportField[], create: boolean): ScriptColumn[] {
  const taken = new Set<string>()
  const free = (wanted: string): string => {
    let name = wanted
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${wanted} ${n}`
    taken.add(name.toLowerCase())
    return name
  }
  const stored = fields.map(({ kind }) => kind === 'stored')
  fields.forEach(({ column }, at) => void (stored[at] === true && free(column.name)))
  return fields.flatMap((field, at): ScriptColumn[] => {
    const { column, title } = field
    if (stored[at] === true)
      return column.generated && !isAlwaysIdentity(column) && !create ? [] : [{ name: column.name, column, field, at }]
    return create ? [{ name: free(title), column, field, at }] : []
  })
}

function literalOf(
  { script }: Dialect,
  column: Column,
  field: ExportField,
  value: ExportValue,
  options: ExportOptions,
): string {
  if (field.kind !== 'names' && field.kind !== 'list')
    return script.literal(column, value as Exclude<ExportValue, readonly string[]>)
  const text = textOf(field, value, options)
  return script.literal({ nativeType: 'text', uiType: typeFor.longText }, text === '' ? null : text)
}

/** Returns CREATE TABLE with these columns only. */
function createTable(
  dialect: Dialect,
  name: string,
  primaryKey: readonly string[],
  columns: readonly ScriptColumn[],
): string[] {
  const isWhole = primaryKey.every((key) =>
    columns.some(({ column, field }) => field.kind === 'stored' && column.name === key),
  )
  const definitions = columns.map(({ name: called, column, field }): ColumnDefinition => {
    const plain = { ...definitionOf(column), name: called, title: called, defaultValue: null, unique: false }
    if (field.kind === 'stored')
      return { ...plain, primaryKey: column.primaryKey && isWhole, nativeType: column.nativeType }
    const isText = field.kind === 'names' || field.kind === 'list' || columnType(column.uiType).storage === 'text'
    return { ...plain, uiType: isText ? typeFor.longText : column.uiType, primaryKey: false, required: false }
  })
  return dialect.schema.createTable(name, definitions).up.map(({ sql }) => sql)
}
