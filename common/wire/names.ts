import type { Inflection } from '@common/model/connection'

/**
 * Names of Basalt's own tables (S1 §3, wire §17), in any letter case. Lists hide these tables; users can't read or
 * create them.
 */
const reservedTableNames = new Set([
  'nc_models',
  'nc_columns',
  'nc_routes',
  'nc_resolvers',
  'nc_loaders',
  'nc_rpc',
  'nc_hooks',
  'nc_store',
  'nc_users',
  'nc_roles',
  'nc_cron',
  'nc_acl',
  'nc_api_tokens',
  'nc_projects',
  'nc_projects_users',
  'nc_relations',
  'nc_shared_views',
  'nc_shared_bases',
  'nc_shares',
  'nc_share_visits',
  'nc_audit',
  'nc_outbox',
  'nc_plugins',
  'nc_disabled_models_for_role',
  'nc_migrations',
  'nc_evolutions',
  'nc_sessions',
  'nc_schema_changes',
  'nc_authenticators',
  'nc_recovery_codes',
  'nc_passkeys',
  'nc_linked_accounts',
  'nc_tickets',
  'nc_counters',
  'nc_attempts',
  'nc_virtual_columns',
  'nc_row_history',
  'nc_changes',
  'nc_snapshots',
  'nc_seen_tables',
  'nc_comments',
  'nc_views',
  'nc_view_personal',
  'nc_trash',
  'xc_users',
  'xc_migrations',
  'xc_knex_migrations',
  'xc_knex_migrations_lock',
])

/** Prefix of dropped tables until they are purged (docs/trash-and-undo.md). */
export const trashTablePrefix = 'nc_trash_'

/** Prefix of tables that hold rows of a running import (docs/import.md). */
export const importTablePrefix = 'nc_import_'

/** True for Basalt's own tables, which are hidden in every database. */
export function isReservedTableName(name: string): boolean {
  const lower = name.toLowerCase()
  return reservedTableNames.has(lower) || lower.startsWith(trashTablePrefix) || lower.startsWith(importTablePrefix)
}

/**
 * True for names that a new table can't have: those that begin with `nc_`, `xc_` or `sqlite_`, unless they begin with
 * the prefix of the project (wire §5).
 */
export function isForbiddenTableName(name: string, projectPrefix: string): boolean {
  const lower = name.trim().toLowerCase()
  const prefix = projectPrefix.toLowerCase()
  if (prefix !== '' && lower.startsWith(prefix) && lower.length > prefix.length)
    return isForbiddenTableName(lower.slice(prefix.length), '')
  return /^(nc_|xc_|sqlite_)/.test(lower)
}

/** Returns the default title of a table: its name without the prefix of the project. */
export function titleOfTable(name: string, projectPrefix: string): string {
  const hasPrefix =
    projectPrefix !== '' && name.length > projectPrefix.length && name.toLowerCase().startsWith(projectPrefix)
  return hasPrefix ? name.slice(projectPrefix.length) : name
}

/**
 * Returns the title for a name, by the inflection of the connection (wire §5): `film_actor` → `FilmActor` with
 * camelize.
 */
export function inflected(name: string, inflection: Inflection | undefined): string {
  if (inflection !== 'camelize') return name
  const parts = name.split('_').filter((part) => part !== '')
  // Matches a whole code point, which can take two UTF-16 units.
  const title = parts.map((part) => part.replace(/^./u, (letter) => letter.toUpperCase())).join('')
  return title === '' ? name : title
}

/**
 * Invisible characters, and characters that change how the surrounding text is displayed: controls, line ends, text
 * direction.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * True if a name can be displayed and typed: it has a visible character, none that is unprintable, and isn't too long.
 */
export function isPrintableName(name: string, charactersMax: number): boolean {
  return (
    name === name.trim() &&
    /[^\s\p{Cf}\p{M}]/u.test(name) &&
    !unprintable.test(name) &&
    name.length <= charactersMax * 2 &&
    [...name].length <= charactersMax
  )
}

/** JavaScript clients that copy records by assignment lose values under this key. */
export const isReservedColumnName = (name: string): boolean => name === '__proto__'

/**
 * Returns a comparison key of a name. Names that differ only in letter case or Unicode normalization have the same key.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Response header of an operation: ids of the trash entries that it created, separated by commas. */
export const trashedHeader = 'basalt-trashed'

/** Response header of a request that wrote something: the id of its change in the change log. */
export const changeHeader = 'basalt-change'

/** Request headers of visitors: the id of a shared view or form, and the token of a visitor. */
export const shareHeader = 'basalt-share'
export const visitorHeader = 'basalt-visitor'
/** Request header with the id of a shared base (wire §8.3). */
export const sharedBaseHeader = 'xc-shared-base-id'
