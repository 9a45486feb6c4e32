import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { restoreRecordsMax } from '@common/operations/history'
import { inProject, type CallContext } from '@main/operations/context'
import type { CompareOptions } from './compare'
import { differencesFromSnapshot } from './from-snapshot'
import { restoreRecords, type RestoreDone, type RestorePorts, type TableToRestore } from './restore'

/**
 * Restores the records of existing tables from a snapshot, all or nothing.
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
  const { copy, rowsOf } = await snapshots.open(projectId, id)
  const places = new Map(copy.tables.flatMap(({ name, type }, at) => (type === 'view' ? [] : [[name, at] as const])))
  const skipped: string[] = []
  const found = await copies.readNow(projectId, signal, async (present, rowsNow) => {
    const all: TableToRestore[] = []
    let total = 0
    for (const table of chosenTables(present, places, chosen)) {
      const columns = copy.tables[places.get(table.name) ?? -1]?.columns.map(({ name }) => name) ?? []
      if (!hasKeyIn(table, columns)) {
        if (chosen !== undefined) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
        skipped.push(table.name)
        continue
      }
      const was = { columns, rows: () => rowsOf(places.get(table.name) ?? -1) ?? noRows() }
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

function chosenTables(
  present: readonly Table[],
  places: ReadonlyMap<string, number>,
  chosen: readonly string[] | undefined,
): readonly Table[] {
  const both = present.filter(({ name, type }) => type !== 'view' && places.has(name))
  if (chosen === undefined) return both
  const missing = chosen.find((name) => !both.some((table) => table.name === name))
  if (missing !== undefined) throw new AppError('HISTORY_TABLE_MISSING', { table: missing.slice(0, 100) })
  return both.filter(({ name }) => chosen.includes(name))
}

const hasKeyIn = ({ primaryKey }: Table, columns: readonly string[]): boolean =>
  primaryKey.length > 0 && primaryKey.every((name) => columns.includes(name))

async function* noRows(): AsyncGenerator<never[]> {
  // A snapshot holds a part for each table; an empty one has no rows.
}
