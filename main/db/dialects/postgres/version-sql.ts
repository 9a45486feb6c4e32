import type { VersionSql } from '../versions'
import { schemaOid } from './introspect'

/** Transaction numbers continue after a restart, but a crash empties unlogged tables. */
const snapshot = `SELECT pg_catalog.pg_current_snapshot()::text || '@' || pg_catalog.pg_postmaster_start_time()`

/** Every change of a table, column or constraint rewrites catalogue rows; `xmin` shows it. */
const schema = `
  WITH tables AS (
    SELECT c.oid, c.xmin FROM pg_catalog.pg_class AS c WHERE c.relnamespace = ${schemaOid} AND c.relkind <> 'S'
  ), facts AS (
    SELECT oid::int8 * 31 + xmin::text::int8 AS fact FROM tables
    UNION ALL
    SELECT (a.attrelid::int8 * 1600 + a.attnum) * 31 + a.xmin::text::int8
    FROM pg_catalog.pg_attribute AS a JOIN tables ON tables.oid = a.attrelid
    UNION ALL
    SELECT k.oid::int8 * 31 + k.xmin::text::int8
    FROM pg_catalog.pg_constraint AS k JOIN tables ON tables.oid = k.conrelid
    UNION ALL
    SELECT (x.objoid::int8 * 1600 + x.objsubid) * 31 + x.xmin::text::int8
    FROM pg_catalog.pg_description AS x JOIN tables ON tables.oid = x.objoid AND x.classoid = 'pg_catalog.pg_class'::regclass
    UNION ALL
    SELECT e.oid::int8 * 31 + e.xmin::text::int8 FROM pg_catalog.pg_enum AS e
  )
  SELECT pg_catalog.current_schema() || '.' || count(*) || '.' || coalesce(sum(fact), 0) FROM facts`

/** Queries that detect changes of a database. */
export const versionSql: VersionSql = { schema, snapshot }
