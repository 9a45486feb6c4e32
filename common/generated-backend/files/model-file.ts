import { arrow, inComment, listed, literal, paragraphs } from '../code'
import { changeableColumns, type BackendColumn, type BackendTable } from '../model'

/** Characters of choices that the type of a column lists; a longer list is text. */
const listedWidth = 60

/** Writes `src/models/<slug>.ts`: the type of a row, the table, and its model. */
export function modelFile(table: BackendTable): string {
  const { name, isView, typeName, variable, key } = table
  const create = key.length > 0 ? 'createModel' : 'createReadModel'
  const types = key.length > 0 ? `${typeName}, ${typeName}Key, New${typeName}` : typeName
  return paragraphs([
    `import type { Knex } from 'knex'
import { ${create} } from '../lib/model.ts'
import type { Table } from '../lib/table.ts'`,
    `/** A row of the ${isView ? 'view' : 'table'} ${inComment(name)}. */
export interface ${typeName} {
${table.columns.map((column) => `  ${column.property}: ${typeOf(column)}\n`).join('')}}`,
    key.length > 0 ? keyTypes(table) : '',
    `export const ${variable}Table: Table<${typeName}> = {
  name: ${literal(name)},
  key: ${listed(
    '[',
    key.map(({ property }) => literal(property)),
    ']',
    { indent: 2, before: 6 },
  )},
  columns: {
${table.columns.map((column) => `    ${column.property}: ${columnLine(column)},\n`).join('')}  },
}`,
    arrow(`export const ${variable}Model = (db: Knex) =>`, `${create}<${types}>(db, ${variable}Table)`),
  ])
}

function keyTypes(table: BackendTable): string {
  const { typeName, key, columns } = table
  const names = (list: readonly BackendColumn[]): string => list.map(({ property }) => literal(property)).join(' | ')
  const writable = columns.filter((column) => column.writable)
  const given = key.filter((column) => column.writable)
  const values = writable.map(
    (column) => `  ${column.property}${column.nullable || column.optional ? '?' : ''}: ${typeOf(column)}\n`,
  )
  return paragraphs([
    `export type ${typeName}Key = Pick<${typeName}, ${names(key)}>`,
    values.length === 0
      ? `/** A new row takes no values. */\nexport type New${typeName} = Record<string, never>`
      : `/** Values of a new row. */\nexport interface New${typeName} {\n${values.join('')}}`,
    changeableColumns(table).length === 0
      ? ''
      : `export type ${typeName}Changes = Partial<${
          given.length === 0 ? `New${typeName}` : `Omit<New${typeName}, ${names(given)}>`
        }>`,
  ])
}

function typeOf({ kind, nullable, options }: BackendColumn): string {
  if (kind === 'json') return 'unknown'
  const base = {
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    bigint: 'string',
    decimal: 'string',
    text: 'string',
    uuid: 'string',
    date: 'string',
    time: 'string',
    datetime: 'string',
    binary: 'string',
  }[kind]
  const choices = options.map(literal).join(' | ')
  const isListed = choices !== '' && choices.length <= listedWidth
  return `${isListed ? choices : base}${nullable ? ' | null' : ''}`
}

function columnLine(column: BackendColumn): string {
  const { name, kind, nullable, optional, writable, options } = column
  const limits = (['maxLength', 'minimum', 'maximum', 'precision', 'scale'] as const).flatMap((limit) =>
    column[limit] === undefined ? [] : [`${limit}: ${column[limit]}`],
  )
  const parts = [
    `name: ${literal(name)}`,
    `kind: ${literal(kind)}`,
    ...(nullable ? ['nullable: true'] : []),
    ...(optional ? ['optional: true'] : []),
    ...(writable ? [] : ['readOnly: true']),
    ...limits,
  ]
  const before = column.property.length + 2
  const choices =
    options.length === 0
      ? []
      : [`options: ${listed('[', options.map(literal), ']', { indent: 6, before: 9, after: 1 })}`]
  return listed('{', [...parts, ...choices], '}', { indent: 4, before, after: 1, pad: ' ' })
}
