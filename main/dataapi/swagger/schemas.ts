import type { ColumnType, StorageClass } from '@common/columns/column-type'
import { isChoice } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import { isComputed, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'

/** A schema of JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>

/** A table with its names in the document. */
export interface DocumentedTable {
  readonly table: Table
  readonly computed: ComputedTable | undefined
  /** Unique in the document and valid in most languages. */
  readonly name: string
}

/** Returns the schema names of a table. */
export const schemaNames = (name: string) => ({
  /** Its stored and computed columns, also for linked rows. */
  row: name,
  /** wire §12: a row with its linked rows. */
  nested: `${name}Nested`,
  newRow: `${name}Input`,
  changes: `${name}Changes`,
  key: `${name}Key`,
})

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Returns the schemas of a table. */
export function tableSchemas(
  of: DocumentedTable,
  nameOf: (tableName: string) => string | undefined,
  dialect: Dialect,
): Record<string, Schema> {
  const { table, computed, name } = of
  const names = schemaNames(name)
  const shown = [...table.columns, ...(computed?.columns ?? [])]
  const writable = table.columns.filter(isWritable)
  const required = writable.filter(isRequired).map(({ title }) => title)
  const key = table.columns.filter(({ primaryKey }) => primaryKey)
  const keyFields = Object.fromEntries(key.map((column) => [column.title, inputSchema(column)]))
  const changes = Object.fromEntries(writable.map((column) => [column.title, inputSchema(column)]))
  const rows: Record<string, Schema> = {
    [names.row]: {
      type: 'object',
      properties: Object.fromEntries(shown.map((column) => [column.title, answerSchema(column, dialect)])),
    },
    [names.nested]: {
      allOf: [reference(names.row), { type: 'object', properties: Object.fromEntries(linkProperties(table, nameOf)) }],
    },
  }
  if (table.type === 'view') return rows
  return {
    ...rows,
    [names.newRow]: { type: 'object', properties: changes, ...(required.length > 0 && { required }) },
    ...(key.length > 0 && {
      [names.changes]: {
        type: 'object',
        properties: { ...keyFields, ...changes },
        description: 'Changes only the columns in the body. Bulk updates find each row by its key.',
      },
      [names.key]: { type: 'object', properties: keyFields, required: key.map(({ title }) => title) },
    }),
  }
}

/** Returns the properties for linked rows (wire §9.3): their key, their name, and requested columns. */
function linkProperties(table: Table, nameOf: (tableName: string) => string | undefined): [string, Schema][] {
  return table.virtualColumns.flatMap((column): [string, Schema][] => {
    if (column.kind !== 'link' || column.problem !== undefined) return []
    const name = nameOf(column.link.relatedTable)
    if (name === undefined) return []
    const row = reference(schemaNames(name).row)
    return [[column.key, column.link.kind === 'belongsTo' ? row : { type: 'array', items: row }]]
  })
}

/** Returns the schema of a column's values in responses. */
export function answerSchema(column: Column, dialect: Dialect): Schema {
  const facts = { ...described(column), ...(isComputed(column) || column.primaryKey ? { readOnly: true } : {}) }
  if (isComputed(column) && column.computed.many)
    return { type: ['array', 'null'], items: valueSchema(column.computed.many.item, dialect), ...facts }
  const value = valueSchema(column, dialect)
  return { ...(column.primaryKey ? value : nullable(value)), ...facts }
}

function valueSchema(column: Column, { capabilities }: Dialect): Schema {
  const type = columnType(column.uiType)
  return valueSchemas[type.storage](type, capabilities.booleanType)
}

/** Integers beyond 2^53, which are rare, become text in responses. */
const wholeSchema = (): Schema => ({ type: 'integer' })
/** Only the type: stored values may be older than the rules for new ones. */
const plainSchema = ({ jsonSchema: { type } }: ColumnType): Schema => (type === undefined ? {} : { type })

const valueSchemas: Readonly<Record<StorageClass, (type: ColumnType, hasBoolean: boolean) => Schema>> = {
  autoIncrement: wholeSchema,
  integer: wholeSchema,
  year: wholeSchema,
  float: () => ({ type: 'number' }),
  decimal: () => ({ type: ['number', 'string'] }),
  boolean: (_type, hasBoolean) => (hasBoolean ? { type: 'boolean' } : { type: 'integer', enum: [0, 1] }),
  json: () => ({ type: 'string' }),
  blob: () => ({ type: 'string', contentEncoding: 'base64' }),
  text: plainSchema,
  longText: plainSchema,
  date: plainSchema,
  time: plainSchema,
  dateTime: plainSchema,
}

/** True if the values of the column are integers. */
export function isWhole(column: Column): boolean {
  return ['autoIncrement', 'integer', 'year'].includes(columnType(column.uiType).storage)
}

function inputSchema(column: Column): Schema {
  const { jsonSchema } = columnType(column.uiType)
  const options = column.options.options?.map(({ title }) => title)
  const value = isChoice(column) && options?.length ? { type: 'string', enum: options } : jsonSchema
  return { ...(column.required ? value : nullable(value)), ...described(column) }
}

function nullable(schema: Schema): Schema {
  const { type } = schema
  const values = Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {}
  if (type === undefined) return schema
  return { ...schema, ...values, type: [...[type].flat(), 'null'] }
}

function described({ options }: Column): Schema {
  return options.description === undefined ? {} : { description: options.description }
}

function isWritable(column: Column): boolean {
  return !column.generated && !column.autoIncrement && columnType(column.uiType).writable
}

function isRequired(column: Column): boolean {
  return column.required && column.defaultValue === null
}
