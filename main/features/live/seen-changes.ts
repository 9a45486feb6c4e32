import type { StoredValue } from '@common/columns/column-type'
import { valueKind } from '@common/columns/value-kind'
import type { LiveChange } from '@common/live'
import type { Table } from '@common/model'
import type { Subject } from '@common/operations'
import { isVisitor, userOf, type Principal } from '@common/principal'
import { isLimited, isListed } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import type { Filter } from '@common/query/tree'
import { rowTest } from '@common/views/evaluate'
import { isSameStored } from '@main/lib/same-stored'

type StoredRow = Readonly<Record<string, StoredValue>>

/** An event with the rows behind it, if it is about rows. */
export interface WaitingChange {
  readonly change: LiveChange
  readonly rows?: ChangedRows
}

/** Rows before and after a change, in order. Empty if they weren't read. */
export interface ChangedRows {
  readonly kind: 'create' | 'update' | 'delete'
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
}

/** Commands about these name no row, so they would tell of hidden ones. Changes of rows have events of their own. */
const aboutRows: ReadonlySet<Subject> = new Set<Subject>(['rows', 'comments', 'trash', 'history', 'follows'])

/**
 * Returns the events that a principal may know. A table with hidden rows or columns yields an event without keys if
 * something visible changed, and none if only hidden parts did.
 *
 * @param named  returns a table as the principal sees it
 */
export async function seenChanges(
  principal: Principal,
  waiting: readonly WaitingChange[],
  named: (table: string) => Promise<SightedTable | undefined>,
): Promise<LiveChange[]> {
  const visitor = isVisitor(principal)
  if (!visitor && !isLimited(principal)) return waiting.map(({ change }) => change)
  const seen: LiveChange[] = []
  for (const { change, rows } of waiting) {
    if ((change.kind === 'notice' || change.kind === 'announcement') && visitor) continue
    if (change.kind === 'command' && change.changes.every((subject) => aboutRows.has(subject))) {
      // The user's own commands, in another window.
      const isOwn = change.by !== undefined && change.by === userOf(principal)?.email
      if (!isOwn) continue
    }
    if (change.kind !== 'rows') {
      seen.push(change)
      continue
    }
    const table = isListed(principal, { name: change.table }) ? await named(change.table) : undefined
    if (table?.sight.read !== true) continue
    if (!hidesAnything(table)) seen.push(change)
    else if (rows === undefined || touches(table, rows))
      seen.push(visitor ? { ...change, keys: [] } : { kind: 'elsewhere' })
  }
  return seen
}

const hidesAnything = ({ columns, virtualColumns, sight: { rows, whole, visitor } }: SightedTable): boolean =>
  visitor ||
  rows !== undefined ||
  columns.length < whole.columns.length ||
  virtualColumns.length < whole.virtualColumns.length

/** True if a change touches something visible, or if only the database could say. */
function touches({ columns, sight: { rows, whole } }: SightedTable, { kind, before, after }: ChangedRows): boolean {
  const isSeen = rows === undefined ? () => true : seenTest(rows, whole)
  const count = Math.max(before.length, after.length)
  const isRead = kind === 'update' ? before.length === after.length : true
  if (count === 0 || !isRead) return true
  for (let at = 0; at < count; at++) {
    const [was, is] = [before[at], after[at]]
    const [wasSeen, isNowSeen] = [was !== undefined && isSeen(was), is !== undefined && isSeen(is)]
    if (wasSeen !== isNowSeen) return true
    if (!wasSeen || was === undefined || is === undefined) continue
    if (columns.some(({ name }) => !isSameStored(was[name], is[name]))) return true
  }
  return false
}

/** Returns a test for the visible rows. It is true for all rows if the filter needs more than their plain values. */
function seenTest(filter: Filter, whole: Table): (row: StoredRow) => boolean {
  if (!isPlain(filter, whole)) return () => true
  const test = rowTest(filter, whole, () => undefined)
  return (row) =>
    test(
      Object.fromEntries(
        whole.columns.map(({ name, title }) => {
          const value = row[name]
          return [title, typeof value === 'bigint' ? Number(value) : value]
        }),
      ),
    ) === true
}

function isPlain(filter: Filter, whole: Table): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.every((each) => isPlain(each, whole))
    case 'not':
      return isPlain(filter.filter, whole)
    case 'related':
      return false
    case 'condition': {
      const column = whole.columns.find(({ title }) => title === filter.column)
      const isValue = filter.stored === undefined && filter.key === undefined
      return isValue && column !== undefined && ['number', 'text'].includes(valueKind(column))
    }
  }
}
