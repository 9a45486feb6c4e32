import { postgres as capabilities } from '@common/dialects'
import type { ScriptStatement } from '@common/schema-script'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { SchemaModels, TableChange } from '@main/db/schema-diff'
import {
  mentionsName,
  type ColumnModel,
  type NamedSql,
  type PartModel,
  type SchemaModel,
  type TableModel,
} from '@main/db/schema-model'
import { alterScript, statement, type AlterWriter } from '@main/db/schema-script'
import { schemaOid } from './introspect'
import { quote, textLiteral } from './literals'

/** Facts of all tables, without partitions and tables of extensions. Pretty texts don't name the schema. */
const tablesSql = `
  SELECT c.relname, CASE c.relkind WHEN 'p' THEN 'PARTITION BY ' || pg_catalog.pg_get_partkeydef(c.oid) ELSE '' END,
    (SELECT json_agg(json_build_array(a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_catalog.pg_get_expr(d.adbin, d.adrelid, true), a.attidentity, a.attgenerated,
       CASE WHEN a.attcollation <> t.typcollation THEN l.collname END, pg_catalog.col_description(c.oid, a.attnum)) ORDER BY a.attnum)
     FROM pg_catalog.pg_attribute AS a
     JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
     LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     LEFT JOIN pg_catalog.pg_collation AS l ON l.oid = a.attcollation
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text,
    (SELECT json_agg(json_build_array(k.contype, k.conname, pg_catalog.pg_get_constraintdef(k.oid, true)) ORDER BY k.conname)
     FROM pg_catalog.pg_constraint AS k
     WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'f', 'x') AND k.conparentid = 0)::text,
    (SELECT json_agg(json_build_array(x.relname, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true)) ORDER BY x.relname)
     FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
     WHERE i.indrelid = c.oid AND NOT EXISTS (
       SELECT 1 FROM pg_catalog.pg_constraint AS k WHERE k.conindid = x.oid AND k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x')))::text,
    (SELECT json_agg(json_build_array(t.tgname, pg_catalog.pg_get_triggerdef(t.oid, true)) ORDER BY t.tgname)
     FROM pg_catalog.pg_trigger AS t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)::text
  FROM pg_catalog.pg_class AS c
  WHERE c.relnamespace = ${schemaOid} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS x WHERE x.classid = 'pg_catalog.pg_class'::regclass AND x.objid = c.oid AND x.deptype = 'e')
  ORDER BY c.relname`

const typesSql = `
  SELECT t.typname, (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum AS e WHERE e.enumtypid = t.oid)::text
  FROM pg_catalog.pg_type AS t WHERE t.typnamespace = ${schemaOid} AND t.typtype = 'e' ORDER BY t.typname`

type ColumnRow = readonly [string, string, boolean, string | null, string, string, string | null, string | null]
type ConstraintRow = readonly [string, string, string]

const partKinds: Readonly<Record<string, PartModel['kind']>> = {
  p: 'primaryKey',
  u: 'unique',
  c: 'check',
  f: 'foreignKey',
  x: 'check',
}

async function read(database: Database): Promise<SchemaModel> {
  const [tables, types, listed] = await Promise.all([
    database.read({ sql: tablesSql, params: [] }),
    database.read({ sql: typesSql, params: [] }),
    database.dialect.introspect.listTables(database),
  ])
  const views = await Promise.all(
    listed
      .filter(({ type }) => type === 'view')
      .map(async ({ name }) => ({ name, sql: await database.dialect.objects.viewDefinition(database, name) })),
  )
  return {
    types: types.map(([name, labels]) => ({
      name: String(name),
      sql: `CREATE TYPE ${quote(String(name))} AS ENUM (${listOf<string>(labels).map(textLiteral).join(', ')})`,
    })),
    tables: tables
      .filter(([name]) => !isReservedTableName(String(name)))
      .map(([name, options, columns, constraints, indexes, triggers]) =>
        tableModel(
          String(name),
          String(options),
          listOf<ColumnRow>(columns),
          listOf<ConstraintRow>(constraints),
          listOf<readonly [string, string]>(indexes),
          listOf<readonly [string, string]>(triggers),
        ),
      ),
    views: views.flatMap(({ name, sql }) => (sql === undefined ? [] : [{ name, sql }])),
  }
}

