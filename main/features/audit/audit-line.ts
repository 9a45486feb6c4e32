import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import type { WireAuditLine } from '@common/operations/audit'
import { auditSentence } from '@main/lib/messages'
import type { AuditEntry } from './audit-list'
import { keptChanges } from './row-entries'

/** The table that a line is about, where it is still there. */
export interface LineTable {
  readonly table: Table | undefined
  /** Tells nothing of columns that the table does not have, as the caller may see it. */
  readonly knownColumnsOnly?: true
}

/** An entry as scripts know lines of the audit (wire §14.5). */
export function auditLine(entry: AuditEntry, about: LineTable = { table: undefined }): WireAuditLine {
  const [type = '', subType = ''] = entry.operation.split('/', 2)
  return {
    id: entry.id,
    user: entry.email,
    ip: entry.ip,
    project_id: entry.projectId,
    db_alias: defaultDbAlias,
    model_name: entry.table,
    model_id: entry.row,
    op_type: type,
    op_sub_type: subType,
    status: null,
    ...(entry.isRow ? rowTexts(entry, about) : { description: entry.description, details: entry.details }),
    created_at: entry.when,
    updated_at: entry.when,
  }
}

/** Sentences of a line that changed many values. */
const sentencesMax = 5

function rowTexts(
  entry: AuditEntry,
  { table, knownColumnsOnly }: LineTable,
): Pick<WireAuditLine, 'description' | 'details'> {
  if (entry.rows !== undefined) return { description: null, details: JSON.stringify({ rows: entry.rows }) }
  const { values } = keptChanges({ changes: entry.details ?? '{"why":"","values":[]}' })
  const titleOf = (name: string): string => table?.columns.find((column) => column.name === name)?.title ?? name
  const changes = values
    .filter(([name]) => knownColumnsOnly !== true || table?.columns.some((column) => column.name === name))
    .map(([name, before, after]) => ({ column: titleOf(name), before, after }))
  const where = { table: table?.title ?? entry.table ?? '', row: entry.row ?? '' }
  const description =
    entry.operation === 'DATA/INSERT'
      ? auditSentence('rowInserted', where)
      : entry.operation === 'DATA/DELETE'
        ? auditSentence('rowDeleted', where)
        : changes
            .slice(0, sentencesMax)
            .map(({ column, before, after }) =>
              auditSentence('valueChanged', { ...where, column, before: glance(before), after: glance(after) }),
            )
            .join('; ')
  return { description, details: JSON.stringify(changes) }
}

function glance(value: HistoryValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value).slice(0, 200)
  return 'cut' in value ? `${value.cut}…` : auditSentence('bytes', { count: value.bytes })
}
