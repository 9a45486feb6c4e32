import { testClient } from '@common/dialects/generated-backend'
import { imported, isShort, literal, paragraphs } from '../code'
import type { BackendColumn, BackendReference, BackendTable } from '../model'

/** Writes `migrations/001-tables.ts`: creates the tables of the database in an empty one, and drops them. */
export function migrationFile(tables: readonly BackendTable[]): string {
  const ordered = inOrder(tables.filter(({ isView }) => !isView))
  const counted = countedColumns(ordered)
  const created = new Set<string>()
  const late: { readonly table: BackendTable; readonly reference: BackendReference; readonly name: string }[] = []
  const creations = ordered.map((table) => {
    created.add(table.name)
    const enforced = table.references.filter((reference) => reference.enforced)
    const lines = enforced.flatMap((reference, at) => {
      const name = `${table.slug.slice(0, 40)}-reference-${at + 1}`
      if (created.has(reference.parent)) return [referenceLine(reference, name)]
      late.push({ table, reference, name })
      return []
    })
    return creation(table, lines, counted)
  })
  const alterations = late.map(
    ({ table, reference, name }) => `    await db.schema.alterTable(${tableName(table.name)}, (table) => {
  ${referenceLine(reference, name)}    })
`,
  )
  const drops = late.map(
    ({ table, reference, name }) => `    await db.schema.alterTable(${tableName(table.name)}, (table) => {
      table.dropForeign(${names(reference.columns)}, ${literal(name)})
    })
`,
  )
  const guarded = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `  if (!isInMemory(db)) {\n${lines.join('')}  }\n`
  const body = [...creations, guarded(alterations)].join('')
  const dropped = [
    guarded(drops),
    ...ordered.toReversed().map(({ name }) => `  await db.schema.dropTable(${tableName(name)})\n`),
  ].join('')
  return paragraphs([
    imported(['type Knex'], 'knex') + (usesExact(body) ? imported(['exact'], '../src/lib/names.ts') : ''),
    late.length === 0
      ? ''
      : `/** SQLite, on which the tests run, can't add references to existing tables. */
const isInMemory = (db: Knex): boolean => db.client.config.client === ${literal(testClient)}`,
    `/** Creates all tables in an empty database. */
export async function up(db: Knex): Promise<void> {
${body}}`,
    `/** Drops all tables. */
export async function down(db: Knex): Promise<void> {
${dropped}}`,
  ])
}

/** Writes `test/helpers/views.ts`: tables in place of views, whose SQL stays in the database. */
export function viewsFile(tables: readonly BackendTable[]): string {
  const views = tables.filter(({ isView }) => isView)
  const db = views.length === 0 ? '_db' : 'db'
  const body = views.map((view) => creation(view, [], new Set())).join('')
  return paragraphs([
    imported(['type Knex'], 'knex') + (usesExact(body) ? imported(['exact'], '../../src/lib/names.ts') : ''),
    `/** Creates a table with the columns of each view. */
export async function createViews(${db}: Knex): Promise<void> {${body === '' ? '' : `\n${body}`}}`,
    `export async function dropViews(${db}: Knex): Promise<void> {${
      views.length === 0
        ? ''
        : `\n${views.map(({ name }) => `  await db.schema.dropTable(${tableName(name)})\n`).join('')}`
    }}`,
  ])
}

const usesExact = (body: string): boolean => body.includes('exact(')

/** True if knex needs no `exact` around a name. */
const isPlain = (name: string): boolean => !/[.*\s]/.test(name) && !(name in Object.prototype)
const tableName = (name: string): string => (isPlain(name) ? literal(name) : `exact(${literal(name)})`)
const names = (columns: readonly BackendColumn[]): string =>
  `[${columns.map(({ name }) => tableName(name)).join(', ')}]`

/** Returns the counters and all columns that refer to them, directly or not: MySQL counts without a sign. */
function countedColumns(tables: readonly BackendTable[]): ReadonlySet<BackendColumn> {
  const counted = new Set(tables.flatMap(({ columns }) => columns.filter(({ counter }) => counter)))
  const pairs = tables.flatMap(({ references }) =>
    references.flatMap(({ columns, parentColumns }) =>
      columns.map((column, at) => ({ column, parent: parentColumns[at] })),
    ),
  )
  for (let size = 0; size < counted.size;) {
    size = counted.size
    for (const { column, parent } of pairs) if (parent !== undefined && counted.has(parent)) counted.add(column)
  }
  return counted
}

