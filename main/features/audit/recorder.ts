import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Message } from '@common/messages'
import { serverActor, type Actor } from '@common/model'
import { insertInto, metaTables, updateIn, type MetaStore, type MetaStep, type MetaWrite } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { actorColumns } from './actor-columns'
import { storedMessage } from './stored-message'
import { changeStep, keyListOf, keyMovedSteps, type KeyMove } from './changes'
import { logId, timeOfId } from '@main/lib/log-id'
import { createPruning, defaultKeeping, type Keeping } from './pruning'
import { leadAfter, leadColumns, noLead, type Lead } from './leads'
import { movesKey, rowCountOf, rowEntries, type RowChange } from './row-entries'

const { audit, changes, rowHistory, projects } = metaTables

/** A line of the audit about something other than rows. */
export interface AuditLine {
  readonly projectId: string | null
  /** `TYPE/SUBTYPE` in the terms of the wire (§14.5). */
  readonly operation: string
  readonly who: Actor
  readonly when: string
  readonly table?: string | undefined
  readonly row?: string | undefined
  readonly description?: Message | undefined
  readonly details?: unknown
  /** Id of the change in the change log. */
  readonly change?: string | undefined
  /** For lines whose id the caller needs. */
  readonly stored?: ((id: string) => void) | undefined
}

/**
 * Stores events after the callers got their responses, so that no write waits for it. Batches follow a moment later,
 * each in one transaction, in order.
 */
export interface Recorder {
  readonly change: (change: RowChange) => void
  readonly line: (line: AuditLine) => void
  /** Resolves when all earlier deletes are stored. @throws errors of the store */
  readonly flush: () => Promise<void>
  /** Stores the remaining events. */
  readonly close: () => Promise<void>
}

export interface RecorderOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Reports errors of storing, which is retried. */
  readonly report: (error: unknown) => void
  readonly keeping?: Keeping
  /** Returns the settings for the age of entries. Default: those of `keeping`. */
  readonly days?: () => Promise<Pick<Keeping, 'days' | 'lineDays'>>
}

/** Rows turned into text and stored at a time: a few milliseconds of work. */
const rowsAtOnce = 500
/** More queued rows mean that the store is too slow. Further ones are counted but not stored. */
const rowsWaitingMax = 50_000
const flushDelayMs = 100
/** Pause between batches, so that user requests go first. */
const pauseMs = 25
const retryDelayMs = 1_000
const retryDelayMaxMs = 60_000

type Item = { readonly change: RowChange } | { readonly line: AuditLine }

interface Batch {
  readonly steps: MetaStep[]
  readonly lines: { readonly line: AuditLine; readonly id: string }[]
  /** Rows that got another key. */
  readonly moves: KeyMove[]
  /** Entries by project. */
  readonly counts: Map<string, number>
  /** Leading entry of the last change so far. */
  lead: Lead | undefined
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { store, clock, ids, report } = options
  const keeping = options.keeping ?? defaultKeeping
  const pruning = createPruning(store, clock, { keeping, days: options.days ?? (() => Promise.resolve(keeping)) })
  const waiting: Item[] = []
  /** Number of stored rows of the first queued change. */
  let begun = 0
  /** Leading entry of the last stored change. */
  let lead: Lead | undefined
  let rowsWaiting = 0
  let told = 0
  let stored = 0
  const lost = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let retryMs = 0
  let lastTime: number | undefined
  let count = 0

  const idAt = (when: string): string => {
    // A clock that is set back does not bring entries out of order.
    lastTime = Math.max(lastTime ?? 0, Date.parse(when))
    count += 1
    return logId(lastTime, count, ids.hex(4))
  }

  const readLastTime = async (): Promise<void> => {
    const last = await Promise.all(
      [audit, rowHistory, changes].map(async ({ name }) => {
        const [row] = await store.read(`SELECT max(id) FROM ${name}`)
        const id = row?.[0]
        return typeof id === 'string' ? timeOfId(id) || 0 : 0
      }),
    )
    // After all of them, because another process's counter for this millisecond is unknown.
    lastTime = Math.max(lastTime ?? 0, ...last.map((milliseconds) => milliseconds + 1))
  }

