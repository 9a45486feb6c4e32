import type { MetaStore } from '@main/db/meta'

/**
 * Returns the language of a person, whose page named it with its latest request; undefined for strangers.
 *
 * @param email  address of the person
 */
export async function languageOfReader(store: MetaStore, email: string): Promise<string | undefined> {
  const rows = await store.read(
    `SELECT x.language FROM nc_session_uses x
      JOIN nc_sessions s ON s.id = x.session_id
      JOIN xc_users u ON u.id = s.user_id
      WHERE u.email = ? AND x.language IS NOT NULL
      ORDER BY x.seen_at DESC LIMIT 1`,
    [email.toLowerCase()],
  )
  const language = rows[0]?.[0]
  return typeof language === 'string' ? language : undefined
}