const listOf = <T>(json: unknown): T[] => (typeof json === 'string' ? (JSON.parse(json) as T[]) : [])

function tableModel(
  name: string,
  options: string,
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
  indexes: readonly (readonly [string, string])[],
  triggers: readonly (readonly [string, string])[],
): TableModel {
  return {
    name,
    sql: '',
    columns: columns.map(columnModel),
    parts: [
      ...constraints.map(([type, constraint, sql]) => ({ kind: partKinds[type] ?? 'check', name: constraint, sql })),
      ...indexes.map(([index, sql]) => ({ kind: 'index' as const, name: index, sql })),
      ...triggers.map(([trigger, sql]) => ({ kind: 'trigger' as const, name: trigger, sql })),
      ...columns.flatMap(([column, , , , , , , comment]) =>
        comment === null ? [] : [{ kind: 'comment' as const, name: column, sql: textLiteral(comment) }],
      ),
    ],
    options,
  }
}

/** The sequence of a `serial` belongs to its table, so an identity stands for it. */
function columnModel([name, type, notNull, defaultText, identity, generated, collation]: ColumnRow): ColumnModel {
  const isCounted = identity !== '' || (defaultText ?? '').startsWith("nextval('")
  const value =
    generated !== ''
      ? `GENERATED ALWAYS AS (${defaultText ?? ''}) STORED`
      : isCounted
        ? `GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`
        : defaultText === null
          ? ''
          : `DEFAULT ${defaultText}`
  const full = collation === null ? type : `${type} COLLATE ${quote(collation)}`
  return { name, type: full, notNull, value, sql: [full, notNull ? 'NOT NULL' : '', value].filter(Boolean).join(' ') }
}

const isApart = ({ kind }: PartModel): boolean => kind === 'index' || kind === 'trigger' || kind === 'comment'

function addPart(table: string, { kind, name, sql }: PartModel): string {
  if (kind === 'comment') return `COMMENT ON COLUMN ${quote(table)}.${quote(name)} IS ${sql}`
  return kind === 'index' || kind === 'trigger'
    ? sql
    : `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${sql}`
}

function dropPart(table: string, { kind, name }: PartModel): string {
  if (kind === 'comment') return `COMMENT ON COLUMN ${quote(table)}.${quote(name)} IS NULL`
  if (kind === 'index') return `DROP INDEX ${quote(name)}`
  if (kind === 'trigger') return `DROP TRIGGER ${quote(name)} ON ${quote(table)}`
  return `ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`
}

function createTable({ name, columns, parts, options }: TableModel): string {
  const lines = [
    ...columns.map((column) => `${quote(column.name)} ${column.sql}`),
    ...parts
      .filter((part) => !isApart(part) && part.kind !== 'foreignKey')
      .map((part) => `CONSTRAINT ${quote(part.name)} ${part.sql}`),
  ]
  return `CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n)${options === '' ? '' : ` ${options}`}`
}

const isIdentity = ({ value }: ColumnModel): boolean => value.endsWith('AS IDENTITY')
const isGenerated = (column: ColumnModel): boolean => column.value.startsWith('GENERATED') && !isIdentity(column)

/** Changes a column that isn't generated. */
function alterColumn(table: string, from: ColumnModel, to: ColumnModel): ScriptStatement[] {
  const column = `ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(to.name)}`
  const retyped = from.type !== to.type
  const revalued = from.value !== to.value || (retyped && from.value !== '')
  const statements: ScriptStatement[] = []
  if (revalued && from.value !== '')
    statements.push(statement(`${column} ${isIdentity(from) ? 'DROP IDENTITY IF EXISTS' : 'DROP DEFAULT'}`, table))
  if (retyped)
    statements.push(statement(`${column} TYPE ${to.type} USING ${quote(to.name)}::${to.type}`, table, 'losesData'))
  if (to.notNull && !from.notNull) statements.push(statement(`${column} SET NOT NULL`, table, 'mayFail'))
  if (revalued && to.value !== '')
    statements.push(statement(`${column} ${isIdentity(to) ? `ADD ${to.value}` : `SET ${to.value}`}`, table))
  if (!to.notNull && from.notNull) statements.push(statement(`${column} DROP NOT NULL`, table))
  return statements
}