  const next = (): { readonly batch: Batch; readonly done: number; readonly begun: number } => {
    const batch: Batch = { steps: [], lines: [], moves: [], counts: new Map(), lead }
    let rows = 0
    let done = 0
    let from = begun
    for (const item of waiting) {
      if (rows >= rowsAtOnce) break
      if ('line' in item) {
        addLine(batch, item.line, idAt(item.line.when))
        rows += 1
      } else {
        // The stored entries show which changes must follow the row.
        if (movesKey(item.change) && done > 0) break
        const total = entryCountOf(item.change)
        const size = Math.min(rowsAtOnce - rows, total - from)
        addRows(batch, item.change, from, size, idAt)
        rows += size
        from += size
        if (from < total) return { batch, done, begun: from }
      }
      from = 0
      done += 1
      if (batch.moves.length > 0) break
    }
    return { batch, done, begun: 0 }
  }

  const writeNext = async (): Promise<void> => {
    if (lastTime === undefined) await readLastTime()
    const { batch, done, begun: now } = next()
    const moved = await Promise.all(batch.moves.map((move) => keyMovedSteps(store, move)))
    batch.steps.push(...moved.flat())
    const rest = await writeBatch(store, batch)
    const gone = waiting.splice(0, done)
    const finished = gone.reduce((sum, item) => sum + ('change' in item ? entryCountOf(item.change) : 0), 0)
    rowsWaiting -= finished - begun + now
    begun = now
    lead = batch.lead
    stored += done
    for (const { line, id } of rest.lines) line.stored?.(id)
    retryMs = 0
    for (const [projectId, rows] of lost) {
      lost.delete(projectId)
      const details = { rows }
      line({ projectId, operation: 'DATA/NOT_KEPT', who: serverActor, when: clock.now().toISOString(), details })
    }
    await pruning.after(rest.counts)
  }

  const writeOnce = (): Promise<void> => (writing ??= writeNext().finally(() => (writing = undefined)))

  const flush = async (): Promise<void> => {
    const wanted = told
    while (stored < wanted) await writeOnce()
  }

  const schedule = (afterMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      writeOnce().then(
        () => {
          if (stored < told) schedule(pauseMs)
        },
        (error: unknown) => {
          if (retryMs === 0) report(error)
          retryMs = Math.min(retryDelayMaxMs, retryMs === 0 ? retryDelayMs : retryMs * 2)
          schedule(retryMs)
        },
      )
    }, afterMs).unref()
  }

  const line = (given: AuditLine): void => {
    waiting.push({ line: given })
    told += 1
    schedule(flushDelayMs)
  }

  return {
    line,

    change: (change) => {
      const rows = entryCountOf(change)
      if (rowsWaiting + rows > rowsWaitingMax) {
        lost.set(change.projectId, (lost.get(change.projectId) ?? 0) + rowCountOf(change))
        return
      }
      waiting.push({ change })
      rowsWaiting += rows
      told += 1
      schedule(flushDelayMs)
    },

    flush,

    close: async () => {
      clearTimeout(timer)
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, limits.shutdownTimeoutMs).unref()
      })
      await Promise.race([flush().catch(report), late])
      clearTimeout(timer)
    },
  }
}

/** How many entries a change becomes at most. */
const entryCountOf = (change: RowChange): number => (keyListOf(change) === undefined ? rowCountOf(change) : 1)

function addLine(batch: Batch, line: AuditLine, id: string): void {
  const { projectId, operation, who, when, table, row, description, details, change } = line
  batch.steps.push(
    insertInto(audit, {
      id,
      project_id: projectId,
      ...actorColumns(who, sourceOf(operation)),
      installation: isOfInstallation(line) ? 1 : 0,
      operation,
      table_name: table ?? null,
      row_key: row ?? null,
      description: description === undefined ? null : storedMessage(description),
      details: details === undefined ? null : JSON.stringify(details),
      created_at: when,
      change_id: change ?? null,
    }),
  )
  batch.lines.push({ line, id })
  if (projectId !== null) counted(batch, projectId, 1)
}

