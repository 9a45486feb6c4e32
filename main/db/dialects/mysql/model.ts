import { mysql as capabilities } from '@common/dialects'
import type { ScriptStatement } from '@common/schema-script'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { SchemaModels, TableChange } from '@main/db/schema-diff'
import type { ColumnModel, PartModel, SchemaModel, TableModel } from '@main/db/schema-model'
import { alterScript, statement, type AlterWriter } from '@main/db/schema-script'
import { isHelperName, plainLiterals, quote } from './literals'

/** Reads SHOW CREATE TABLE. https://mariadb.com/kb/en/show-create-table/ */
async function read(database: Database): Promise<SchemaModel> {
  const listed = await database.dialect.introspect.listTables(database)
  const triggers = await database.read({
    sql: `SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, ACTION_STATEMENT
          FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = database() ORDER BY EVENT_OBJECT_TABLE, TRIGGER_NAME`,
    params: [],
  })
  const tables: TableModel[] = []
  const views: { name: string; sql: string }[] = []
  for (const { name, type } of listed) {
    if (isReservedTableName(name)) continue
    if (type === 'view') {
      const sql = await database.dialect.objects.viewDefinition(database, name)
      if (sql !== undefined) views.push({ name, sql })
      continue
    }
    const [row] = await database.read({ sql: `SHOW CREATE TABLE ${quote(name)}`, params: [] })
    const table = tableModel(name, plainLiterals(String(row?.[1] ?? '')))
    const own = triggers.filter(([of]) => of === name)
    tables.push({
      ...table,
      parts: [
        ...table.parts,
        ...own.map(([, trigger, timing, event, body]) => ({
          kind: 'trigger' as const,
          name: String(trigger),
          sql: `CREATE TRIGGER ${quote(String(trigger))} ${String(timing)} ${String(event)} ON ${quote(name)} FOR EACH ROW ${String(body)}`,
        })),
      ],
    })
  }
  return { types: [], tables, views: await withoutDatabase(database, views) }
}

/** SHOW CREATE VIEW names the database before each table. */
async function withoutDatabase(
  database: Database,
  views: readonly { readonly name: string; readonly sql: string }[],
): Promise<{ name: string; sql: string }[]> {
  if (views.length === 0) return []
  const [row] = await database.read({ sql: 'SELECT database()', params: [] })
  const prefix = `${quote(String(row?.[0]))}.`
  return views.map(({ name, sql }) => ({ name, sql: sql.replaceAll(prefix, '') }))
}

const quoted = '`((?:[^`]|``)+)`'
const plain = (name: string): string => name.replaceAll('``', '`')
const keyPattern = new RegExp(`^(UNIQUE |FULLTEXT |SPATIAL )?KEY ${quoted} (.*)$`, 's')
const constraintPattern = new RegExp(`^CONSTRAINT ${quoted} (FOREIGN KEY|CHECK)(.*)$`, 's')
const columnPattern = new RegExp(`^${quoted} (.*)$`, 's')

function tableModel(name: string, sql: string): TableModel {
  const lines = sql.split('\n').slice(1)
  const end = lines.findLastIndex((line) => line.startsWith(')'))
  const columns: ColumnModel[] = []
  const parts: PartModel[] = []
  for (const line of lines.slice(0, end)) {
    const text = line.trim().replace(/,$/, '')
    const column = columnPattern.exec(text)
    const key = keyPattern.exec(text)
    const constraint = constraintPattern.exec(text)
    if (column !== null) {
      if (!isHelperName(plain(column[1] ?? ''))) columns.push(columnModel(plain(column[1] ?? ''), column[2] ?? ''))
    } else if (key !== null)
      parts.push({
        kind: key[1] === 'UNIQUE ' ? 'unique' : 'index',
        name: plain(key[2] ?? ''),
        sql: `${key[1] ?? ''}KEY ${key[3] ?? ''}`,
      })
    else if (constraint !== null)
      parts.push({
        kind: constraint[2] === 'CHECK' ? 'check' : 'foreignKey',
        name: plain(constraint[1] ?? ''),
        sql: `${constraint[2] ?? ''}${constraint[3] ?? ''}`,
      })
    else if (text.startsWith('PRIMARY KEY')) parts.push({ kind: 'primaryKey', name: '', sql: text })
  }
  const options = lines
    .slice(end)
    .join(' ')
    .replace(/^\)\s*/, '')
    .replace(/\s*AUTO_INCREMENT=\d+/, '')
  return { name, sql: '', columns, parts, options }
}

