import type { StoredValue } from '@common/columns/column-type'
import type { ForeignKey, Index } from '@common/model'
import { isReservedTableName } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { Introspection, NativeColumn, NativeTable, TableOutline, TableReference } from '@main/db/dialect'
import { outlinesOf } from '../outline'
import { typeText } from './types'

/**
 * Reads the user's default schema, usually `dbo`. Names in statements refer to it, and a session can't change it.
 * https://learn.microsoft.com/sql/relational-databases/system-catalog-views
 */
export const introspect: Introspection = { listTables, describeTable, listReferences, listOutlines }

async function listTables(database: Database): Promise<{ name: string; type: 'table' | 'view' }[]> {
  const rows = await database.read({
    sql: `SELECT o.name, RTRIM(o.type) FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID() AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0 ORDER BY LOWER(o.name), o.name`,
    params: [],
  })
  return rows
    .map(([name, type]) => ({ name: String(name), type: type === 'V' ? ('view' as const) : ('table' as const) }))
    .filter(({ name }) => !isReservedTableName(name))
}

async function describeTable(database: Database, wanted: string): Promise<NativeTable | undefined> {
  if (isReservedTableName(wanted)) return undefined
  const [found] = await database.read({
    sql: `SELECT o.object_id, o.name, RTRIM(o.type) FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID() AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND o.name = @p1`,
    params: [wanted],
  })
  if (found === undefined) return undefined
  const [id = null, name, type] = found
  const isView = type === 'V'
  const [columns, references, indexes] = await Promise.all([
    readColumns(database, id),
    isView ? [] : readReferences(database, id),
    isView ? [] : readIndexes(database, id),
  ])
  return {
    name: String(name),
    type: isView ? 'view' : 'table',
    columns,
    foreignKeys: references.map(({ foreignKey }) => foreignKey),
    indexes,
    rowId: null,
  }
}

async function listReferences(database: Database): Promise<TableReference[]> {
  return (await readReferences(database, null)).filter(({ table }) => !isReservedTableName(table))
}

/** A user-defined type is resolved to its base type. CLR types (geometry) have none. */
const columnsSql = `
  SELECT c.name, COALESCE(TYPE_NAME(NULLIF(c.system_type_id, 240)), TYPE_NAME(c.user_type_id)), c.max_length, c.precision, c.scale,
    c.is_nullable, d.definition, COALESCE(k.key_ordinal, 0), c.is_identity, c.is_computed, CAST(x.value AS nvarchar(4000))
  FROM sys.columns AS c
  LEFT JOIN sys.extended_properties AS x ON x.class = 1 AND x.major_id = c.object_id AND x.minor_id = c.column_id AND x.name = 'MS_Description'
  LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id
  LEFT JOIN sys.indexes AS i ON i.object_id = c.object_id AND i.is_primary_key = 1
  LEFT JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.column_id = c.column_id AND k.key_ordinal > 0
  WHERE c.object_id = @p1
  ORDER BY c.column_id`

async function listOutlines(database: Database): Promise<TableOutline[]> {
  const [listed, rows] = await Promise.all([listTables(database), database.read({ sql: outlinesSql, params: [] })])
  return outlinesOf(
    listed,
    rows.map(([table, identity, name, type, bytes, precision, scale, nullable, keyPosition, column]) => [
      table,
      identity,
      name,
      typeText(String(type), Number(bytes), Number(precision), Number(scale)),
      nullable === false,
      keyPosition,
      column,
    ]),
  )
}

const outlinesSql = `
  SELECT o.name, o.object_id, c.name, COALESCE(TYPE_NAME(NULLIF(c.system_type_id, 240)), TYPE_NAME(c.user_type_id)), c.max_length,
    c.precision, c.scale, c.is_nullable, COALESCE(k.key_ordinal, 0), c.column_id
  FROM sys.objects AS o
  JOIN sys.columns AS c ON c.object_id = o.object_id
  LEFT JOIN sys.indexes AS i ON i.object_id = c.object_id AND i.is_primary_key = 1
  LEFT JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.column_id = c.column_id AND k.key_ordinal > 0
  WHERE o.schema_id = SCHEMA_ID() AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0
  ORDER BY o.object_id, c.column_id`

async function readColumns(database: Database, id: StoredValue): Promise<NativeColumn[]> {
  const rows = await database.read({ sql: columnsSql, params: [id] })
  return rows.map(
    ([name, type, bytes, precision, scale, nullable, defaultText, keyPosition, identity, computed, comment]) => {
      const typeName = String(type)
      return {
        name: String(name),
        nativeType: typeText(typeName, Number(bytes), Number(precision), Number(scale)),
        notNull: nullable === false,
        defaultValue: defaultText === null || defaultText === undefined ? null : plainDefault(String(defaultText)),
        keyPosition: Number(keyPosition),
        autoIncrement: identity === true,
        // Only the server writes row versions.
        generated: computed === true || typeName === 'timestamp',
        ...(typeof comment === 'string' && comment !== '' ? { comment } : {}),
      }
    },
  )
}

