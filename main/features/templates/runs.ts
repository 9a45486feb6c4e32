import { AppError } from '@common/errors'
import type { TemplateRun } from '@common/operations/templates'
import type { Clock } from '@main/lib/clock'

/** The creation of tables from a template, while it runs and a minute longer. */
export interface Run {
  readonly signal: AbortSignal
  readonly phase: (phase: TemplateRun['phase']) => void
  /** Names the table whose rows are written. */
  readonly table: (title: string) => void
  readonly wrote: (rows: number) => void
  readonly sized: (tables: number, rows: number) => void
}

export interface Runs {
  /**
   * Does work that its user can follow and cancel.
   *
   * @param id  the caller's own id of the run; undefined if nothing follows it
   * @throws AppError REQUEST_CANCELLED, TEMPLATE_RUN_TAKEN, and what the work throws
   */
  readonly follow: <T>(
    userId: number,
    id: string | undefined,
    signal: AbortSignal,
    work: (run: Run) => Promise<T>,
  ) => Promise<T>
  readonly read: (userId: number, id: string) => TemplateRun
  /** @returns false if no such run is at work */
  readonly cancel: (userId: number, id: string) => boolean
}

interface Entry {
  state: TemplateRun
  readonly cancel: () => void
  endedAtMs: number | undefined
}

const keptMs = 60_000
/** Reading and publishing take the rest of the time. */
const rowsShare = 90

const unknown: TemplateRun = {
  phase: 'unknown',
  table: null,
  tables: { done: 0, all: 0 },
  rows: { done: 0, all: 0 },
  percent: 0,
}

export function createRuns(clock: Clock): Runs {
  const entries = new Map<string, Entry>()
  const keyOf = (userId: number, id: string): string => `${userId} ${id}`

  const tidy = (): void => {
    const before = clock.monotonicMs() - keptMs
    for (const [key, { endedAtMs }] of entries) if (endedAtMs !== undefined && endedAtMs < before) entries.delete(key)
  }

  return {
    follow: async (userId, id, signal, work) => {
      tidy()
      const controller = new AbortController()
      const entry: Entry = {
        state: { ...unknown, phase: 'reading' },
        cancel: () => controller.abort(),
        endedAtMs: undefined,
      }
      const key = id === undefined ? undefined : keyOf(userId, id)
      if (key !== undefined) {
        if (entries.has(key)) throw new AppError('TEMPLATE_RUN_TAKEN')
        entries.set(key, entry)
      }
      const set = (changed: Partial<TemplateRun>): void => {
        entry.state = { ...entry.state, ...changed }
      }
      const stop = AbortSignal.any([signal, controller.signal])
      try {
        const result = await work({
          signal: stop,
          phase: (phase) => set({ phase, table: null, ...(phase === 'publishing' && { percent: rowsShare + 5 }) }),
          table: (title) =>
            set({
              phase: 'rows',
              table: title,
              tables: { ...entry.state.tables, done: Math.min(entry.state.tables.done + 1, entry.state.tables.all) },
            }),
          wrote: (count) => {
            const rows = { ...entry.state.rows, done: entry.state.rows.done + count }
            set({ rows, percent: Math.floor((rowsShare * rows.done) / Math.max(1, rows.all)) })
          },
          sized: (tables, rows) => set({ tables: { done: 0, all: tables }, rows: { done: 0, all: rows } }),
        })
        set({ phase: 'done', table: null, percent: 100 })
        return result
      } catch (error) {
        set({ phase: stop.aborted ? 'cancelled' : 'failed', table: null })
        throw stop.aborted ? new AppError('REQUEST_CANCELLED', {}, { cause: error }) : error
      } finally {
        entry.endedAtMs = clock.monotonicMs()
      }
    },

    read: (userId, id) => entries.get(keyOf(userId, id))?.state ?? unknown,

    cancel: (userId, id) => {
      const entry = entries.get(keyOf(userId, id))
      if (entry === undefined || entry.endedAtMs !== undefined) return false
      entry.cancel()
      return true
    },
  }
}
