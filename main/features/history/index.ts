import { AppError } from '@common/errors'
import {
  restoreRecordsMax,
  type historyOperations,
  type RecordDifference,
  type TableComparison,
} from '@common/operations/history'
import { rowIdSegment } from '@common/query/row-id'
import { inProject } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createCompare, type CompareOptions, type Comparison } from './compare'
import { digestOf, isRestorable, type Difference, type Row } from './differences'
import { restoreRecords, type RestorePorts } from './restore'
import { restoreSnapshot } from './restore-snapshot'

export type HistoryOptions = CompareOptions & RestorePorts

/** Tables at earlier moments: compares them with now, and restores records. */
export function createHistory(options: HistoryOptions): FeatureModule<typeof historyOperations> {
  const compare = createCompare(options)
  return {
    handlers: {
      historyCompare: async (context, { limit, ...input }) => toWire(options, await compare(context, input), limit),

      historyRestore: async (context, { table: name, moment, seen, records }) => {
        const comparison = await compare(context, { table: name, moment })
        const { table, list, isHeld } = comparison
        // Hidden values would be lost.
        if (table.sight.restricted) throw new AppError('NOT_ALLOWED')
        if (!isHeld) throw new AppError('HISTORY_RESTORE_TOO_LARGE', { max: restoreRecordsMax })
        if (digestOf(comparison) !== seen) throw new AppError('HISTORY_CHANGED')
        const chosen = records === undefined ? list.filter(isRestorable) : chosenFrom(list, records)
        return restoreRecords(options, inProject(context), [{ table, list: chosen }])
      },

      snapshotRestoreRecords: (context, input) => restoreSnapshot(options, context, input),
    },
    audit: {
      // The rows record it themselves.
      historyRestore: null,
      snapshotRestoreRecords: ({ output: { restored, reset, deleted } }) => ({
        operation: 'PROJECT/SNAPSHOT_RESTORED',
        details: { rows: restored + reset + deleted },
      }),
    },
  }
}

/** @throws AppError HISTORY_RECORDS_UNKNOWN for records that don't differ, or can't be restored */
function chosenFrom(list: readonly Difference[], records: readonly string[]): readonly Difference[] {
  const wanted = new Set(records)
  const chosen = list.filter((each) => wanted.has(rowIdSegment(each.key)))
  if (chosen.length < wanted.size || !chosen.every(isRestorable)) throw new AppError('HISTORY_RECORDS_UNKNOWN')
  return chosen
}

function toWire({ shown }: RestorePorts, comparison: Comparison, limit: number): TableComparison {
  const { table, at, snapshot, list, was, now, added, changed, deleted, gaps } = comparison
  const titles = new Map(table.columns.map(({ name, title }) => [name, title]))
  const titlesOf = (names: readonly string[]): string[] => names.flatMap((name) => titles.get(name) ?? [])
  const valuesOf = (row: Row | undefined): RecordDifference['was'] =>
    row === undefined
      ? null
      : Object.fromEntries(table.columns.map(({ name, title }) => [title, shown(row[name] ?? null)]))
  return {
    table: table.name,
    title: table.title,
    at,
    source: snapshot === undefined ? 'log' : 'snapshot',
    snapshot: snapshot?.title ?? null,
    was,
    now,
    added,
    changed,
    deleted,
    left: list.filter((each) => !isRestorable(each)).length,
    list: list.slice(0, limit).map((each) => ({
      rowId: rowIdSegment(each.key),
      state: each.state,
      was: valuesOf(each.was),
      now: valuesOf(each.now),
      columns: titlesOf(each.columns),
      unknown: titlesOf(each.unknown),
      restorable: isRestorable(each),
    })),
    more: added + changed + deleted > Math.min(limit, list.length),
    gaps: [...gaps],
    seen: digestOf(comparison),
  }
}
