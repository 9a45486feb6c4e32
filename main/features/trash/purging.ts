import { trashDaysMax, trashRowsMax } from '@common/constants'
import { metaTables } from '@main/db/meta'
import { forgetTrashSteps, readTrash, type TrashEntry } from './entries'
import type { TrashServiceOptions } from './types'

const { trash } = metaTables
const dayMs = 24 * 60 * 60 * 1_000

/** Deletes entries with their values, and finds those that have expired. */
export function trashPurging({ store, clock, schema }: Pick<TrashServiceOptions, 'store' | 'clock' | 'schema'>) {
  /** Returns the time before which entries have expired. */
  const oldest = (): string => new Date(clock.now().getTime() - trashDaysMax * dayMs).toISOString()

  /** Values go first: an entry without values can be deleted again, but values without an entry are lost. */
  const destroy = async (gone: TrashEntry): Promise<void> => {
    const { projectId, id, sideTable } = gone
    if (gone.kind !== 'rows') await schema.destroy(projectId, gone)
    const inside =
      gone.kind === 'table'
        ? await readTrash(store, projectId, 'AND table_name = ? AND id <> ?', [sideTable ?? '', id])
        : []
    for (const other of inside) await destroy(other)
    await store.transact(forgetTrashSteps(projectId, id))
  }

  const destroyAll = async (entries: readonly TrashEntry[]): Promise<number> => {
    let deleted = 0
    for (const each of entries) {
      // An entry inside a table was deleted with it.
      const [still] = await readTrash(store, each.projectId, 'AND id = ?', [each.id])
      if (still !== undefined) await destroy(still)
      deleted += 1
    }
    return deleted
  }

  /** Returns the oldest entries beyond the row limit of a project. */
  const excess = async (projectId: string): Promise<string[]> => {
    const rows = await store.read(
      `SELECT id, row_count FROM ${trash.name} WHERE project_id = ? AND kind = 'rows' ORDER BY created_at DESC, id DESC`,
      [projectId],
    )
    let sum = 0
    return rows.flatMap(([id, count]) => ((sum += Number(count ?? 0)) > trashRowsMax ? [String(id)] : []))
  }

  /** Returns the entries of a project beyond the limits of age and rows. */
  const expired = async (projectId: string): Promise<readonly TrashEntry[]> => {
    const aged = await readTrash(store, projectId, 'AND created_at <= ?', [oldest()])
    const tooMany = new Set(await excess(projectId))
    const rest =
      tooMany.size === 0
        ? []
        : (await readTrash(store, projectId, `AND kind = 'rows'`, [])).filter(({ id }) => tooMany.has(id))
    return [...aged, ...rest]
  }

  return { oldest, destroyAll, expired }
}
