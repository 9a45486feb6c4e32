import { columnsOf, type Column, type Kind, type Table } from './table.ts'

/** A part of a JSON schema. */
type Schema = Readonly<Record<string, unknown>>

/** Rows of a page, if the request doesn't say, and at most. */
export const pageRows = { default: 25, maximum: 1000 }

const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const time = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,7})?)?'
const digit = '[0-9a-fA-F]'

const kinds: Readonly<Record<Kind, Schema>> = {
  integer: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'string', pattern: '^-?\\d{1,19}$' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 100 },
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', pattern: `^${digit}{8}(-${digit}{4}){3}-${digit}{12}$` },
  date: { type: 'string', pattern: `^${day}$` },
  time: { type: 'string', pattern: `^${time}$` },
  datetime: { type: 'string', pattern: `^${day}[T ]${time}(Z|[+-]\\d\\d:\\d\\d)?$` },
  json: {},
  binary: { type: 'string', pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
}

/** Returns the schemas of the requests of a table. */
export const schemasOf = (table: Table) => ({
  list: { querystring: listQuery(table) },
  read: { params: keyParams(table) },
  create: { body: newRow(table) },
  update: { params: keyParams(table), body: changes(table) },
  remove: { params: keyParams(table) },
  /** Lists the rows of another table that refer to a row of this one. */
  children: (child: Table) => ({ params: keyParams(table), querystring: listQuery(child) }),
})

function valueSchema(column: Column): Schema {
  const { kind, nullable, options } = column
  const schema = { ...kinds[kind], ...limitsOf(column), ...(options && { enum: options }) }
  if (kind === 'json') return nullable ? {} : { not: { type: 'null' } }
  if (!nullable) return schema
  return { ...schema, type: [kinds[kind]['type'], 'null'], ...(options && { enum: [...options, null] }) }
}

function limitsOf({ kind, minimum, maximum, maxLength, precision, scale }: Column): Schema {
  if (kind === 'decimal') return precision === undefined ? {} : { pattern: decimalPattern(precision, scale ?? 0) }
  if (kind === 'binary') return maxLength === undefined ? {} : { maxLength: Math.ceil(maxLength / 3) * 4 }
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

function decimalPattern(precision: number, scale: number): string {
  const fraction = scale > 0 ? `(\\.\\d{1,${scale}})?` : ''
  return `^-?\\d{1,${Math.max(precision - scale, 1)}}${fraction}$`
}

function keyParams(table: Table): Schema {
  const key = columnsOf(table).filter(([property]) => table.key.includes(property))
  return {
    type: 'object',
    properties: Object.fromEntries(key.map(([property, column]) => [property, valueSchema(column)])),
    required: table.key,
  }
}

/** Filters compare for equality, so they take neither documents nor files. */
function listQuery(table: Table): Schema {
  const comparable = columnsOf(table).filter(([, { kind }]) => kind !== 'json' && kind !== 'binary')
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(comparable.map(([property, { kind }]) => [property, kinds[kind]])),
      limit: { type: 'integer', minimum: 1, maximum: pageRows.maximum },
      offset: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      sort: { type: 'string', minLength: 1 },
    },
    additionalProperties: false,
  }
}

function newRow(table: Table): Schema {
  const writable = columnsOf(table).filter(([, { readOnly }]) => !readOnly)
  return {
    type: 'object',
    properties: Object.fromEntries(writable.map(([property, column]) => [property, valueSchema(column)])),
    required: writable.filter(([, { nullable, optional }]) => !nullable && !optional).map(([property]) => property),
    additionalProperties: false,
  }
}

function changes(table: Table): Schema {
  const changeable = columnsOf(table).filter(([property, { readOnly }]) => !readOnly && !table.key.includes(property))
  return {
    type: 'object',
    properties: Object.fromEntries(changeable.map(([property, column]) => [property, valueSchema(column)])),
    additionalProperties: false,
    minProperties: 1,
  }
}