/** Strips the brackets that the server adds around defaults, two pairs around numbers. */
export function plainDefault(sql: string): string {
  const inner = /^\((.*)\)$/s.exec(sql)?.[1]
  if (inner === undefined || !isBalanced(inner)) return sql
  return plainDefault(inner).replace(/^N(?='(?:[^']|'')*'$)/s, '')
}

function isBalanced(sql: string): boolean {
  let depth = 0
  for (const sign of sql.replace(/'(?:[^']|'')*'/g, '')) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

const referencesSql = `
  SELECT child.name, f.object_id, parent.name, f.update_referential_action_desc, f.delete_referential_action_desc, own.name, other.name
  FROM sys.foreign_keys AS f
  JOIN sys.objects AS child ON child.object_id = f.parent_object_id
  JOIN sys.objects AS parent ON parent.object_id = f.referenced_object_id
  JOIN sys.foreign_key_columns AS x ON x.constraint_object_id = f.object_id
  JOIN sys.columns AS own ON own.object_id = x.parent_object_id AND own.column_id = x.parent_column_id
  JOIN sys.columns AS other ON other.object_id = x.referenced_object_id AND other.column_id = x.referenced_column_id
  WHERE child.schema_id = SCHEMA_ID() AND parent.schema_id = SCHEMA_ID() AND (@p1 IS NULL OR f.parent_object_id = CAST(@p1 AS bigint))
  ORDER BY child.name, f.object_id, x.constraint_column_id`

async function readReferences(database: Database, id: StoredValue): Promise<TableReference[]> {
  const rows = await database.read({ sql: referencesSql, params: [id] })
  const found = new Map<string, { table: string; foreignKey: { -readonly [K in keyof ForeignKey]: ForeignKey[K] } }>()
  for (const [table, constraint, referencedTable, onUpdate, onDelete, own, other] of rows) {
    const known = found.get(String(constraint)) ?? {
      table: String(table),
      foreignKey: {
        columns: [],
        referencedTable: String(referencedTable),
        referencedColumns: [],
        onDelete: String(onDelete).replace('_', ' '),
        onUpdate: String(onUpdate).replace('_', ' '),
      },
    }
    known.foreignKey.columns = [...known.foreignKey.columns, String(own)]
    known.foreignKey.referencedColumns = [...known.foreignKey.referencedColumns, String(other)]
    found.set(String(constraint), known)
  }
  return [...found.values()]
}

const indexesSql = `
  SELECT i.name, i.is_unique, i.filter_definition, c.name
  FROM sys.indexes AS i
  JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0
  JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id = @p1 AND i.type > 0 AND i.is_hypothetical = 0 AND i.is_disabled = 0
  ORDER BY i.index_id, x.key_ordinal`

async function readIndexes(database: Database, id: StoredValue): Promise<Index[]> {
  const rows = await database.read({ sql: indexesSql, params: [id] })
  const found = new Map<string, { unique: boolean; filter: string | null; columns: string[] }>()
  for (const [name, unique, filter, column] of rows) {
    const index = found.get(String(name)) ?? {
      unique: unique === true,
      filter: filter === null || filter === undefined ? null : String(filter),
      columns: [],
    }
    index.columns.push(String(column))
    found.set(String(name), index)
  }
  return [...found].map(([name, { unique, filter, columns }]) => ({
    name,
    unique: unique && (filter === null || isAboutMissing(filter, columns)),
    columns,
  }))
}

/** True if the filter excludes rows without a value. Without such a filter, a unique index allows only one of them. */
export function isAboutMissing(filter: string, columns: readonly string[]): boolean {
  return columns.length === 1 && filter === `([${columns.join('').replaceAll(']', ']]')}] IS NOT NULL)`
}

/** A text of all facts in our table descriptions. */
export const schemaVersionSql = `
  SELECT CONCAT_WS('.',
    (SELECT CONCAT(COUNT(*), '.', SUM(CAST(CHECKSUM(o.object_id, o.name, o.modify_date) AS bigint))) FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID()),
    (SELECT CONCAT(COUNT(*), '.', SUM(CAST(CHECKSUM(c.object_id, c.column_id, c.name, c.user_type_id, c.max_length, c.precision, c.scale, c.is_nullable, c.default_object_id) AS bigint)))
     FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id WHERE o.schema_id = SCHEMA_ID()),
    (SELECT CONCAT(COUNT(*), '.', SUM(CAST(CHECKSUM(x.object_id, x.index_id, x.index_column_id, x.column_id, i.is_unique, i.name) AS bigint)))
     FROM sys.index_columns AS x JOIN sys.indexes AS i ON i.object_id = x.object_id AND i.index_id = x.index_id
     JOIN sys.objects AS o ON o.object_id = x.object_id WHERE o.schema_id = SCHEMA_ID()),
    (SELECT CONCAT(COUNT(*), '.', SUM(CAST(CHECKSUM(x.major_id, x.minor_id, x.name, CAST(x.value AS nvarchar(4000))) AS bigint)))
     FROM sys.extended_properties AS x JOIN sys.objects AS o ON o.object_id = x.major_id WHERE x.class = 1 AND o.schema_id = SCHEMA_ID()))`
