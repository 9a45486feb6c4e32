import { type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { localOwnerEmail, noPassword } from './repository'

/**
 * Creates the account of the owner on a fresh profile, for auth types that need no sign-up. It has no password. The
 * first sign-up of auth type `jwt` takes it over with its projects.
 */
export async function ensureLocalOwner(store: MetaStore, clock: Clock): Promise<void> {
  const active = 'SELECT 1 FROM xc_users WHERE super_admin = 1 AND suspended_at IS NULL LIMIT 1'
  if ((await store.read(active)).length > 0) return
  const now = clock.now().toISOString()
  await store.transact([
    { sql: "UPDATE nc_counters SET value = value + 1 WHERE name = 'user'", params: [], expectRows: 1 },
    {
      sql: `INSERT INTO xc_users (id, email, password, user_role, super_admin, email_verified, created_at, updated_at)
        SELECT value, ?, ?, 'user', 1, 0, ?, ? FROM nc_counters
        WHERE name = 'user' AND NOT EXISTS (${active.replace(' LIMIT 1', '')})`,
      params: [localOwnerEmail, noPassword, now, now],
    },
  ])
}
