import type { Origin } from '@common/model'
import type { AuditActor } from '@common/operations/audit'
import { idFloor } from '@main/lib/log-id'
import type { AuditScope } from './audit-scope'
import { escaped, Terms } from './sql-terms'

/** Filter of the audit. */
export interface AuditFilter {
  /** Null: the events that the audit of the installation shows. */
  readonly projectId: string | null
  /** Part of an e-mail address, ignoring case. */
  readonly email?: string | undefined
  readonly who?: AuditActor | undefined
  readonly origin?: Origin | undefined
  readonly type?: string | undefined
  readonly table?: string | undefined
  readonly row?: string | undefined
  /** Part of a value, a key, a comment, a name or a detail, ignoring case. */
  readonly text?: string | undefined
  readonly onlyComments?: boolean
  /** One entry for each change, however many rows it wrote; otherwise one for each row. */
  readonly perChange?: boolean | undefined
  /** Milliseconds: not before, and before. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** Limits the audit to the tables and columns that the caller sees; absent without limits. */
  readonly scope?: AuditScope | undefined
}

/** Returns the terms that all logs share. */
export function commonTerms(filter: AuditFilter): Terms {
  const { projectId, email, who, origin, table, row, from, until } = filter
  const terms = new Terms()
    .add('project_id = ?', projectId ?? undefined)
    .add("lower(email) LIKE ? ESCAPE '!'", email === undefined || email === '' ? undefined : containing(email))
    .add('origin = ?', origin)
    .add('table_name = ?', table)
    .add('row_key = ?', row)
    .add('id >= ?', from === undefined ? undefined : idFloor(from))
    .add('id < ?', until === undefined ? undefined : idFloor(until))
  if (who === undefined) return terms
  if ('id' in who) return terms.add('actor_id = ?', who.id)
  if ('person' in who) return terms.add('actor_id IS NULL AND email = ?', who.person)
  return terms.add('actor_id IS NULL AND email IS NULL')
}

/** Adds a search for a text: in columns of plain text, and in JSON from a mark on, where names of ours end. */
export function addText(
  terms: Terms,
  text: string | undefined,
  { plain, json }: { readonly plain: readonly string[]; readonly json: readonly (readonly [string, string])[] },
): void {
  if (text === undefined) return
  const inJson = JSON.stringify(text).slice(1, -1)
  terms.add(
    `(${[...plain, ...json.map(([column]) => column)].map((column) => `lower(${column}) LIKE ? ESCAPE '!'`).join(' OR ')})`,
    ...plain.map(() => containing(text)),
    ...json.map(([, mark]) => `%${escaped(mark)}${containing(inJson)}`),
  )
}

/** Returns the pattern of a text anywhere, for lower-case columns. */
export const containing = (text: string): string => `%${escaped(text.toLowerCase())}%`