/** Returns the source of a line that is an origin of its own. */
function sourceOf(operation: string): string {
  if (operation === 'DATA/IMPORT') return 'import'
  return operation === 'SQL/RUN' ? 'sql' : ''
}

/** True for events outside projects, about accounts, and about projects as such. */
const isOfInstallation = ({ projectId, operation }: AuditLine): boolean =>
  projectId === null || operation.startsWith('PROJECT/') || operation.startsWith('AUTHENTICATION/')

function addRows(batch: Batch, change: RowChange, from: number, size: number, idAt: (when: string) => string): void {
  const { projectId, table, who, when } = change
  const keys = keyListOf(change)
  if (keys !== undefined) {
    batch.steps.push(changeStep(change, keys, idAt(when)))
    counted(batch, projectId, 1)
    return
  }
  let inserts: MetaWrite[] = []
  const join = (): void => {
    const [first] = inserts
    if (first !== undefined) batch.steps.push({ ...first, batch: inserts.map(({ params }) => params) })
    inserts = []
  }
  const entries = rowEntries(change, from, size)
  const ids = entries.map(() => idAt(when))
  const before = batch.lead
  const now = leadAfter(before, change, ids)
  // A large change is stored in several batches: its lead moves to the newest entry.
  if (now !== undefined && before?.key === now.key) batch.steps.push(updateIn(rowHistory, noLead, { id: before.id }))
  batch.lead = now ?? before
  for (const [at, { rowKey, movedFrom, kind, changes, exact }] of entries.entries()) {
    const id = ids[at] ?? ''
    if (movedFrom !== undefined) {
      join()
      const place = 'project_id = ? AND table_name = ? AND row_key = ?'
      batch.steps.push(updateIn(rowHistory, { row_key: rowKey }, place, [projectId, table.name, movedFrom]))
      batch.moves.push({ projectId, table: table.name, from: movedFrom, to: rowKey })
    }
    inserts.push(
      insertInto(rowHistory, {
        id,
        project_id: projectId,
        table_name: table.name,
        row_key: rowKey,
        kind,
        changes,
        ...actorColumns(who, change.why),
        created_at: when,
        change_id: change.change ?? null,
        ...(now?.id === id ? leadColumns(now) : noLead),
        exact_values: exact ?? null,
      }),
    )
  }
  join()
  counted(batch, projectId, entries.length)
}

function counted(batch: Batch, projectId: string, count: number): void {
  batch.counts.set(projectId, (batch.counts.get(projectId) ?? 0) + count)
}

/** Stores a batch without entries of deleted projects. Returns the stored ones. */
async function writeBatch(store: MetaStore, batch: Batch): Promise<Batch> {
  if (batch.steps.length === 0) return batch
  try {
    await store.transact(batch.steps)
    return batch
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALUE_REFERENCE_MISSING') throw error
    const there = new Set((await store.read(`SELECT id FROM ${projects.name}`)).map(([id]) => String(id)))
    const steps = batch.steps.flatMap((step) => ofProjects(step, there))
    if (steps.length > 0) await store.transact(steps)
    const counts = new Map([...batch.counts].filter(([projectId]) => there.has(projectId)))
    return { ...batch, steps, counts }
  }
}

function ofProjects(step: MetaStep, there: ReadonlySet<string>): MetaStep[] {
  // The second value of an entry and of a change is its project.
  if (!('table' in step)) return [step]
  if (step.table === changes.name) return there.has(String(step.params[1])) ? [step] : []
  if (step.table !== rowHistory.name || step.batch === undefined) return [step]
  const rows = step.batch.filter((row) => there.has(String(row[1])))
  return rows.length === 0 ? [] : [{ ...step, batch: rows }]
}