const columnModel = (name: string, sql: string): ColumnModel => ({
  name,
  type: /^\w+(?:\([^)]*\))?(?: unsigned)?/i.exec(sql)?.[0] ?? sql,
  notNull: / NOT NULL\b/.test(sql),
  value: / (?:DEFAULT|AUTO_INCREMENT|GENERATED)\b/.test(sql) ? sql : '',
  sql,
})

const isApart = ({ kind }: PartModel): boolean => kind === 'trigger'

function partSql({ kind, name, sql }: PartModel): string {
  if (kind === 'primaryKey') return sql
  if (kind === 'unique' || kind === 'index') return sql.replace('KEY ', () => `KEY ${quote(name)} `)
  return `CONSTRAINT ${quote(name)} ${sql}`
}

function dropSql({ kind, name }: PartModel): string {
  if (kind === 'primaryKey') return 'DROP PRIMARY KEY'
  if (kind === 'foreignKey') return `DROP FOREIGN KEY ${quote(name)}`
  return kind === 'check' ? `DROP CONSTRAINT ${quote(name)}` : `DROP INDEX ${quote(name)}`
}

const addPart = (table: string, part: PartModel): string =>
  part.kind === 'trigger' ? part.sql : `ALTER TABLE ${quote(table)} ADD ${partSql(part)}`

const dropPart = (table: string, part: PartModel): string =>
  part.kind === 'trigger' ? `DROP TRIGGER ${quote(part.name)}` : `ALTER TABLE ${quote(table)} ${dropSql(part)}`

function createTable({ name, columns, parts, options }: TableModel): string {
  const lines = [
    ...columns.map((column) => `${quote(column.name)} ${column.sql}`),
    ...parts.filter((part) => !isApart(part) && part.kind !== 'foreignKey').map(partSql),
  ]
  return `CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n) ${options}`
}

const isGenerated = ({ sql }: ColumnModel): boolean => /\bGENERATED ALWAYS\b|\bAS \(/i.test(sql)

/** One statement for all, since the server can't roll back one of several. */
function alter({ to, added, dropped, changed, partsAdded, partsDropped, options }: TableChange): ScriptStatement[] {
  const again = changed.filter((change) => isGenerated(change.from) || isGenerated(change.to))
  const modified = changed.filter((change) => !again.includes(change))
  const clauses = [
    ...partsDropped.map(dropSql),
    ...[...dropped, ...again.map((change) => change.from)].map(({ name }) => `DROP COLUMN ${quote(name)}`),
    ...modified.map((change) => `MODIFY COLUMN ${quote(change.to.name)} ${change.to.sql}`),
    ...[...added, ...again.map((change) => change.to)].map(
      (column) => `ADD COLUMN ${quote(column.name)} ${column.sql}`,
    ),
    ...partsAdded.map((part) => `ADD ${partSql(part)}`),
    ...(options ? [to.options] : []),
  ]
  if (clauses.length === 0) return []
  const loses = dropped.length > 0 || modified.some(({ from, to: { type } }) => from.type !== type)
  const mayFail =
    modified.some(({ from, to: { notNull } }) => notNull && !from.notNull) ||
    added.some(({ notNull, value }) => notNull && value === '') ||
    partsAdded.some(({ kind }) => kind !== 'index')
  return [
    statement(
      `ALTER TABLE ${quote(to.name)}\n  ${clauses.join(',\n  ')}`,
      to.name,
      loses ? 'losesData' : mayFail ? 'mayFail' : null,
    ),
  ]
}

/** Our sessions don't treat backslashes as escapes. */
const rules = {
  fold: (name: string): string => name.toLowerCase(),
  syntax: { ...capabilities.syntax, backslashes: 'never' as const },
}

const writer: AlterWriter = {
  ...rules,
  quote,
  createTable,
  isApart,
  addPart,
  dropPart,
  alter,
  changeType: () => [],
  dropType: () => '',
}

/** Schemas of MySQL and MariaDB as data. */
export const models: SchemaModels = {
  ...rules,
  read,
  script: (diff) => alterScript(diff, writer),
}
