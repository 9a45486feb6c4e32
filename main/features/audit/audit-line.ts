import { message, type Message } from '@common/messages'
import type { Table } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import type { ListedAuditLine } from '@common/operations/audit'
import { englishBeside } from '@main/lib/messages'
import type { AuditEntry } from './audit-list'
import type { LimitedTable } from './audit-scope'
import { commentOperation } from './audit-sources'
import { changesNow } from './marks'
import { parseChanges, type StoredChanges } from './row-entries'
import { readStoredMessage } from './stored-message'

/** The table that a line is about, where it is still there. */
export interface LineTable {
  readonly table: Table | undefined
  /** The table as the caller sees it, and the history of its names: hidden and dropped columns are left out. */
  readonly limited?: LimitedTable | undefined
}

/** Returns an entry as a line of the audit. */
export function auditLine(entry: AuditEntry, about: LineTable = { table: undefined }): ListedAuditLine {
  const [type = '', action = ''] = entry.operation.split('/', 2)
  return {
    id: entry.id,
    user: entry.email,
    actor: entry.actor,
    origin: entry.origin,
    ip: entry.ip,
    projectId: entry.projectId,
    table: entry.table,
    // The key of a table whose key is hidden is a hidden value.
    rowId: about.limited?.table.primaryKey.length === 0 ? null : entry.row,
    type,
    action,
    ...described(entry.isRow ? rowTexts(entry, about) : lineTexts(entry)),
    when: entry.when,
  }
}

/** Maximum number of changed values in a line's text. */
const sentencesMax = 5

/** A description is a message, or a text of a user or of an older version. */
interface LineTexts {
  readonly description: Message | string | null
  readonly details: unknown
}

/** Adds the description in English, when the line is serialized. */
function described({ description, details }: LineTexts): Pick<ListedAuditLine, 'description' | 'message' | 'details'> {
  if (typeof description === 'string' || description === null) return { description, details }
  return Object.assign(englishBeside('description', description), { details })
}

function lineTexts({ operation, description, details }: AuditEntry): LineTexts {
  const isText = description === null || operation === commentOperation
  return { description: isText ? description : readStoredMessage(description), details: detailsOf(details) }
}

/** Returns the stored details of a line; null if another program wrote something else. */
function detailsOf(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

function rowTexts(entry: AuditEntry, { table, limited }: LineTable): LineTexts {
  if (entry.rows !== undefined) return { description: null, details: { rows: entry.rows } }
  const { values: stored } = parseChanges({ changes: entry.details ?? '{"why":"","values":[]}' })
  const values = limited === undefined ? stored : visibleValues(entry, stored, limited)
  const titleOf = (name: string): string => table?.columns.find((column) => column.name === name)?.title ?? name
  const changes = values.map(([name, before, after]) => ({ column: titleOf(name), before, after }))
  const row = limited?.table.primaryKey.length === 0 ? '' : (entry.row ?? '')
  const where = { table: table?.title ?? entry.table ?? '', row }
  if (entry.operation === 'DATA/INSERT')
    return { description: message('auditLines.rowInserted', where), details: changes }
  if (entry.operation === 'DATA/DELETE')
    return { description: message('auditLines.rowDeleted', where), details: changes }
  const sentences = changes
    .slice(0, sentencesMax)
    .map(({ column, before, after }) =>
      message('auditLines.valueChanged', { ...where, column, before: glance(before), after: glance(after) }),
    )
  if (sentences.length === 0) return { description: '', details: changes }
  return {
    description: sentences.reduceRight((rest, first) => message('auditLines.and', { first, rest })),
    details: changes,
  }
}

/** Returns the values of visible columns under their current names, since an old name may be that of another column. */
function visibleValues(
  { id, made }: AuditEntry,
  values: StoredChanges['values'],
  { table, marks }: LimitedTable,
): StoredChanges['values'] {
  // Values of a row that was created with others already have current names.
  const known = made === undefined ? marks : []
  return changesNow({ id }, values, table, known).map(({ column, before, after }) => [column, before, after])
}

function glance(value: HistoryValue): string | Message {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value).slice(0, 200)
  return 'cut' in value ? `${value.cut}…` : message('auditLines.bytes', { count: value.bytes })
}
