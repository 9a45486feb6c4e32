import type { StoredValue } from '@common/columns/column-type'
import type { ForeignKey, Index } from '@common/model'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { Introspection, NativeColumn, NativeTable, TableOutline, TableReference } from '@main/db/dialect'
import { outlinesOf } from '../outline'

/**
 * Reads the first schema of the connection's search path, `public` by default.
 * https://www.postgresql.org/docs/current/catalogs.html
 */
export const introspect: Introspection = { listTables, describeTable, listReferences, listOutlines }

/** Number of the schema; no row if it doesn't exist. */
export const schemaOid = '(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = pg_catalog.current_schema())'

/**
 * Tables, partitioned tables without their partitions, foreign tables, views and materialized views. Excludes internal
 * tables of extensions and tables that this user can't read.
 */
const isListed = `c.relnamespace = ${schemaOid} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS x WHERE x.classid = 'pg_catalog.pg_class'::regclass AND x.objid = c.oid AND x.deptype = 'e')
  AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`

const isView = (kind: StoredValue | undefined): boolean => kind === 'v' || kind === 'm'

async function listTables(database: Database): Promise<{ name: string; type: 'table' | 'view' }[]> {
  const rows = await database.read({
    sql: `SELECT c.relname, c.relkind FROM pg_catalog.pg_class AS c WHERE ${isListed} ORDER BY lower(c.relname), c.relname`,
    params: [],
  })
  return rows
    .map(([name, kind]) => ({ name: String(name), type: isView(kind) ? ('view' as const) : ('table' as const) }))
    .filter(({ name }) => !isReservedTableName(name))
}

async function describeTable(database: Database, name: string): Promise<NativeTable | undefined> {
  if (isReservedTableName(name)) return undefined
  const [found] = await database.read({
    sql: `SELECT c.oid, c.relkind, ${redirectsSql}, ${childrenSql} FROM pg_catalog.pg_class AS c WHERE ${isListed} AND c.relname = $1`,
    params: [name],
  })
  if (found === undefined) return undefined
  const [oid = null, kind, redirects, children] = found
  const [columns, references, indexes] = await Promise.all([
    readColumns(database, oid),
    isView(kind) ? [] : readReferences(database, oid),
    isView(kind) ? [] : readIndexes(database, oid),
  ])
  return {
    name,
    type: isView(kind) ? 'view' : 'table',
    columns,
    foreignKeys: references.map(({ foreignKey }) => foreignKey),
    indexes,
    rowId: null,
    ...storageOf(redirects === true, nameList(children)),
  }
}

/** Finds rules ON INSERT, and triggers that could redirect new rows to child tables, as in old-style partitioning. */
const redirectsSql = `(EXISTS (SELECT 1 FROM pg_catalog.pg_rewrite AS r WHERE r.ev_class = c.oid AND r.ev_type = '3')
  OR c.relkind = 'r' AND c.relhassubclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_trigger AS t
    WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgtype & 7 = 7))`

/** Lists inheriting tables. Excludes partitions, which the server fills itself. */
const childrenSql = `CASE WHEN c.relkind = 'r' AND c.relhassubclass THEN (
  WITH RECURSIVE child AS (
    SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i WHERE i.inhparent = c.oid
    UNION SELECT i.inhrelid FROM child JOIN pg_catalog.pg_inherits AS i ON i.inhparent = child.inhrelid
  )
  SELECT json_agg(k.relname ORDER BY k.oid) FROM child JOIN pg_catalog.pg_class AS k ON k.oid = child.inhrelid
  WHERE k.relnamespace = c.relnamespace) END`

function storageOf(redirects: boolean, children: readonly string[]): Pick<NativeTable, 'storage'> {
  if (!redirects && children.length === 0) return {}
  return { storage: { ...(redirects && { redirects }), ...(children.length > 0 && { children }) } }
}

async function listReferences(database: Database): Promise<TableReference[]> {
  return (await readReferences(database, null)).filter(({ table }) => !isReservedTableName(table))
}

async function listOutlines(database: Database): Promise<TableOutline[]> {
  const [listed, rows] = await Promise.all([
    listTables(database),
    database.read({
      sql: `SELECT c.relname, c.oid::text, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
              coalesce(array_position(k.conkey, a.attnum), 0), a.attnum::text
            FROM pg_catalog.pg_class AS c
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_catalog.pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'p'
            WHERE ${isListed} ORDER BY c.oid, a.attnum`,
      params: [],
    }),
  ])
  return outlinesOf(listed, rows)
}

