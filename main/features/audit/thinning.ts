import { parseTypedJson } from '@common/util/parse-json'
import {
  deleteFrom,
  metaTables,
  updateIn,
  type MetaStep,
  type MetaStore,
  type MetaWrite,
  type RowHistoryRow,
} from '@main/db/meta'
import { idFloor, timeOfId } from '@main/lib/log-id'
import { renewLeads } from './leads'
import { markRow } from './marks'
import { keylessRow, type StoredChanges } from './row-entries'

const { audit, changes, inverses, rowHistory, trash } = metaTables

const dayMs = 24 * 60 * 60 * 1_000
/** Entries read at a time, and joined in one transaction. */
const batchEntries = 500

/**
 * Joins the updates that a record got on one day (UTC) into the newest of them, with the first value before and the
 * last one after. Changes with a joined entry lose their id, because undoing a part of a change would be wrong. Skips
 * changes that the trash can restore.
 *
 * @param from  days before this id are thin already
 * @param until  floor of a day: later entries stay
 */
export async function thin(
  store: MetaStore,
  projectId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<void> {
  const waiting = await changesInTrash(store, projectId)
  for (let after = from; ;) {
    const [row] = await store.read(
      `SELECT min(id) FROM ${rowHistory.name} WHERE project_id = ? AND id > ? AND id < ?`,
      [projectId, after, until],
    )
    const first = row?.[0]
    if (typeof first !== 'string') return
    const start = dayFloor(timeOfId(first))
    after = idFloor(start + dayMs)
    const commands = await changesOfCommands(store, projectId, start)
    await thinDay(store, { projectId, from: idFloor(start), until: after, waiting, commands })
  }
}

/** Returns the start of a day (UTC), in milliseconds. */
export const dayFloor = (milliseconds: number): number => milliseconds - (milliseconds % dayMs)

interface Day {
  readonly projectId: string
  readonly from: string
  readonly until: string
  /** Changes that stay as they are. */
  readonly waiting: ReadonlySet<string>
  /** Changes with a line in the audit. */
  readonly commands: ReadonlySet<string>
}

async function thinDay(store: MetaStore, day: Day): Promise<void> {
  // Rows without a key all have the same row key.
  const records = await store.read(
    `SELECT table_name, row_key FROM ${rowHistory.name}
     WHERE project_id = ? AND id > ? AND id < ? AND kind = 'update' AND row_key <> ?
     GROUP BY table_name, row_key HAVING count(*) > 1`,
    [day.projectId, day.from, day.until, keylessRow],
  )
  for (const [table, rowKey] of records) await thinRecord(store, day, String(table), String(rowKey))
  if (records.length > 0) await renewLeads(store, day)
}

async function thinRecord(store: MetaStore, day: Day, table: string, rowKey: string): Promise<void> {
  for (let from = day.from; ;) {
    const entries = await store.select(
      rowHistory,
      'WHERE project_id = ? AND table_name = ? AND row_key IN (?, ?) AND id >= ? AND id < ? ORDER BY id LIMIT ?',
      [day.projectId, table, rowKey, markRow, from, day.until, batchEntries],
    )
    const steps = runsOf(entries, rowKey, day.waiting).flatMap((run) => joinSteps(day, run))
    if (steps.length > 0) await store.transact(steps)
    const last = entries.at(-1)
    if (last === undefined || entries.length < batchEntries) return
    from = last.id
  }
}

/** Returns lists of successive updates. Other entries, such as a delete or a renamed column, end a list. */
function runsOf(
  entries: readonly RowHistoryRow[],
  rowKey: string,
  waiting: ReadonlySet<string>,
): readonly (readonly RowHistoryRow[])[] {
  const runs: RowHistoryRow[][] = [[]]
  for (const entry of entries) {
    const isFree = entry.change_id === null || !waiting.has(entry.change_id)
    if (entry.kind === 'update' && entry.row_key === rowKey && isFree) runs.at(-1)?.push(entry)
    else runs.push([])
  }
  return runs.filter(({ length }) => length > 1)
}

function joinSteps({ projectId, commands }: Day, run: readonly RowHistoryRow[]): MetaStep[] {
  const last = run.at(-1)
  if (last === undefined) return []
  const joined = joinedChanges(run)
  const gone = joined.values.length === 0 ? run : run.slice(0, -1)
  const ids = [...new Set(run.flatMap(({ change_id }) => change_id ?? []))]
  const forChange = (
    write: (change: { project_id: string; change_id: string }) => MetaWrite,
    some: readonly string[] = ids,
  ): MetaStep[] => batch(some.map((id) => write({ project_id: projectId, change_id: id })))
  return [
    ...batch(gone.map(({ id }) => deleteFrom(rowHistory, { id }))),
    ...(joined.values.length === 0
      ? []
      : [updateIn(rowHistory, { changes: JSON.stringify(joined), exact_values: null }, { id: last.id })]),
    ...forChange((change) => updateIn(rowHistory, { change_id: null }, change)),
    ...forChange((change) => updateIn(changes, { change_id: null }, change)),
    ...forChange(
      (change) => updateIn(audit, { change_id: null }, change),
      ids.filter((id) => commands.has(id)),
    ),
    ...forChange((change) => deleteFrom(inverses, change)),
  ]
}

/** Joins writes of one shape. */
function batch(writes: readonly MetaWrite[]): MetaStep[] {
  const [first] = writes
  return first === undefined ? [] : [{ ...first, batch: writes.map(({ params }) => params) }]
}

/** Returns the content of one entry for several updates, without values that are as they were. */
function joinedChanges(run: readonly RowHistoryRow[]): StoredChanges {
  const stored = run.map((entry) => parseTypedJson(entry.changes) as StoredChanges)
  const values = new Map<string, StoredChanges['values'][number]>()
  const set = new Set<string>()
  for (const { values: some, auto = [] } of stored)
    for (const [name, before, after] of some) {
      const known = values.get(name)
      values.set(name, [name, known === undefined ? before : known[1], after])
      if (!auto.includes(name)) set.add(name)
    }
  const changed = [...values.values()].filter(
    // Two shortened values may differ in what is missing.
    ([, before, after]) => isShortened(before) || JSON.stringify(before) !== JSON.stringify(after),
  )
  const auto = changed.flatMap(([name]) => (set.has(name) ? [] : [name]))
  const { why = '', key } = stored.at(-1) ?? {}
  return { why, values: changed, ...(auto.length > 0 && { auto }), ...(key !== undefined && { key }) }
}

const isShortened = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('cut' in value || 'bytes' in value)

/** Lines of the audit have no index by change, so updating them for each change would scan all of them. */
async function changesOfCommands(store: MetaStore, projectId: string, start: number): Promise<ReadonlySet<string>> {
  // A change can begin or end on the day beside it.
  const rows = await store.read(
    `SELECT DISTINCT change_id FROM ${audit.name} WHERE project_id = ? AND id > ? AND id < ? AND change_id IS NOT NULL`,
    [projectId, idFloor(start - dayMs), idFloor(start + 2 * dayMs)],
  )
  return new Set(rows.map(([id]) => String(id)))
}

async function changesInTrash(store: MetaStore, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await store.read(
    `SELECT DISTINCT change_id FROM ${trash.name} WHERE project_id = ? AND change_id IS NOT NULL`,
    [projectId],
  )
  return new Set(rows.map(([id]) => String(id)))
}
