import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { NativeTable } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { quote } from './literals'

/** Facts of the catalogue about a table that changes and about its dependents, beyond its description. */
export interface TableFacts {
  readonly native: NativeTable
  /** Changes with every column. A plan is valid for one fingerprint. */
  readonly fingerprint: string
  /** Defaults are named constraints. */
  readonly defaults: readonly Part[]
  /** CHECK rules, by each column that they use. */
  readonly checks: readonly Part[]
  readonly foreignKeys: readonly Part[]
  /** Computed columns, by each column that they use. */
  readonly computed: readonly Part[]
  /** Views that mention the table, with their text. */
  readonly views: readonly { readonly name: string; readonly text: string }[]
  readonly indexes: readonly IndexFacts[]
  /** Collations that differ from the database's. */
  readonly collations: readonly Part[]
  /** Tables with foreign keys to this one, by each referenced column. */
  readonly referring: readonly Part[]
}

export interface Part {
  readonly name: string
  readonly column: string
  readonly text: string
}

export interface IndexFacts {
  readonly name: string
  readonly unique: boolean
  /** True for an index of a constraint. */
  readonly isConstraint: boolean
  readonly isKey: boolean
  /** True for the clustered index, which orders the stored rows. */
  readonly isClustered: boolean
  /** True for columnstore, XML and spatial indexes, which Basalt can't recreate. */
  readonly isSpecial: boolean
  readonly filter: string | null
  readonly columns: readonly { readonly name: string; readonly descending: boolean; readonly included: boolean }[]
}

const fingerprintSql = `(SELECT CONCAT(COUNT(*), '.', SUM(CAST(CHECKSUM(c.column_id, c.name, c.user_type_id, c.max_length, c.precision, c.scale, c.is_nullable, c.default_object_id) AS bigint)))
  FROM sys.columns AS c WHERE c.object_id = OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1)))`

/** Checks access to the dependency catalogue, which only owners may read. An older view serves other users. */
const readsDependenciesSql = `SELECT HAS_PERMS_BY_NAME('sys.sql_expression_dependencies', 'OBJECT', 'SELECT')`
const dependenciesSql = (isOwner: boolean): string =>
  isOwner
    ? 'SELECT d.referencing_id FROM sys.sql_expression_dependencies AS d WHERE d.referenced_id = @id'
    : 'SELECT d.object_id FROM sys.sql_dependencies AS d WHERE d.referenced_major_id = @id'

/** The server writes checks and computed columns with bracketed names. */
const factsSql = (isOwner: boolean): string => `
  DECLARE @id int = OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1));
  SELECT 'fingerprint' AS kind, CONVERT(nvarchar(128), '') AS name, CONVERT(nvarchar(128), '') AS part, ${fingerprintSql} AS text
  UNION ALL
  SELECT 'default', d.name, c.name, d.definition COLLATE DATABASE_DEFAULT
  FROM sys.default_constraints AS d JOIN sys.columns AS c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id
  WHERE d.parent_object_id = @id
  UNION ALL
  SELECT 'check', k.name, c.name, k.definition COLLATE DATABASE_DEFAULT
  FROM sys.check_constraints AS k
  JOIN sys.columns AS c ON c.object_id = k.parent_object_id AND CHARINDEX(QUOTENAME(c.name), k.definition) > 0
  WHERE k.parent_object_id = @id
  UNION ALL
  SELECT 'foreignKey', f.name, c.name, OBJECT_NAME(f.referenced_object_id) COLLATE DATABASE_DEFAULT
  FROM sys.foreign_keys AS f
  JOIN sys.foreign_key_columns AS x ON x.constraint_object_id = f.object_id
  JOIN sys.columns AS c ON c.object_id = x.parent_object_id AND c.column_id = x.parent_column_id
  WHERE f.parent_object_id = @id
  UNION ALL
  SELECT 'referring', OBJECT_NAME(f.parent_object_id), c.name, f.name COLLATE DATABASE_DEFAULT
  FROM sys.foreign_keys AS f
  JOIN sys.foreign_key_columns AS x ON x.constraint_object_id = f.object_id
  JOIN sys.columns AS c ON c.object_id = x.referenced_object_id AND c.column_id = x.referenced_column_id
  WHERE f.referenced_object_id = @id
  UNION ALL
  SELECT 'computed', own.name, c.name, ''
  FROM sys.computed_columns AS own
  JOIN sys.columns AS c ON c.object_id = own.object_id AND c.column_id <> own.column_id AND CHARINDEX(QUOTENAME(c.name), own.definition) > 0
  WHERE own.object_id = @id
  UNION ALL
  SELECT 'collation', c.name, c.name, c.collation_name COLLATE DATABASE_DEFAULT
  FROM sys.columns AS c
  WHERE c.object_id = @id AND c.collation_name <> CONVERT(nvarchar(128), DATABASEPROPERTYEX(DB_NAME(), 'Collation'))
  UNION ALL
  SELECT DISTINCT 'view', v.name, '', m.definition COLLATE DATABASE_DEFAULT
  FROM sys.views AS v
  JOIN sys.sql_modules AS m ON m.object_id = v.object_id
  WHERE v.object_id IN (${dependenciesSql(isOwner)})`