function alter({ from, to, added, dropped, changed, partsAdded, partsDropped }: TableChange): ScriptStatement[] {
  const { name } = to
  const lost = new Set(dropped.map((column) => column.name))
  const retyped = changed.filter((change) => change.from.type !== change.to.type).map((change) => change.from.name)
  // Generated columns can't change, and forbid changes of what they are computed from.
  const again = from.columns.flatMap((column) => {
    const target = to.columns.find((other) => other.name === column.name)
    if (target === undefined || !(isGenerated(column) || isGenerated(target))) return []
    const isChanged = changed.some((change) => change.from === column)
    return isChanged || retyped.some((other) => mentionsName(column.value, other, rules))
      ? [{ from: column, to: target }]
      : []
  })
  const drops = [...dropped.filter(isGenerated), ...again.map((change) => change.from), ...dropped]
  return [
    // The comment of a column goes with it.
    ...partsDropped
      .filter((part) => part.kind !== 'comment' || !lost.has(part.name))
      .map((part) => statement(dropPart(from.name, part), name)),
    ...[...new Set(drops)].map((column) =>
      statement(`ALTER TABLE ${quote(name)} DROP COLUMN ${quote(column.name)}`, name, 'losesData'),
    ),
    ...changed
      .filter((change) => !again.some((other) => other.to === change.to))
      .flatMap((change) => alterColumn(name, change.from, change.to)),
    ...plainFirst([...added, ...again.map((change) => change.to)]).map((column) =>
      statement(
        `ALTER TABLE ${quote(name)} ADD COLUMN ${quote(column.name)} ${column.sql}`,
        name,
        column.notNull && column.value === '' ? 'mayFail' : null,
      ),
    ),
    ...partsAdded.map((part) =>
      statement(addPart(name, part), name, part.kind === 'comment' || !rejectsRows(part) ? null : 'mayFail'),
    ),
  ]
}

const plainFirst = (columns: readonly ColumnModel[]): ColumnModel[] => [
  ...columns.filter((column) => !isGenerated(column)),
  ...columns.filter(isGenerated),
]

const rejectsRows = ({ kind, sql }: PartModel): boolean => kind !== 'index' || /^CREATE UNIQUE/i.test(sql)

/** The new type takes the place of the old one in every column. */
function changeType({ from, to }: { readonly from: NamedSql; readonly to: NamedSql }, diff: { to: SchemaModel }) {
  const aside = `${from.name}~former`
  const users = diff.to.tables.flatMap((table) =>
    table.columns
      .filter(({ type }) => type === to.name || type === quote(to.name))
      .map((column) => ({ table, column })),
  )
  return [
    statement(`ALTER TYPE ${quote(from.name)} RENAME TO ${quote(aside)}`, to.name),
    statement(to.sql, to.name),
    ...users.flatMap(({ table, column }) => {
      const start = `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${quote(column.name)}`
      return [
        ...(column.value === '' ? [] : [statement(`${start} DROP DEFAULT`, table.name)]),
        statement(
          `${start} TYPE ${quote(to.name)} USING ${quote(column.name)}::text::${quote(to.name)}`,
          table.name,
          'mayFail',
        ),
        ...(column.value === '' ? [] : [statement(`${start} SET ${column.value}`, table.name)]),
      ]
    }),
    statement(`DROP TYPE ${quote(aside)}`, to.name),
  ]
}

const rules = { fold: (name: string): string => name, syntax: capabilities.syntax }

const writer: AlterWriter = {
  ...rules,
  quote,
  createTable,
  isApart,
  addPart,
  dropPart,
  alter,
  changeType,
  dropType: (name) => `DROP TYPE ${quote(name)}`,
}

/** Schemas of PostgreSQL as data. https://www.postgresql.org/docs/current/functions-info.html */
export const models: SchemaModels = {
  ...rules,
  read,
  script: (diff) => alterScript(diff, writer),
}
