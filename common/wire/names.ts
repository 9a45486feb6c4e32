import type { Inflection } from '@common/model/connection'

/**
 * Names that belong to Basalt itself (S1 §3, wire §17). Tables with these names are never shown and cannot be
 * reached or made, in whatever letter case.
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
  'nc_audit',
  'nc_plugins',
  'nc_disabled_models_for_role',
  'nc_migrations',
  'nc_evolutions',
  'nc_sessions',
  'nc_schema_changes',
  'nc_counters',
  'nc_attempts',
  'nc_virtual_columns',
  'nc_row_history',
  'nc_changes',
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

/** What was dropped waits under such names until it goes for good (docs/trash-and-undo.md). */
export const trashTablePrefix = 'nc_trash_'

/** Rows on their way into a table wait under such names until all of them are there (docs/import.md). */
export const importTablePrefix = 'nc_import_'

/** True for the internal tables themselves: hidden wherever a database is read. */
export function isReservedTableName(name: string): boolean {
  const lower = name.toLowerCase()
  return reservedTableNames.has(lower) || lower.startsWith(trashTablePrefix) || lower.startsWith(importTablePrefix)
}

/**
 * True for names that nobody may give to a table: everything that begins with `nc_`, `xc_` or `sqlite_`,
 * unless it begins with the project's own prefix (wire §5).
 */
export function isForbiddenTableName(name: string, projectPrefix: string): boolean {
  const lower = name.trim().toLowerCase()
  const prefix = projectPrefix.toLowerCase()
  if (prefix !== '' && lower.startsWith(prefix) && lower.length > prefix.length)
    return isForbiddenTableName(lower.slice(prefix.length), '')
  return /^(nc_|xc_|sqlite_)/.test(lower)
}

/** A table's name for people when they have not given one: without the project's prefix. */
export function titleOfTable(name: string, projectPrefix: string): string {
  const hasPrefix =
    projectPrefix !== '' && name.length > projectPrefix.length && name.toLowerCase().startsWith(projectPrefix)
  return hasPrefix ? name.slice(projectPrefix.length) : name
}

/** A name as a title, by the choice made with the connection (wire §5): `film_actor` → `FilmActor` with camelize. */
export function inflected(name: string, inflection: Inflection | undefined): string {
  if (inflection !== 'camelize') return name
  const parts = name.split('_').filter((part) => part !== '')
  // The first letter, which may be more than one unit long.
  const title = parts.map((part) => part.replace(/^./u, (letter) => letter.toUpperCase())).join('')
  return title === '' ? name : title
}

/** Characters that show nothing or change how the text around them is read: controls, line ends, text direction. */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u

/** Whether a name can be shown, typed and told apart: something visible, nothing unprintable, not too long. */
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

/** Two names that people would take for the same have the same key: letter case and ways to write accents aside. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Response header of an operation: ids of the trash entries that it created, with commas between them. */
export const trashedHeader = 'basalt-trashed'

/** Response header of a request that wrote something: the id of its change in the change log. */
export const changeHeader = 'basalt-change'
