import type { Client, QueryArrayResult } from 'pg'
import { postgres } from '@common/dialects'
import { AppError } from '@common/errors'
import { codeTokens, wordOf } from '@common/sql/tokens'
import { quote } from './literals'

/** First words of statements that read. The read-only transaction rejects writes of these. */
const reading = new Set(['SELECT', 'WITH', 'VALUES', 'EXPLAIN', 'TABLE', 'SHOW'])

/**
 * Functions that a read-only transaction allows, although they don't only read the database: they change the role of the
 * session, run SQL from text, reach other servers, read or write files of the server, or stop other sessions.
 */
const outside = new RegExp(
  [
    'set_config|_to_xml|xpath_table|ts_stat|ts_rewrite|crosstab|connectby|dblink|lo_export|lo_import',
    'pg_read_file|pg_read_binary_file|pg_ls_\\w*dir|pg_stat_file|pg_file_|pg_logdir_ls|pg_backup_',
    'pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile|pg_switch_wal|pg_promote',
    'pg_create_restore_point|pg_logical_emit_message|pg_\\w*replication_\\w+|pg_stat\\w*_reset|pg_wal_replay_',
    'pg_export_snapshot|pg_logical_slot_\\w+|brin_\\w*summarize\\w*|gin_clean_pending_list',
  ].join('|'),
  'i',
)

/** @throws AppError SQL_NOT_READING */
export function refuseWriting(sql: string): void {
  const tokens = codeTokens(sql, postgres.syntax)
  const first = tokens.find((token) => token.kind !== 'mark')
  // Names with Unicode escapes could hide the functions.
  const hidesNames = tokens.some(
    ({ kind, from }) => kind === 'name' && /[uU]&$/.test(sql.slice(Math.max(0, from - 2), from)),
  )
  if (!reading.has(wordOf(sql, first)) || outside.test(sql) || hidesNames) throw new AppError('SQL_NOT_READING')
}

/**
 * Begins a read-only transaction for SQL of a user. A snapshot makes READ WRITE impossible
 * (https://www.postgresql.org/docs/current/sql-set-transaction.html). Send the SQL by the extended protocol, which takes
 * one statement only, so that none can end the transaction and write.
 */
export async function beginReadOnly(client: Client): Promise<void> {
  const results = (await client.query({
    text: "BEGIN READ ONLY; SELECT pg_catalog.current_setting('is_superuser')",
    rowMode: 'array',
  })) as unknown as readonly QueryArrayResult<[string]>[]
  // Superusers can also write files of the server and stop other sessions.
  if (results[1]?.rows[0]?.[0] !== 'off') await client.query('SET LOCAL ROLE pg_read_all_data')
}

/**
 * Rolls back. If that fails, the connection is lost and the server rolls back. Advisory locks outlive it, and statements
 * that a function prepared. The driver's own are prepared by the protocol, and stay.
 */
export async function endReadOnly(client: Client): Promise<void> {
  const text = `ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all();
    SELECT name FROM pg_catalog.pg_prepared_statements WHERE from_sql`
  const results = await client.query({ text, rowMode: 'array' }).catch(() => [])
  const [, , names] = results as unknown as readonly (QueryArrayResult<[string]> | undefined)[]
  for (const [name] of names?.rows ?? []) await client.query(`DEALLOCATE ${quote(name)}`).catch(() => undefined)
}
