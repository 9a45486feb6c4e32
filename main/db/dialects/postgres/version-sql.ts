import type { VersionSql } from '../versions'
import { schemaOid } from './introspect'

/** Transaction numbers continue after a restart, but a crash empties unlogged tables. */
const snapshot = `SELECT pg_catalog.pg_current_snapshot()::text || '@' || pg_catalog.pg_postmaster_start_time()`

/**
 * Every change of a table, column or constraint rewrites catalogue rows; `xmin` shows it. The indexes of the catalogue
 * find the rows of each table, because the catalogue also describes thousands of built-in objects.
 */
const schema = `
  SELECT pg_catalog.current_schema() || '.' || sum(rows) || '.' || sum(fact) FROM (
    SELECT 1 + a.rows + k.rows + x.rows AS rows, c.oid::int8 * 31 + c.xmin::text::int8 + a.fact + k.fact + x.fact AS fact
    FROM pg_catalog.pg_class AS c
    CROSS JOIN LATERAL (
      SELECT count(*) AS rows, coalesce(sum((attrelid::int8 * 1600 + attnum) * 31 + xmin::text::int8), 0) AS fact
      FROM pg_catalog.pg_attribute WHERE attrelid = c.oid) AS a
    CROSS JOIN LATERAL (
      SELECT count(*) AS rows, coalesce(sum(oid::int8 * 31 + xmin::text::int8), 0) AS fact
      FROM pg_catalog.pg_constraint WHERE conrelid = c.oid) AS k
    CROSS JOIN LATERAL (
      SELECT count(*) AS rows, coalesce(sum((objoid::int8 * 1600 + objsubid) * 31 + xmin::text::int8), 0) AS fact
      FROM pg_catalog.pg_description
      WHERE objoid = c.oid AND classoid = 'pg_catalog.pg_class'::regclass) AS x
    WHERE c.relnamespace = ${schemaOid} AND c.relkind <> 'S'
    UNION ALL
    SELECT 1, e.oid::int8 * 31 + e.xmin::text::int8 FROM pg_catalog.pg_enum AS e
    UNION ALL
    SELECT 0, 0) AS facts`

/** Queries that detect changes of a database. */
export const versionSql: VersionSql = { schema, snapshot }
