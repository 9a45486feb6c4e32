import type { Migration, SchemaChange } from './migration'

const logs = ['nc_audit', 'nc_row_history', 'nc_changes', 'nc_comments'] as const
const rows = 'nc_row_history'

/** The actor of every entry, its origin and address; and one leading entry of each change, for fast pages of the audit. */
export const auditActors: Migration = {
  version: 23,
  name: 'audit actors',
  statements: [
    ...logs.map(
      (name): SchemaChange =>
        (schema) =>
          schema.alterTable(name, (table) => {
            table.string('actor_kind', 40)
            table.string('actor_id', 64)
            table.string('actor_title', 255)
            table.string('origin', 40)
            if (name !== 'nc_audit') table.string('ip', 64)
          }),
    ),
    // Absent for entries that follow a leading one of the same change.
    (schema) =>
      schema.alterTable(rows, (table) => {
        table.string('lead_id', 64)
        table.integer('lead_rows')
      }),
    // The newest entry of a change leads, as the audit has grouped them so far: by user, kind, table and time.
    `UPDATE ${rows} SET lead_id = id, lead_rows = 1 WHERE kind <> 'schema' AND lead_id IS NULL`,
    `UPDATE ${rows} SET lead_id = NULL, lead_rows = NULL WHERE kind <> 'schema' AND EXISTS (
      SELECT 1 FROM (SELECT project_id, table_name, kind, created_at, user_id, max(id) AS newest FROM ${rows}
        GROUP BY project_id, table_name, kind, created_at, user_id HAVING count(*) > 1) many
      WHERE many.project_id = ${rows}.project_id AND many.table_name = ${rows}.table_name
        AND many.kind = ${rows}.kind AND many.created_at = ${rows}.created_at
        AND coalesce(many.user_id, 0) = coalesce(${rows}.user_id, 0) AND many.newest <> ${rows}.id)`,
    `UPDATE ${rows} SET lead_rows = coalesce((
      SELECT many.size FROM (SELECT max(id) AS newest, count(*) AS size FROM ${rows}
        GROUP BY project_id, table_name, kind, created_at, user_id HAVING count(*) > 1) many
      WHERE many.newest = ${rows}.id), 1) WHERE lead_id IS NOT NULL`,
    (schema) => schema.alterTable(rows, (table) => void table.index(['project_id', 'lead_id'], 'nc_row_history_lead')),
    // 1 for events of the installation: outside projects, about accounts, and about projects as such.
    (schema) => schema.alterTable('nc_audit', (table) => void table.integer('installation').notNullable().defaultTo(0)),
    `UPDATE nc_audit SET installation = 1
      WHERE project_id IS NULL OR operation LIKE 'PROJECT/%' OR operation LIKE 'AUTHENTICATION/%'`,
    (schema) =>
      schema.alterTable('nc_audit', (table) => void table.index(['installation', 'id'], 'nc_audit_installation')),
  ],
}
