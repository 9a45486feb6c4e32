import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { restoreRecordsMax } from '@common/operations/history'
import type { SnapshotArchive } from '@main/features/snapshots'
import { inProject, type CallContext } from '@main/operations/context'
import type { CompareOptions } from './compare'
import { differencesFromSnapshot, hasKeyIn, tableOf, type ThenTable } from './from-snapshot'
import { restoreRecords, type RestoreDone, type RestorePorts, type TableToRestore } from './restore'

/**
 * Restores the records of existing tables from a snapshot.
 *
 * @throws AppError HISTORY_TABLE_MISSING and TABLE_WITHOUT_KEY for chosen tables, HISTORY_RESTORE_TOO_LARGE
 */
export async function restoreSnapshot(
  { snapshots, copies, ...ports }: Pick<CompareOptions, 'snapshots' | 'copies'> & RestorePorts,
  caller: CallContext,
  { id, tables: chosen }: { readonly id: string; readonly tables?: readonly string[] | undefined },
): Promise<RestoreDone & { readonly skipped: string[] }> {
  const context = inProject(caller)
  const { projectId, signal } = context
  const archive = await snapshots.open(projectId, id)
  const skipped: string[] = []
  const found = await copies.readNow(projectId, signal, async (present, rowsNow) => {
    const all: TableToRestore[] = []
    let total = 0
    for (const [table, was] of tablesInBoth(present, archive, chosen)) {
      if (!hasKeyIn(table, was.columns)) {
        if (chosen !== undefined) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
        skipped.push(table.name)
        continue
      }
      const { list, isHeld } = await differencesFromSnapshot(was, table, table.columns, rowsNow(table))
      total += list.length
      if (!isHeld || total > restoreRecordsMax)
        throw new AppError('HISTORY_RESTORE_TOO_LARGE', { max: restoreRecordsMax })
      all.push({ table, list })
    }
    return all
  })
  return { ...(await restoreRecords(ports, context, found)), skipped }
}

function tablesInBoth(
  present: readonly Table[],
  archive: SnapshotArchive,
  chosen: readonly string[] | undefined,
): readonly (readonly [now: Table, was: ThenTable])[] {
  const both = present.flatMap((table) => {
    const was = table.type === 'view' ? undefined : tableOf(archive, table.name)
    return was === undefined ? [] : [[table, was] as const]
  })
  if (chosen === undefined) return both
  const missing = chosen.find((name) => !both.some(([table]) => table.name === name))
  if (missing !== undefined) throw new AppError('HISTORY_TABLE_MISSING', { table: missing.slice(0, 100) })
  return both.filter(([{ name }]) => chosen.includes(name))
}
