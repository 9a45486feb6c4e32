import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { Step } from '@main/db/statement'
import { schemaOid } from './introspect'
import { quote } from './literals'

/** Facts of the catalogue about a table that changes and about its dependents. */
export interface TableFacts {
  readonly oid: number
  readonly name: string
  /** Changes with every column. A plan is valid for one fingerprint. */
  readonly fingerprint: string
  readonly columns: readonly ColumnFacts[]
  readonly constraints: readonly ConstraintFacts[]
  /** Includes indexes of constraints. */
  readonly indexes: readonly IndexFacts[]
  readonly triggers: readonly { readonly name: string; readonly definition: string; readonly enabled: boolean }[]
  /**
   * Views, rules, column triggers, policies and computed columns, with the column they need; null for the whole table.
   */
  readonly users: readonly { readonly column: string | null; readonly name: string }[]
  /** Foreign keys that reference this table, including its own. */
  readonly referring: readonly { readonly table: string; readonly own: boolean; readonly columns: readonly string[] }[]
  /** PARTITION BY of a partitioned table. */
  readonly partitionKey: string | null
}

export interface ColumnFacts {
  readonly name: string
  /** As declared; a domain by its name. */
  readonly type: string
  readonly notNull: boolean
  readonly defaultText: string | null
  readonly identity: '' | 'a' | 'd'
  readonly generated: boolean
}

export interface ConstraintFacts {
  readonly name: string
  /** p: key, u: unique, c: check, f: foreign key, x: exclusion. */
  readonly type: 'p' | 'u' | 'c' | 'f' | 'x'
  readonly columns: readonly string[]
  readonly definition: string
  readonly referencedTable: string | null
}

export interface IndexFacts {
  readonly name: string
  readonly unique: boolean
  /** True if it covers whole columns and all rows. */
  readonly plain: boolean
  /** All columns it uses, including those in expressions and conditions. */
  readonly columns: readonly string[]
  readonly definition: string
  readonly constraint: string | null
  /** True if a foreign key needs it. */
  readonly needed: boolean
}

/** Hash of settings, types and order of a table's columns. */
const fingerprintSql = `(
  SELECT md5(string_agg(concat_ws(' ', a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated,
    pg_catalog.pg_get_expr(d.adbin, d.adrelid)), ',' ORDER BY a.attnum))
  FROM pg_catalog.pg_attribute AS a
  LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`

const columnNames = (numbers: string, relation: string): string =>
  `(SELECT coalesce(json_agg(a.attname ORDER BY n.at), '[]') FROM unnest(${numbers}) WITH ORDINALITY AS n(number, at)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ${relation} AND a.attnum = n.number)`

const list = (of: string, from: string, order: string): string =>
  `coalesce((SELECT json_agg(json_build_object(${of}) ORDER BY ${order}) FROM ${from}), '[]')`

