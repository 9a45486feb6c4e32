import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { systemPrincipal, type Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import { matchesFilter, storedFields, type FilterReader } from '@common/views'
import type { Database } from '@main/db/database'
import { deleteEntries, readEntries, type OutboxEntry } from '@main/db/outbox'
import { storedTrail } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import { isFormSource } from '@main/lib/form-source'
import type { StoredRows } from '@main/lib/stored-json'
import { inputsOf, type RowsChanged, type RunInput, type StoredRow } from './input'
import type { AutomationOutbox } from './outbox'
import type { WriteLoad } from './write-load'
import type { AutomationRepository, NewRun, StoredAutomation } from './types'

export interface DrainOptions {
  readonly outbox: AutomationOutbox
  readonly repository: AutomationRepository
  readonly clock: Clock
  readonly load: WriteLoad
  /** Opens the database of a project. */
  readonly database: (projectId: string) => Promise<Database>
  /** Returns the look-ups of tables of a principal. */
  readonly lookups: (principal: Principal) => Pick<TablesInSight, 'named'>
  /** Returns the key of a stored row as text. */
  readonly keyOf: (table: Table, row: StoredRow) => readonly string[]
  readonly json: (value: StoredValue) => unknown
  /** Called after runs were queued. */
  readonly queued: () => void
  readonly report: (error: unknown) => void
}

/** Takes entries out of outboxes: queues runs for them, then deletes them. */
export interface Drain {
  readonly drain: (projectId: string, database: Database) => void
  /** Queues runs for the entries so far, with the automations of now. Tries once. */
  readonly drainNow: (projectId: string) => Promise<void>
  /** Looks into the outboxes of all projects whose records start automations, as servers may have been killed. */
  readonly drainAll: () => Promise<void>
  /** Resolves when the runs of all entries so far are queued. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const entriesAtOnce = 200
/** More than the runs that begin between two pauses. */
const entriesWhileBusy = 20
const retryMs = 1_000
const attemptsMax = 60

export function createDrain(options: DrainOptions): Drain {
  const { outbox, repository, load, report } = options
  const tables = options.lookups(systemPrincipal)
  /** Databases that are being drained, and if they have to be looked at again. */
  const working = new Map<Database, { again: boolean; readonly over: Promise<void> }>()
  let isClosed = false

  /** @returns false if there was no entry */
  const drainBatch = async (projectId: string, database: Database): Promise<boolean> => {
    const entries = await readEntries(database, load.isBusy() ? entriesWhileBusy : entriesAtOnce)
    if (entries.length === 0) return false
    const list = await outbox.active(projectId)
    const runs: NewRun[] = []
    for (const entry of entries) runs.push(...(await runsOf(projectId, database, entry, list)))
    // A server that is killed here, or another one at the same time, adds the same runs again, which changes nothing.
    await repository.add(runs)
    await deleteEntries(database, entries)
    if (runs.length > 0) options.queued()
    return true
  }

  const drainOnce = async (projectId: string, database: Database): Promise<void> => {
    for (let attempt = 1; !isClosed;) {
      try {
        if (!(await drainBatch(projectId, database))) return
        attempt = 1
        await load.pause()
      } catch (error) {
        // The meta store may be away for a while, or an automation was deleted meanwhile.
        if (attempt === attemptsMax || isClosed) throw error
        attempt += 1
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  const runsOf = async (
    projectId: string,
    database: Database,
    entry: OutboxEntry,
    list: readonly StoredAutomation[],
  ): Promise<NewRun[]> => {
    const { seq, head } = entry
    const matching = list.filter((each) => isTriggered(each, head))
    const table = matching.length === 0 ? undefined : await tables.named(projectId, head.table)
    if (table === undefined) return []
    const event = await eventOf(options.keyOf, projectId, database, entry, table)
    const createdAt = options.clock.now().toISOString()
    return inputsOf(event, options.json).flatMap(({ input, key, changed }, at) =>
      matching
        .filter(({ trigger }) =>
          concerns(trigger, { input, changed, table, kind: head.kind, now: options.clock.now() }),
        )
        .map(({ id }): NewRun => ({
          id: runId(seq, at, id),
          automationId: id,
          recordKey: `${input.table.slice(0, 50)} ${key}`.slice(0, keyCharacters),
          input,
          trail: storedTrail(head.depth, head.trail),
          createdAt,
        })),
    )
  }

  const drain = (projectId: string, database: Database): void => {
    if (isClosed) return
    const known = working.get(database)
    if (known !== undefined) {
      known.again = true
      return
    }
    const work = async (): Promise<void> => {
      try {
        do {
          const state = working.get(database)
          if (state !== undefined) state.again = false
          await drainOnce(projectId, database)
        } while (!isClosed && working.get(database)?.again === true)
      } catch (error) {
        report(error)
      } finally {
        working.delete(database)
      }
    }
    // The work begins later, so that it finds itself.
    working.set(database, { again: false, over: Promise.resolve().then(work) })
  }

  const settled = async (): Promise<void> => {
    await Promise.all(Array.from(working.values(), ({ over }) => over))
  }

  return {
    drain,
    drainNow: async (projectId) => {
      const database = await options.database(projectId)
      while (!isClosed && (await drainBatch(projectId, database))) continue
    },
    drainAll: async () => {
      for (const projectId of await repository.projects()) {
        if (isClosed) return
        try {
          drain(projectId, await options.database(projectId))
        } catch (error) {
          // Its database may be away. The next change or start looks again.
          report(error)
        }
      }
    },
    settled,
    close: async () => {
      isClosed = true
      await settled()
    },
  }
}

const keyCharacters = 200
const seqDigits = 14
const placeDigits = 4

/**
 * Returns the id of the run of an entry. It sorts by the order of the changes, and is the same whichever server reads the
 * entry, so none runs twice.
 */
const runId = (seq: number, place: number, automationId: string): string =>
  seq.toString(16).padStart(seqDigits, '0') +
  place.toString(16).padStart(placeDigits, '0') +
  automationId.slice(0, 64 - seqDigits - placeDigits)

async function eventOf(
  keyOf: DrainOptions['keyOf'],
  projectId: string,
  database: Database,
  { head, rows }: OutboxEntry,
  table: Table,
): Promise<RowsChanged> {
  const stored = (list: StoredRows = []): StoredRow[] =>
    list.map((row) => Object.fromEntries(head.columns.map((name, at) => [name, row[at] ?? null])))
  const [was, is] = head.counted ? [[], await countedRows(database, table, rows[0]?.[0] ?? [])] : rows.map(stored)
  const [before, after] = paired(was ?? [], is ?? [], (row) => keyOf(table, row).join('\n'))
  const keys = (head.kind === 'create' ? after : before).map((row) => keyOf(table, row))
  const { kind, why, when, by } = head
  return { kind, projectId, table, keys, before, after, why, when, who: { email: by } }
}

/** Reads rows that the database has inserted and numbered itself. */
async function countedRows(database: Database, table: Table, range: readonly StoredValue[]): Promise<StoredRow[]> {
  const { quote, placeholder } = database.dialect
  const [first, count] = range.map(Number)
  const key = quote(table.primaryKey[0] ?? '')
  const columns = table.columns.map(({ name }) => quote(name)).join(', ')
  const sql = `SELECT ${columns} FROM ${quote(table.name)} WHERE ${key} >= ${placeholder(1)} AND ${key} < ${placeholder(2)} ORDER BY ${key}`
  const rows = await database.read({ sql, params: [first ?? 0, (first ?? 0) + (count ?? 0)] }, { lane: 'long' })
  return rows.map((row) => Object.fromEntries(table.columns.map(({ name }, at) => [name, row[at] ?? null])))
}

/** Leaves out updated rows that were deleted in between. */
function paired(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  keyOf: (row: StoredRow) => string,
): [readonly StoredRow[], readonly StoredRow[]] {
  if (before.length === after.length || before.length === 0 || after.length === 0) return [before, after]
  const found = new Map(after.map((row) => [keyOf(row), row]))
  const pairs = before.flatMap((was): [StoredRow, StoredRow][] => {
    const is = found.get(keyOf(was))
    return is === undefined ? [] : [[was, is]]
  })
  return [pairs.map(([was]) => was), pairs.map(([, is]) => is)]
}

const kinds: Readonly<Partial<Record<StoredAutomation['trigger']['kind'], readonly RowsChanged['kind'][]>>> = {
  created: ['create'],
  form: ['create'],
  changed: ['update'],
  deleted: ['delete'],
  matches: ['create', 'update'],
}

const isTriggered = (
  { trigger: { kind, table } }: StoredAutomation,
  event: { readonly table: string; readonly kind: RowsChanged['kind']; readonly why: string },
): boolean =>
  table === event.table && kinds[kind]?.includes(event.kind) === true && (kind !== 'form' || isFormSource(event.why))

interface Concerned {
  readonly input: RunInput
  readonly changed: readonly string[]
  readonly table: Table
  readonly kind: RowsChanged['kind']
  readonly now: Date
}

/** Updates that change no value start nothing. */
function concerns(trigger: StoredAutomation['trigger'], event: Concerned): boolean {
  if (event.kind === 'update' && event.changed.length === 0) return false
  if (trigger.kind === 'matches') return beginsToMatch(trigger, event)
  const { columns } = trigger
  return event.kind !== 'update' || columns.length === 0 || columns.some((name) => event.changed.includes(name))
}

function beginsToMatch(
  { filter, timeZone }: StoredAutomation['trigger'],
  { input: { data, old }, table, now }: Concerned,
): boolean {
  if (filter === undefined || data === null) return false
  const reader: FilterReader = { now, timeZone: timeZone ?? 'UTC', locale: 'en', email: '' }
  const matches = (row: NonNullable<RunInput['data']>): boolean =>
    matchesFilter(filter, row, storedFields(table), reader)
  return matches(data) && (old === null || !matches(old))
}
