import { message, type Message } from '@common/messages'
import type { Table } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import type { ListedAuditLine } from '@common/operations/audit'
import { englishBeside } from '@main/lib/messages'
import { commentOperation, type AuditEntry } from './audit-list'
import { parseChanges } from './row-entries'
import { readStoredMessage } from './stored-message'

/** The table that a line is about, where it is still there. */
export interface LineTable {
  readonly table: Table | undefined
  /** Omits columns that the caller can't see. */
  readonly knownColumnsOnly?: true
}

/** Returns an entry as a line of the audit. */
export function auditLine(entry: AuditEntry, about: LineTable = { table: undefined }): ListedAuditLine {
  const [type = '', action = ''] = entry.operation.split('/', 2)
  return {
    id: entry.id,
    user: entry.email,
    ip: entry.ip,
    projectId: entry.projectId,
    table: entry.table,
    rowId: entry.row,
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

function rowTexts(entry: AuditEntry, { table, knownColumnsOnly }: LineTable): LineTexts {
  if (entry.rows !== undefined) return { description: null, details: { rows: entry.rows } }
  const { values } = parseChanges({ changes: entry.details ?? '{"why":"","values":[]}' })
  const titleOf = (name: string): string => table?.columns.find((column) => column.name === name)?.title ?? name
  const changes = values
    .filter(([name]) => knownColumnsOnly !== true || table?.columns.some((column) => column.name === name))
    .map(([name, before, after]) => ({ column: titleOf(name), before, after }))
  const where = { table: table?.title ?? entry.table ?? '', row: entry.row ?? '' }
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

function glance(value: HistoryValue): string | Message {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value).slice(0, 200)
  return 'cut' in value ? `${value.cut}…` : message('auditLines.bytes', { count: value.bytes })
}