function creation(table: BackendTable, references: readonly string[], counted: ReadonlySet<BackendColumn>): string {
  const isKey = (column: BackendColumn): boolean => table.key.includes(column)
  const indexed = new Set([...table.key, ...table.unique.flat(), ...table.references.flatMap(({ columns }) => columns)])
  const key = table.key.some(({ counter }) => counter)
    ? ''
    : `    table.primary(${names(table.key)}, ${literal(`${table.slug.slice(0, 40)}-key`)})\n`
  const unique = table.unique.map(
    (columns, at) =>
      `    table.unique(${names(columns)}, { indexName: ${literal(`${table.slug.slice(0, 40)}-unique-${at + 1}`)} })\n`,
  )
  return `  await db.schema.createTable(${tableName(table.name)}, (table) => {
${table.columns.map((column) => columnLine(column, { isKey: isKey(column), isIndexed: indexed.has(column), isCounted: counted.has(column) })).join('')}${
    table.key.length === 0 ? '' : key
  }${unique.join('')}${references.join('')}  })
`
}

/** Text without a length is as long as an index of every database allows. */
const indexedText = 255

interface ColumnPlace {
  readonly isKey: boolean
  readonly isIndexed: boolean
  readonly isCounted: boolean
}

function columnLine(column: BackendColumn, { isKey, isIndexed, isCounted }: ColumnPlace): string {
  const { name, nullable, counter, writable, defaultValue } = column
  const quoted = tableName(name)
  if (counter) return `    table.${column.kind === 'bigint' ? 'bigIncrements' : 'increments'}(${quoted})\n`
  const isOptional = !isKey && (nullable || !writable)
  const fallback =
    defaultValue === undefined
      ? ''
      : `.defaultTo(${typeof defaultValue === 'object' ? 'db.fn.now()' : typeof defaultValue === 'number' ? defaultValue : literal(defaultValue)})`
  return `    table.${builder(column, isIndexed)}${isCounted ? '.unsigned()' : ''}${isOptional ? '' : '.notNullable()'}${fallback}\n`
}

function builder({ name, kind, maxLength, precision, scale }: BackendColumn, isIndexed: boolean): string {
  const quoted = tableName(name)
  switch (kind) {
    case 'integer':
      return `integer(${quoted})`
    case 'bigint':
      return `bigInteger(${quoted})`
    case 'number':
      return `double(${quoted})`
    case 'decimal':
      return `decimal(${quoted}, ${precision ?? 30}, ${scale ?? 10})`
    case 'boolean':
      return `boolean(${quoted})`
    case 'text':
      return maxLength !== undefined || isIndexed ? `string(${quoted}, ${maxLength ?? indexedText})` : `text(${quoted})`
    case 'uuid':
      return `uuid(${quoted})`
    case 'date':
      return `date(${quoted})`
    case 'time':
      return `time(${quoted})`
    case 'datetime':
      return `datetime(${quoted})`
    case 'json':
      return `json(${quoted})`
    case 'binary':
      return isIndexed ? `binary(${quoted}, ${maxLength ?? indexedText})` : `binary(${quoted})`
  }
}

function referenceLine({ columns, parent, parentColumns, onDelete, onUpdate }: BackendReference, name: string): string {
  const actions = [
    ...(isAction(onDelete) ? [`.onDelete(${literal(onDelete)})`] : []),
    ...(isAction(onUpdate) ? [`.onUpdate(${literal(onUpdate)})`] : []),
  ]
  const calls = [
    `.foreign(${names(columns)}, ${literal(name)})`,
    `.references(${names(parentColumns)})`,
    `.inTable(${tableName(parent)})`,
    ...actions,
  ]
  const oneLine = `    table${calls.join('')}\n`
  return isShort(oneLine) ? oneLine : `    table\n${calls.map((call) => `      ${call}\n`).join('')}`
}

const isAction = (action: string): boolean => ['CASCADE', 'SET NULL', 'RESTRICT', 'SET DEFAULT'].includes(action)

/** Parents first, as far as possible. */
function inOrder(tables: readonly BackendTable[]): BackendTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<string>()
  const ordered: BackendTable[] = []
  const add = (table: BackendTable): void => {
    if (done.has(table.name)) return
    done.add(table.name)
    for (const { parent, enforced } of table.references) {
      const other = enforced ? byName.get(parent) : undefined
      if (other !== undefined) add(other)
    }
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}