const factsSql = `
  SELECT c.relkind, json_build_object(
    'oid', c.oid::int8, 'name', c.relname, 'fingerprint', ${fingerprintSql},
    'partitionKey', CASE c.relkind WHEN 'p' THEN pg_catalog.pg_get_partkeydef(c.oid) END,
    'columns', ${list(
      `'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
       'defaultText', pg_catalog.pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated <> ''`,
      `pg_catalog.pg_attribute AS a LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`,
      'a.attnum',
    )},
    'constraints', ${list(
      `'name', k.conname, 'type', k.contype, 'columns', ${columnNames('k.conkey', 'k.conrelid')},
       'definition', pg_catalog.pg_get_constraintdef(k.oid),
       'referencedTable', (SELECT r.relname FROM pg_catalog.pg_class AS r WHERE r.oid = k.confrelid)`,
      `pg_catalog.pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'f', 'x') AND k.conparentid = 0`,
      'k.oid',
    )},
    'indexes', ${list(
      `'name', x.relname, 'unique', i.indisunique, 'plain', i.indpred IS NULL AND i.indexprs IS NULL, 'definition', pg_catalog.pg_get_indexdef(i.indexrelid),
       'columns', (SELECT coalesce(json_agg(DISTINCT a.attname), '[]') FROM pg_catalog.pg_attribute AS a
         WHERE a.attrelid = c.oid AND (a.attnum = ANY (i.indkey::int2[]) OR EXISTS (
           SELECT 1 FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.oid
             AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum))),
       'constraint', (SELECT k.conname FROM pg_catalog.pg_constraint AS k WHERE k.conindid = x.oid AND k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x') LIMIT 1),
       'needed', EXISTS (SELECT 1 FROM pg_catalog.pg_constraint AS k WHERE k.conindid = x.oid AND k.contype = 'f')`,
      `pg_catalog.pg_index AS i JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid`,
      'x.oid',
    )},
    'triggers', ${list(
      `'name', t.tgname, 'definition', pg_catalog.pg_get_triggerdef(t.oid), 'enabled', t.tgenabled = 'O'`,
      `pg_catalog.pg_trigger AS t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal`,
      't.oid',
    )},
    'users', ${list(
      `'column', CASE WHEN d.refobjsubid > 0 THEN (SELECT a.attname FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum = d.refobjsubid) END,
       'name', coalesce(v.relname, t.tgname, p.polname, g.attname, own.attname)`,
      `pg_catalog.pg_depend AS d
       LEFT JOIN pg_catalog.pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
       LEFT JOIN pg_catalog.pg_class AS v ON v.oid = r.ev_class AND v.oid <> c.oid
       LEFT JOIN pg_catalog.pg_trigger AS t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid AND NOT t.tgisinternal AND d.refobjsubid > 0
       LEFT JOIN pg_catalog.pg_policy AS p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid AND d.refobjsubid > 0
       LEFT JOIN pg_catalog.pg_attrdef AS e ON d.classid = 'pg_attrdef'::regclass AND e.oid = d.objid AND e.adrelid = c.oid
       LEFT JOIN pg_catalog.pg_attribute AS g ON g.attrelid = e.adrelid AND g.attnum = e.adnum AND g.attgenerated <> '' AND g.attnum <> d.refobjsubid
       LEFT JOIN pg_catalog.pg_attribute AS own ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.objsubid > 0
         AND own.attrelid = c.oid AND own.attnum = d.objsubid AND own.attgenerated <> ''
       WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
         AND coalesce(v.relname, t.tgname, p.polname, g.attname, own.attname) IS NOT NULL`,
      'd.objid',
    )},
    'referring', ${list(
      `'table', r.relname, 'own', r.oid = c.oid, 'columns', ${columnNames('k.confkey', 'k.confrelid')}`,
      `pg_catalog.pg_constraint AS k JOIN pg_catalog.pg_class AS r ON r.oid = k.conrelid
       WHERE k.confrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0`,
      'k.oid',
    )}
  )
  FROM pg_catalog.pg_class AS c
  WHERE c.relnamespace = ${schemaOid} AND c.relname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`

/** @throws AppError TABLE_NOT_FOUND; TABLE_READ_ONLY for views and foreign tables */
export async function readTableFacts(database: Database, name: string): Promise<TableFacts> {
  const [row] = await database.read({ sql: factsSql, params: [name] })
  if (row === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  const [kind, facts] = row
  if (kind !== 'r' && kind !== 'p') throw new AppError('TABLE_READ_ONLY', { table: name })
  return JSON.parse(String(facts)) as TableFacts
}

/** Returns all names of tables, views, indexes and sequences in the schema. */
export async function takenNames(database: Database): Promise<Set<string>> {
  const rows = await database.read({
    sql: `SELECT relname FROM pg_catalog.pg_class WHERE relnamespace = ${schemaOid}`,
    params: [],
  })
  return new Set(rows.map(([name]) => String(name)))
}

/** How long a change waits for other users of the table, which wait behind it. */
const lockTimeoutMs = 5_000

/** Returns the first steps of a change: they lock the table and check that it is unchanged since planning. */
export function lockSteps({ oid, name, fingerprint }: TableFacts): Step[] {
  return [
    { sql: `SET LOCAL lock_timeout = ${lockTimeoutMs}`, params: [] },
    { sql: `LOCK TABLE ${quote(name)} IN ACCESS EXCLUSIVE MODE`, params: [] },
    {
      sql: `SELECT 1 FROM pg_catalog.pg_class AS c WHERE c.relnamespace = ${schemaOid} AND c.relname = $1 AND c.oid = $2 AND ${fingerprintSql} = $3`,
      params: [name, oid, fingerprint],
      returns: true,
      expectRows: 1,
    },
  ]
}