/** A domain is resolved to its base type, with its default and NOT NULL unless the column has its own. */
const columnsSql = `
  SELECT a.attname, pg_catalog.format_type(coalesce(base.oid, a.atttypid), coalesce(base.typmod, a.atttypmod)),
    a.attnotnull OR coalesce(base.not_null, false), coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), base.default_text),
    coalesce(array_position(k.conkey, a.attnum), 0), a.attidentity, a.attgenerated,
    (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum AS e
     WHERE e.enumtypid = coalesce(base.oid, a.atttypid)),
    pg_catalog.col_description(a.attrelid, a.attnum)
  FROM pg_catalog.pg_attribute AS a
  LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_catalog.pg_constraint AS k ON k.conrelid = a.attrelid AND k.contype = 'p'
  LEFT JOIN LATERAL (
    WITH RECURSIVE domains AS (
      SELECT t.typbasetype AS oid, t.typtypmod AS typmod, t.typnotnull AS not_null, t.typdefault AS default_text, 1 AS depth
      FROM pg_catalog.pg_type AS t WHERE t.oid = a.atttypid AND t.typtype = 'd'
      UNION ALL
      SELECT t.typbasetype, CASE WHEN t.typtypmod = -1 THEN domains.typmod ELSE t.typtypmod END,
        domains.not_null OR t.typnotnull, coalesce(domains.default_text, t.typdefault), domains.depth + 1
      FROM domains JOIN pg_catalog.pg_type AS t ON t.oid = domains.oid AND t.typtype = 'd'
    )
    SELECT * FROM domains ORDER BY depth DESC LIMIT 1
  ) AS base ON true
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`

async function readColumns(database: Database, oid: StoredValue): Promise<NativeColumn[]> {
  const rows = await database.read({ sql: columnsSql, params: [oid] })
  return rows.map(nativeColumn)
}

function nativeColumn(row: readonly StoredValue[]): NativeColumn {
  const [name, type, notNull, defaultText, keyPosition, identity, generated, labels, comment] = row
  const isGenerated = generated !== ''
  const isCounted = identity !== '' || String(defaultText ?? '').startsWith("nextval('")
  return {
    name: String(name),
    nativeType: String(type),
    notNull: notNull === true,
    defaultValue: isGenerated || isCounted || defaultText === null ? null : plainDefault(String(defaultText)),
    keyPosition: Number(keyPosition),
    autoIncrement: isCounted && !isGenerated,
    // GENERATED ALWAYS AS IDENTITY rejects values too.
    generated: isGenerated || identity === 'a',
    ...(typeof labels === 'string' ? { choices: JSON.parse(labels) as string[] } : {}),
    ...(typeof comment === 'string' && comment !== '' ? { comment } : {}),
  }
}

/** The server appends the type to every literal: `'open'::character varying`. */
export function plainDefault(sql: string): string {
  const literal = /^('(?:[^']|'')*')::[\w\s".,()]+$/.exec(sql)?.[1]
  return literal ?? sql
}

/** Foreign keys within the schema, without the copies that partitions inherit. */
const referencesSql = `
  SELECT child.relname, f.conname, parent.relname, f.confupdtype, f.confdeltype,
    (SELECT json_agg(a.attname ORDER BY n.at) FROM unnest(f.conkey) WITH ORDINALITY AS n(number, at)
     JOIN pg_catalog.pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = n.number),
    (SELECT json_agg(a.attname ORDER BY n.at) FROM unnest(f.confkey) WITH ORDINALITY AS n(number, at)
     JOIN pg_catalog.pg_attribute AS a ON a.attrelid = f.confrelid AND a.attnum = n.number)
  FROM pg_catalog.pg_constraint AS f
  JOIN pg_catalog.pg_class AS child ON child.oid = f.conrelid
  JOIN pg_catalog.pg_class AS parent ON parent.oid = f.confrelid
  WHERE f.contype = 'f' AND f.conparentid = 0 AND child.relnamespace = ${schemaOid} AND parent.relnamespace = child.relnamespace
    AND ($1::oid IS NULL OR f.conrelid = $1::oid)
  ORDER BY child.relname, f.oid`

const actions: Readonly<Record<string, string>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
}

async function readReferences(database: Database, oid: StoredValue): Promise<TableReference[]> {
  const rows = await database.read({ sql: referencesSql, params: [oid] })
  return rows.map(([table, , referencedTable, onUpdate, onDelete, columns, referencedColumns]) => {
    const foreignKey: ForeignKey = {
      columns: nameList(columns),
      referencedTable: String(referencedTable),
      referencedColumns: nameList(referencedColumns),
      onDelete: actions[String(onDelete)] ?? 'NO ACTION',
      onUpdate: actions[String(onUpdate)] ?? 'NO ACTION',
    }
    return { table: String(table), foreignKey }
  })
}

/** Excludes INCLUDE columns; expressions have no name; partial indexes don't cover all rows. */
const indexesSql = `
  SELECT x.relname, i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL,
    (SELECT json_agg(a.attname ORDER BY n.at) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS n(number, at)
     JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = n.number
     WHERE n.at <= i.indnkeyatts AND n.number > 0)
  FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
  WHERE i.indrelid = $1 AND i.indislive
  ORDER BY x.oid`

async function readIndexes(database: Database, oid: StoredValue): Promise<Index[]> {
  const rows = await database.read({ sql: indexesSql, params: [oid] })
  return rows.map(([name, unique, columns]) => ({
    name: String(name),
    unique: unique === true,
    columns: nameList(columns),
  }))
}

/** Names are selected as JSON, because array literals need parsing. */
function nameList(json: StoredValue | undefined): string[] {
  return typeof json === 'string' ? (JSON.parse(json) as string[]) : []
}