const indexesSql = `
  SELECT i.name, i.is_unique, CASE WHEN i.is_primary_key = 1 OR i.is_unique_constraint = 1 THEN 1 ELSE 0 END, i.is_primary_key,
    i.filter_definition, c.name, x.is_descending_key, x.is_included_column, i.type
  FROM sys.indexes AS i
  JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id
  JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id = OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1)) AND i.type > 0
  ORDER BY i.index_id, x.is_included_column, x.key_ordinal`

/** @throws AppError TABLE_NOT_FOUND; TABLE_READ_ONLY for views */
export async function readTableFacts(database: Database, name: string): Promise<TableFacts> {
  const native = await database.dialect.introspect.describeTable(database, name)
  if (native === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  if (native.type === 'view') throw new AppError('TABLE_READ_ONLY', { table: name })
  const [permission] = await database.read({ sql: readsDependenciesSql, params: [] })
  const [rows, indexRows] = await Promise.all([
    database.read({ sql: factsSql(Number(permission?.[0]) === 1), params: [native.name] }),
    database.read({ sql: indexesSql, params: [native.name] }),
  ])
  const all = rows.map(([kind, part, column, text]) => ({
    kind: String(kind),
    name: String(part),
    column: String(column),
    text: String(text ?? ''),
  }))
  const of = (kind: string): Part[] => all.filter((fact) => fact.kind === kind)
  const indexes = new Map<string, { -readonly [K in keyof IndexFacts]: IndexFacts[K] }>()
  for (const [index, unique, isConstraint, isKey, filter, column, descending, included, type] of indexRows) {
    const known = indexes.get(String(index)) ?? {
      name: String(index),
      unique: unique === true,
      isConstraint: Number(isConstraint) === 1,
      isKey: isKey === true,
      isClustered: Number(type) === 1,
      isSpecial: Number(type ?? 2) > 2,
      filter: filter === null || filter === undefined ? null : String(filter),
      columns: [],
    }
    known.columns = [
      ...known.columns,
      { name: String(column), descending: descending === true, included: included === true },
    ]
    indexes.set(String(index), known)
  }
  return {
    native,
    fingerprint: of('fingerprint')[0]?.text ?? '',
    defaults: of('default'),
    checks: of('check'),
    foreignKeys: of('foreignKey'),
    computed: of('computed'),
    collations: of('collation'),
    views: of('view'),
    referring: of('referring'),
    indexes: [...indexes.values()],
  }
}

/** Returns the statements that recreate an index. */
export function indexSql(table: string, index: IndexFacts): string {
  const keys = index.columns.filter(({ included }) => !included)
  const names = keys.map(({ name, descending }) => quote(name) + (descending ? ' DESC' : '')).join(', ')
  if (index.isConstraint)
    return `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(index.name)} ${index.isKey ? 'PRIMARY KEY' : 'UNIQUE'}${
      index.isKey === index.isClustered ? '' : index.isClustered ? ' CLUSTERED' : ' NONCLUSTERED'
    } (${names})`
  const included = index.columns.filter((column) => column.included).map(({ name }) => quote(name))
  return [
    `CREATE ${index.unique ? 'UNIQUE ' : ''}${index.isClustered ? 'CLUSTERED ' : ''}INDEX ${quote(index.name)} ON ${quote(table)} (${names})`,
    included.length === 0 ? '' : `INCLUDE (${included.join(', ')})`,
    index.filter === null ? '' : `WHERE ${index.filter}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const dropIndexSql = (table: string, { name, isConstraint }: IndexFacts): string =>
  isConstraint
    ? `ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`
    : `DROP INDEX ${quote(name)} ON ${quote(table)}`

/** Returns the first steps of a change: they lock the table and check that it is unchanged since planning. */
export function lockSteps({ native, fingerprint }: TableFacts): Step[] {
  return [
    { sql: `SELECT TOP (1) 1 FROM ${quote(native.name)} WITH (TABLOCKX, HOLDLOCK)`, params: [] },
    {
      sql: `SELECT 1 WHERE ${fingerprintSql} = @p2`,
      params: [native.name, fingerprint],
      returns: true,
      expectRows: 1,
    },
  ]
}
