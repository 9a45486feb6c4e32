import { isLimited } from '@common/principal/rules'
import { systemPrincipal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import { AppError } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { Table } from '@common/model'
import { parseRowIdSegment } from '@common/query/row-id'
import { trashKinds, type TrashKind } from '@common/operations/trash'
import { may, TrashEntry as TrashPolicies } from '@common/policies'
import { trashTablePrefix } from '@common/wire/names'
import { createKeyedQueue } from '@common/util/queue'
import { metaTables } from '@main/db/meta'
import type { CallContext } from '@main/operations/context'
import { readTrash, type TrashEntry } from './entries'
import { trashPurging } from './purging'
import { isShown, shownTables } from './shown-entries'
import { restoreEntryRows, type RowsRestored } from './rows'
import type { TrashServiceOptions } from './types'

const { trash } = metaTables

export interface TrashAnswer {
  readonly restored: number
  readonly refused: RowsRestored['refused']
  readonly notes: readonly Message[]
  /** The restored records, and those of other tables that came with them. */
  readonly made: RowsRestored['made']
}

/** Entries that were to be deleted for good, and the number of those that are. */
export interface PurgedEntries {
  readonly entries: readonly TrashEntry[]
  readonly deleted: number
}

/** The trash of projects. */
export interface TrashService {
  readonly list: (
    context: CallContext,
    projectId: string,
    query: {
      readonly kind?: TrashKind | undefined
      readonly table?: string | undefined
      readonly limit: number
      readonly offset: number
    },
  ) => Promise<{ readonly list: readonly TrashEntry[]; readonly count: number }>
  /** Returns the entries of a change, newest first. */
  readonly ofChange: (projectId: string, change: string) => Promise<readonly TrashEntry[]>
  /** @throws AppError TRASH_ENTRY_NOT_FOUND, TRASH_NOT_RESTORABLE, NOT_ALLOWED */
  readonly restore: (context: CallContext, projectId: string, id: string) => Promise<TrashAnswer>
  readonly restoreKeys: (
    context: CallContext,
    projectId: string,
    tableName: string,
    rowIds: readonly string[],
  ) => Promise<TrashAnswer>
  readonly remove: (context: CallContext, projectId: string, ids: readonly string[]) => Promise<PurgedEntries>
  /** @throws AppError NOT_ALLOWED for a principal from whom something is hidden */
  readonly empty: (context: CallContext, projectId: string, kind: TrashKind | undefined) => Promise<PurgedEntries>
  /** Purges expired entries of all projects. */
  readonly purge: () => Promise<void>
}

/** Deleted columns and tables may hold what rules hide. */
const kindsOf = ({ principal }: CallContext): readonly TrashKind[] =>
  trashKinds.filter(
    (kind) => may(principal, 'use', TrashPolicies, { kind }) && (kind === 'rows' || !isLimited(principal)),
  )

const answerOf = ({ restored, refused, lostAlong, lostBecause, changed, made }: RowsRestored): TrashAnswer => ({
  restored,
  refused,
  notes: [
    ...(lostAlong === 0 ? [] : [message('trashNotes.along', { count: lostAlong, why: lostBecause })]),
    ...changed.map((each) => message('trashNotes.changed', { ...each })),
  ],
  made,
})

export function createTrashService(options: TrashServiceOptions): TrashService {
  const { store, recorder, schema, report } = options
  // Restoring reaches tables that the principal may not see.
  const system = options.lookups(systemPrincipal)
  /** Serializes restore and purge per project. */
  const { run: inTurn } = createKeyedQueue()

  /** Waits for recent deletes, and settles interrupted changes. */
  const settled = async (projectId: string): Promise<void> => {
    // Other requests report an unavailable database.
    await Promise.all([recorder.flush().catch(report), system.list(projectId).catch(() => undefined)])
    const begun = await readTrash(store, projectId, 'AND begun = 1', [])
    for (const each of begun) await schema.restore({ projectId, userId: each.userId }, each).catch(() => undefined)
  }

  const { oldest, destroyAll, expired } = trashPurging(options)

  const entry = async (context: CallContext, projectId: string, id: string): Promise<TrashEntry> => {
    await settled(projectId)
    const [found] = await readTrash(store, projectId, 'AND id = ? AND created_at > ?', [id, oldest()])
    if (found === undefined) throw new AppError('TRASH_ENTRY_NOT_FOUND')
    if (!may(context.principal, 'use', TrashPolicies, found)) throw new AppError('NOT_ALLOWED')
    if (!(await isShown(options.lookups, context.principal, projectId, found)))
      throw new AppError('TRASH_ENTRY_NOT_FOUND')
    return found
  }

  const home = async (projectId: string, { table, tableTitle }: TrashEntry): Promise<Table> => {
    const found = await system.named(projectId, table)
    if (found !== undefined) return found
    const why = table.startsWith(trashTablePrefix) ? 'tableInTrash' : 'tableGone'
    throw new AppError('TRASH_NOT_RESTORABLE', { why: message(`trashNotes.${why}`, { table: tableTitle }) })
  }

  return {
    list: async (context, projectId, { kind, table: asked, limit, offset }) => {
      await settled(projectId)
      const kinds = kindsOf(context).filter((each) => kind === undefined || each === kind)
      if (kinds.length === 0) return { list: [], count: 0 }
      const named =
        asked === undefined
          ? undefined
          : ((await nameOf(options.lookups(context.principal), projectId, asked)) ?? asked)
      const shown = await shownTables(options.lookups, context.principal, projectId)
      if (shown?.length === 0) return { list: [], count: 0 }
      const ofShown = shown === undefined ? '' : ` AND table_name IN (${shown.map(() => '?').join(', ')})`
      const where = `AND kind IN (${kinds.map(() => '?').join(', ')}) AND created_at > ?${ofShown}${named === undefined ? '' : ' AND (table_name = ? OR table_title = ?)'}`
      const params = [
        ...kinds,
        oldest(),
        ...(shown ?? []),
        ...(named === undefined || asked === undefined ? [] : [named, asked]),
      ]
      const [list, [counted]] = await Promise.all([
        limit === 0
          ? []
          : readTrash(store, projectId, `${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`, [
              ...params,
              limit,
              offset,
            ]),
        store.read(`SELECT count(*) FROM ${trash.name} WHERE project_id = ? ${where}`, [projectId, ...params]),
      ])
      return { list, count: Number(counted?.[0] ?? 0) }
    },

    ofChange: async (projectId, change) => {
      await settled(projectId)
      return readTrash(store, projectId, 'AND change_id = ? AND created_at > ? ORDER BY created_at DESC, id DESC', [
        change,
        oldest(),
      ])
    },

    restore: (context, projectId, id) =>
      inTurn(projectId, async () => {
        const found = await entry(context, projectId, id)
        if (found.kind === 'rows')
          return answerOf(await restoreEntryRows({ ...options }, context, found, await home(projectId, found)))
        const { actor, change } = context
        const notes = await schema.restore({ projectId, userId: actor.userId, change }, found)
        return { restored: 1, refused: [], notes, made: [] }
      }),

    restoreKeys: (context, projectId, tableName, rowIds) =>
      inTurn(projectId, async () => {
        await settled(projectId)
        const table = await options.lookups(context.principal).get(projectId, tableName)
        if (isLimited(context.principal) && table.sight.restricted) throw new AppError('NOT_ALLOWED')
        const wanted = new Set(rowIds.map((rowId) => keyOfSegment(table, rowId)))
        const entries = await readTrash(
          store,
          projectId,
          `AND kind = 'rows' AND table_name = ? AND created_at > ? ORDER BY created_at DESC, id DESC`,
          [table.name, oldest()],
        )
        let all: RowsRestored = { restored: 0, refused: [], lostAlong: 0, changed: [], made: [] }
        for (const found of entries) {
          if (wanted.size === 0) break
          const done = await restoreEntryRows({ ...options }, context, found, table, wanted)
          for (const key of done.keys) wanted.delete(key)
          for (const { rowId } of done.refused) wanted.delete(keyOfSegment(table, rowId))
          all = {
            restored: all.restored + done.restored,
            refused: [...all.refused, ...done.refused],
            lostAlong: all.lostAlong + done.lostAlong,
            ...(done.lostBecause !== undefined && { lostBecause: done.lostBecause }),
            changed: [...all.changed, ...done.changed],
            made: [...all.made, ...done.made],
          }
        }
        const missing = rowIds.filter((rowId) => wanted.has(keyOfSegment(table, rowId)))
        const lost = missing.map((rowId) => ({ rowId, why: message('trashNotes.rowGone') }))
        return answerOf({ ...all, refused: [...all.refused, ...lost] })
      }),

    remove: (context, projectId, ids) =>
      inTurn(projectId, async () => {
        const entries: TrashEntry[] = []
        for (const id of new Set(ids)) entries.push(await entry(context, projectId, id))
        return { entries, deleted: await destroyAll(entries) }
      }),

    empty: (context, projectId, kind) =>
      inTurn(projectId, async () => {
        if (isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
        await settled(projectId)
        const entries = await readTrash(
          store,
          projectId,
          kind === undefined ? '' : 'AND kind = ?',
          kind === undefined ? [] : [kind],
        )
        return { entries, deleted: await destroyAll(entries) }
      }),

    purge: async () => {
      const projects = await store.read(`SELECT DISTINCT project_id FROM ${trash.name}`)
      for (const [project] of projects) {
        const projectId = String(project)
        // Tables of an unavailable database stay for the next time and don't block the others.
        for (const gone of await expired(projectId)) await inTurn(projectId, () => destroyAll([gone])).catch(report)
      }
    },
  }
}

async function nameOf(lookups: TablesInSight, projectId: string, asked: string): Promise<string | undefined> {
  const list = await lookups.list(projectId)
  return (list.find(({ name }) => name === asked) ?? list.find(({ title }) => title === asked))?.name
}

/** @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID */
function keyOfSegment(table: Table, rowId: string): string {
  if (table.primaryKey.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  const key = parseRowIdSegment(rowId, table.primaryKey.length)
  if (key === undefined) throw new AppError('ROW_KEY_INVALID', { key: rowId.slice(0, 100), table: table.title })
  return JSON.stringify(key)
}
