import { sqlite as capabilities } from '@common/dialects'
import { AppError } from '@common/errors'
import type { ScriptStatement } from '@common/schema-script'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { SchemaDiff, SchemaModels, TableChange } from '@main/db/schema-diff'
import type { ColumnModel, NamedSql, PartModel, SchemaModel, TableModel } from '@main/db/schema-model'
import { renameStatements, statement, viewsAround } from '@main/db/schema-script'
import { quote } from './literals'
import { rebuildSteps } from './rebuild'
import { foldName, sameName, tokensOf } from './sql-tokens'
import { parseTableText, writeTableText, type ClauseKind, type ColumnText, type TableText } from './table-text'

async function read(database: Database): Promise<SchemaModel> {
  const [rows, listed] = await Promise.all([
    database.read({ sql: 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid', params: [] }),
    database.dialect.introspect.listTables(database),
  ])
  const objects = rows.flatMap(([type, name, table, sql]) =>
    // Indexes of constraints have no SQL text.
    typeof sql === 'string' ? [{ type: String(type), name: String(name), table: String(table), sql }] : [],
  )
  const names = new Set(listed.filter(({ name }) => !isReservedTableName(name)).map(({ name }) => name))
  const partsOf = (table: string): PartModel[] =>
    objects
      .filter((object) => sameName(object.table, table))
      .flatMap(({ type, name, sql }): PartModel[] =>
        type === 'index' || type === 'trigger' ? [{ kind: type, name, sql }] : [],
      )
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  return {
    types: [],
    tables: objects
      .filter(({ type, name }) => type === 'table' && names.has(name))
      .map(({ name, sql }) => tableModel(name, sql, partsOf(name))),
    views: objects
      .filter(({ type, name }) => type === 'view' && names.has(name))
      .map(({ name, sql }) => ({ name, sql })),
  }
}

/** Clauses of a column that are constraints of their table. */
const ofTable: Partial<Record<ClauseKind, PartModel['kind']>> = {
  unique: 'unique',
  check: 'check',
  references: 'foreignKey',
}

function tableModel(name: string, sql: string, parts: readonly PartModel[]): TableModel {
  const text = parsed(sql)
  if (text === undefined) return { name, sql, columns: [], parts: [], options: withoutName(sql) }
  return {
    name,
    sql: writeTableText(quote(name), text),
    columns: text.columns.map(columnModel),
    parts: [
      ...text.columns.flatMap((column) =>
        column.clauses.flatMap((clause): PartModel[] => {
          const kind = ofTable[clause.kind]
          return kind === undefined ? [] : [{ kind, name: '', sql: ofColumn(kind, column, withoutLabel(clause.text)) }]
        }),
      ),
      ...text.constraints.map((constraint) => ({
        kind: constraint.kind,
        name: '',
        sql: withoutLabel(constraint.text),
      })),
      ...parts,
    ],
    options: [text.withoutRowId ? 'WITHOUT ROWID' : '', text.strict ? 'STRICT' : ''].filter(Boolean).join(', '),
  }
}

function ofColumn(kind: PartModel['kind'], column: ColumnText, sql: string): string {
  if (kind === 'check') return sql
  return kind === 'unique'
    ? sql.replace(/^UNIQUE/i, `UNIQUE (${quote(column.name)})`)
    : `FOREIGN KEY (${quote(column.name)}) ${sql}`
}

/** Returns undefined for virtual tables. */
function parsed(sql: string): TableText | undefined {
  try {
    return parseTableText(sql)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** CREATE VIRTUAL TABLE without its name. */
const withoutName = (sql: string): string =>
  tokensOf(sql)
    .filter((_, at) => at !== 3)
    .map(({ text }) => text)
    .join(' ')

/** Removes `CONSTRAINT name`. */
function withoutLabel(text: string): string {
  const [first, , third] = tokensOf(text)
  return first?.value === 'CONSTRAINT' && first.kind === 'word' ? text.slice(third?.start ?? 0) : text
}

function columnModel({ name, type, clauses }: ColumnText): ColumnModel {
  const own = clauses.filter(({ kind }) => ofTable[kind] === undefined && kind !== 'null')
  return {
    name,
    type,
    notNull: own.some(({ kind }) => kind === 'notNull'),
    value: own
      .filter(({ kind }) => kind === 'default' || kind === 'generated')
      .map(({ text }) => text)
      .join(' '),
    sql: [type, ...own.map(({ text }) => withoutLabel(text))].filter(Boolean).join(' '),
  }
}

const apart: readonly PartModel['kind'][] = ['index', 'trigger']
const isApart = ({ kind }: PartModel): boolean => apart.includes(kind)
const ordered = (parts: readonly PartModel[]): PartModel[] =>
  apart.flatMap((kind) => parts.filter((part) => part.kind === kind))

function script(diff: SchemaDiff): ScriptStatement[] {
  const views = viewsAround(diff, rules)
  return [
    ...views.drop.map(({ name }) => statement(`DROP VIEW ${quote(name)}`, name)),
    ...renameStatements(diff, quote),
    ...diff.dropped.map(({ name }) => statement(`DROP TABLE ${quote(name)}`, name, 'losesData')),
    ...diff.created.flatMap((table) => [
      statement(table.sql, table.name),
      ...ordered(table.parts).map(({ sql }) => statement(sql, table.name)),
    ]),
    ...diff.changed.flatMap(changeTable),
    ...views.create.map(({ name, sql }: NamedSql) => statement(sql, name)),
  ]
}

function changeTable(change: TableChange): ScriptStatement[] {
  const { to, added, partsAdded, partsDropped } = change
  const target = parsed(to.sql)
  if (target === undefined)
    return [statement(`DROP TABLE ${quote(to.name)}`, to.name, 'losesData'), statement(to.sql, to.name)]
  const lines = added.map((column) => target.columns.find(({ name }) => sameName(name, column.name)))
  if (!isSimple(change, lines)) return rebuild(change, target)
  return [
    ...ordered(partsDropped)
      .toReversed()
      .map(({ kind, name }) => statement(`DROP ${kind.toUpperCase()} ${quote(name)}`, to.name)),
    ...lines.flatMap((column) =>
      column === undefined ? [] : [statement(`ALTER TABLE ${quote(to.name)} ADD COLUMN ${lineOf(column)}`, to.name)],
    ),
    ...ordered(partsAdded).map((part) =>
      statement(part.sql, to.name, /^CREATE\s+UNIQUE/i.test(part.sql) ? 'mayFail' : null),
    ),
  ]
}

const lineOf = ({ nameText, type, clauses }: ColumnText): string =>
  [nameText, type, ...clauses.map(({ text }) => text)].filter(Boolean).join(' ')

/** True if ALTER TABLE can do it. https://sqlite.org/lang_altertable.html#alter_table_add_column */
function isSimple(
  { dropped, changed, options, partsAdded, partsDropped }: TableChange,
  lines: readonly (ColumnText | undefined)[],
): boolean {
  if (options || dropped.length + changed.length > 0 || !partsDropped.every(isApart)) return false
  const own = lines.flatMap((line) => line?.clauses ?? [])
  const isOwn = own.filter(({ kind }) => kind === 'check' || kind === 'references').length
  if (partsAdded.filter((part) => !isApart(part)).length !== isOwn) return false
  return lines.every((line) =>
    (line?.clauses ?? []).every(({ kind, text }, _, clauses) => {
      if (kind === 'primaryKey' || kind === 'unique') return false
      if (kind === 'notNull') return clauses.some((other) => other.kind === 'default')
      if (kind === 'generated') return !/STORED\s*$/i.test(text)
      // An expression isn't the same for every row.
      return kind !== 'default' || !/\(|CURRENT_/i.test(text)
    }),
  )
}

function rebuild({ from, to, dropped, changed, added, partsAdded }: TableChange, target: TableText): ScriptStatement[] {
  const generated = (column: ColumnModel): boolean => /\bGENERATED\b|\bAS\s*\(/i.test(column.value)
  const copied = to.columns.filter(
    (column) => !generated(column) && from.columns.some((old) => sameName(old.name, column.name) && !generated(old)),
  )
  const keepsRows = [from, to].every(
    ({ columns, options }) =>
      !options.includes('WITHOUT ROWID') &&
      !columns.some(({ name, sql }) => /^INTEGER\s+.*PRIMARY KEY/i.test(sql) || /^(rowid|_rowid_|oid)$/i.test(name)),
  )
  const loses = dropped.some((column) => !generated(column)) || changed.some((each) => each.from.type !== each.to.type)
  const mayFail =
    added.some(({ notNull, value }) => notNull && value === '') ||
    changed.some((each) => each.to.notNull && !each.from.notNull) ||
    partsAdded.some((part) => part.kind !== 'index' && part.kind !== 'trigger')
  const parts = ordered(to.parts)
  const steps = rebuildSteps(
    {
      name: to.name,
      indexes: parts.filter(({ kind }) => kind === 'index'),
      triggers: parts.filter(({ kind }) => kind === 'trigger'),
    },
    writeTableText(quote(to.name), target),
    copied.map(({ name }) => ({ from: name, to: name })),
    {
      rowId: keepsRows ? 'rowid' : null,
      newRowId: keepsRows ? 'rowid' : null,
      autoIncrement: [from, to].every(({ columns }) => columns.some(({ sql }) => /\bAUTOINCREMENT\b/i.test(sql))),
    },
  )
  return steps.map(({ sql }) => {
    const danger = sql.startsWith('DROP TABLE main.')
      ? loses
        ? 'losesData'
        : null
      : sql.startsWith('INSERT INTO main.') && mayFail
        ? 'mayFail'
        : null
    return statement(sql, to.name, danger)
  })
}

const rules = { fold: foldName, syntax: capabilities.syntax }

/** Schemas of SQLite as data. https://sqlite.org/schematab.html */
export const models: SchemaModels = {
  ...rules,
  read,
  script,
}
