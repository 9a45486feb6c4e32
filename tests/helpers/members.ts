import Sqlite from 'better-sqlite3'
import { join } from 'node:path'

/**
 * Writes roles where the server reads them, because there is no member management yet.
 *
 * @param roles  by e-mail address of registered users
 */
export function giveRoles(profileFolder: string, projectId: string, roles: Readonly<Record<string, string>>): void {
  const file = new Sqlite(join(profileFolder, 'meta.sqlite'))
  const member = file.prepare(
    `INSERT OR REPLACE INTO nc_projects_users (project_id, user_id, roles, created_at)
     SELECT ?, id, ?, '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = ?`,
  )
  for (const [email, role] of Object.entries(roles)) member.run(projectId, role, email)
  file.close()
}
