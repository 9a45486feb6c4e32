import type { SightedTable } from '@common/principal/sight'
import { trashDaysMax } from '@common/constants'
import type { trashOperations, ListedTrashEntry } from '@common/operations/trash'
import { metaTables, type MetaStore } from '@main/db/meta'
import { goneValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { noteValues } from '@main/lib/note-change'
import type { TrashEntry } from './entries'
import { restoredToWire } from './restored'
import type { PurgedEntries, TrashService } from './service'
import type { TrashServiceOptions } from './types'

/** The data engine's way to take changes of rows back. */
export type WriteBack = (
  call: { readonly projectId: string; readonly table: SightedTable; readonly context: CallContext },
  rows: readonly {
    readonly rowId: string
    readonly values: Readonly<Record<string, unknown>>
    readonly expected: Readonly<Record<string, unknown>>
  }[],
  anyway: boolean,
) => Promise<number>

const dayMs = 24 * 60 * 60 * 1_000

/** Handlers of `common/operations/trash.ts`. */
export function createTrashHandlers(options: {
  readonly store: MetaStore
  readonly service: TrashService
  readonly lookups: TrashServiceOptions['lookups']
  readonly writeBack: WriteBack
}): Handlers<typeof trashOperations> {
  const { store, service, lookups, writeBack } = options

  /** Returns the addresses of users, stored or by account. */
  const addresses = async (list: readonly TrashEntry[]): Promise<ReadonlyMap<number, string>> => {
    const ids = [...new Set(list.flatMap(({ userId, email }) => (userId === null || email !== null ? [] : [userId])))]
    if (ids.length === 0) return new Map()
    const rows = await store.read(
      `SELECT id, email FROM ${metaTables.users.name} WHERE id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )
    return new Map(rows.map(([id, email]) => [Number(id), String(email)]))
  }

  return {
    trashList: async (context, query) => {
      const { projectId } = inProject(context)
      const { list, count } = await service.list(context, projectId, query)
      const [users, known] = await Promise.all([addresses(list), lookups(context.principal).list(projectId)])
      const titles = new Map(known.map(({ name, title }) => [name, title]))
      return { list: list.map((entry) => listedEntry(entry, titles, users)), count }
    },

    trashRestore: async (context, input) => {
      const { projectId } = inProject(context)
      return restoredToWire(
        'id' in input
          ? await service.restore(context, projectId, input.id)
          : await service.restoreKeys(context, projectId, input.table, input.rowIds),
      )
    },

    rowsWriteBack: async (context, { table: name, rows, anyway }) => {
      const { projectId } = inProject(context)
      const call = { projectId, table: await lookups(context.principal).get(projectId, name), context }
      return { written: await writeBack(call, rows, anyway) }
    },

    trashDelete: async (context, { ids }) =>
      purged(context, await service.remove(context, inProject(context).projectId, ids)),

    trashEmpty: async (context, { kind }) =>
      purged(context, await service.empty(context, inProject(context).projectId, kind)),
  }
}

/** Titles of deleted objects that the audit names at most, for each table. */
const titlesMax = 20

/** Adds what was deleted for good to the audit. */
function purged(context: CallContext, { entries, deleted }: PurgedEntries): { deleted: number } {
  const byPlace = Map.groupBy(entries, ({ kind, tableTitle }) => `${kind}\n${tableTitle}`)
  const values = [...byPlace.values()].flatMap((some): ChangedValue[] => {
    const [first] = some
    if (first === undefined) return []
    const count = some.reduce((sum, entry) => sum + (entry.count ?? 0), 0)
    const titles = some.flatMap((entry) => entry.titles).slice(0, titlesMax)
    return valuesOf(first.tableTitle, goneValues({ [first.kind]: titles.length > 0 ? titles : count }))
  })
  noteValues(context, values)
  return { deleted }
}

function listedEntry(
  entry: TrashEntry,
  titles: ReadonlyMap<string, string>,
  users: ReadonlyMap<number, string>,
): ListedTrashEntry {
  const { id, kind, table, tableTitle, count, email, userId, createdAt } = entry
  return {
    id,
    kind,
    table,
    tableTitle: titles.get(table) ?? tableTitle,
    titles: [...entry.titles],
    count,
    user: email ?? (userId === null ? null : (users.get(userId) ?? null)),
    when: createdAt,
    until: new Date(Date.parse(createdAt) + trashDaysMax * dayMs).toISOString(),
  }
}
