import type { StoredValue } from '@common/columns/column-type'
import { metaTables, type MetaStore } from '@main/db/meta'
import { addText, commonTerms, type AuditFilter } from './audit-filter'
import { addLineScope, addRecordScope, addRowScope } from './audit-scope'
import { changesOfRows } from './changes'
import { markKind } from './marks'
import type { Terms } from './sql-terms'

const { audit, changes, comments, rowHistory } = metaTables

/** Operation of a line whose description is a comment. */
export const commentOperation = 'COMMENT/INSERT'

/** A log that the audit reads, with the terms of a filter. All logs select the same columns. */
export interface Source {
  readonly log: string
  /** Selected columns, in the order of `entryColumns`. */
  readonly columns: string
  /** Indexed column of the entry's id. */
  readonly id: 'id' | 'lead_id'
  /** SQL of the operation, or of the kind of a row change. */
  readonly operation: string
  /** SQL of the number of lines of an entry. */
  readonly lines: string
  readonly where: string
  readonly params: readonly StoredValue[]
}

/** Selected columns by their position. From `keyList` on, they describe a change of many rows. */
export const entryColumns = [
  'id',
  'projectId',
  'userId',
  'email',
  'ip',
  'operation',
  'table',
  'row',
  'description',
  'details',
  'when',
  'actorKind',
  'actorId',
  'actorTitle',
  'origin',
  'keyList',
  'columnNames',
  'why',
  'records',
  'lineCount',
] as const

const who = 'actor_kind, actor_id, actor_title, origin'
/** Placeholders for the columns of a change. */
const noChange = 'NULL AS key_list, NULL AS column_names, NULL AS why, 1 AS records, 1 AS line_count'

/** Returns the logs with entries for a filter. */
export async function sourcesOf(store: MetaStore, filter: AuditFilter): Promise<readonly Source[]> {
  if (filter.onlyComments === true) return [commentSource(filter)].flatMap((source) => source ?? [])
  const found = [lineSource(filter), rowSource(filter), await changeSource(store, filter), commentSource(filter)]
  return found.flatMap((source) => source ?? [])
}

function lineSource(filter: AuditFilter): Source {
  const { projectId, type, text, scope } = filter
  const terms = commonTerms(filter)
  if (projectId === null) terms.add('installation = 1')
  const column = 'operation'
  terms.add("operation LIKE ? ESCAPE '!'", type === undefined ? undefined : `${type.replaceAll(/[!%_]/g, '!$&')}/%`)
  addText(terms, text, { plain: ['table_name', 'row_key', 'details'], json: [] })
  addLineScope(terms, scope)
  return {
    log: audit.name,
    columns: `id, project_id, user_id, email, ip, operation, table_name, row_key, description, details, created_at, ${who}, ${noChange}`,
    id: 'id',
    operation: column,
    lines: '1',
    ...whereOf(terms),
  }
}

function rowSource(filter: AuditFilter): Source | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'DATA')) return undefined
  const terms = commonTerms(filter)
  // Entries begin with the source of the change.
  addText(terms, filter.text, { plain: ['row_key'], json: [['changes', '"values":']] })
  addRowScope(terms, filter.scope, filter.text)
  const place = 'id, project_id, user_id, email, ip, kind, table_name'
  if (filter.perChange !== true) {
    terms.add(`kind <> '${markKind}'`)
    const columns = `${place}, row_key, NULL, changes, created_at, ${who}, ${noChange}`
    return { log: rowHistory.name, columns, id: 'id', operation: 'kind', lines: '1', ...whereOf(terms) }
  }
  const ofOne = (column: string, others: string): string => `CASE WHEN lead_rows = 1 THEN ${column} ELSE ${others} END`
  return {
    log: rowHistory.name,
    columns: `${place}, ${ofOne('row_key', 'NULL')}, NULL, ${ofOne('changes', "concat('', lead_rows)")}, created_at, ${who}, ${noChange}`,
    id: 'lead_id',
    operation: 'kind',
    lines: '1',
    // Beyond every id, so that the index finds the leading entries.
    ...whereOf(terms.add('lead_id > ?', '')),
  }
}

/** Changes that are one entry in the store: a line for each row, or one. */
async function changeSource(store: MetaStore, filter: AuditFilter): Promise<Source | undefined> {
  const { projectId, row, table, perChange, text, scope } = filter
  if (projectId === null || (filter.type !== undefined && filter.type !== 'DATA')) return undefined
  const terms = commonTerms({ ...filter, row: undefined })
  // It has no values: those of its rows follow from later entries.
  addText(terms, text, { plain: ['table_name'], json: [] })
  addRecordScope(terms, scope)
  if (row !== undefined) {
    const made = table === undefined ? [] : await changesOfRows(store, { projectId, table, rowKeys: [row] })
    if (made.length === 0) return undefined
    terms.add(`id IN (${made.map(() => '?').join(', ')})`, ...made.map(({ row: { id } }) => id))
  }
  const lines = row !== undefined || perChange === true ? '1' : 'records'
  return {
    log: changes.name,
    columns: `id, project_id, user_id, email, ip, kind, table_name, NULL, NULL, NULL, created_at, ${who},
      key_list, column_names, why, records, ${lines} AS line_count`,
    id: 'id',
    operation: 'kind',
    lines,
    ...whereOf(terms),
  }
}

function commentSource(filter: AuditFilter): Source | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'COMMENT')) return undefined
  const terms = commonTerms(filter)
  // A record's list shows current entries; the audit also includes those of deleted records.
  if (filter.row !== undefined) terms.add('gone_at IS NULL')
  addText(terms, filter.text, { plain: ['body', 'row_key'], json: [] })
  addRecordScope(terms, filter.scope)
  return {
    log: comments.name,
    columns: `id, project_id, user_id, email, ip, '${commentOperation}', table_name, row_key, body, NULL, created_at, ${who}, ${noChange}`,
    id: 'id',
    operation: `'${commentOperation}'`,
    lines: '1',
    ...whereOf(terms),
  }
}

const whereOf = ({ sql, params }: Terms): Pick<Source, 'where' | 'params'> => ({ where: sql, params })
