import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import type { ProjectContext } from '@main/operations/context'
import { conflictsOf, partMax } from './parts'
import type { PlanReverses, Reverse } from './reverses'
import { joined } from './reverses'
import type { TakeBackCall, TakenBack, ApplyCall, MadeRecords, PartPorts } from './types'

/** Pauses before the next attempts while the database is away. */
const pausesMs: readonly number[] = [200, 500, 1_000, 2_000, 4_000]

/** A later attempt may succeed after these errors. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'DATABASE_UNAVAILABLE',
  'DATABASE_REFUSED',
  'DATABASE_BUSY',
  'QUERY_TIMEOUT',
  'WRITE_UNCERTAIN',
])

export interface TakeBackOptions {
  readonly apply: PartPorts['apply']
  readonly stored: PartPorts['stored']
  readonly reversesOf: PlanReverses
  /** @returns the number of records that can't come back */
  readonly restore: (context: ProjectContext, entry: string) => Promise<number>
  readonly call: (context: ProjectContext, reverse: Extract<Reverse, { readonly kind: 'call' }>) => Promise<unknown>
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * Creates the way back of a change that failed after some of its parts. It never overwrites a later change: it skips
 * records that another client changed since, and counts them. While the database is away, it retries for some seconds.
 */
export function createTakeBack(options: TakeBackOptions): (call: TakeBackCall) => Promise<TakenBack> {
  const { pause = delay } = options

  const retried = async <T>(run: (attempt: number) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await run(attempt)
      } catch (error) {
        const pauseMs = pausesMs[attempt - 1]
        if (pauseMs === undefined || !isPassing(error)) throw error
        await pause(pauseMs)
      }
  }

  /** Writes those that are as the change left them. @returns the number of the others */
  const writeSame = async (call: Omit<ApplyCall, 'changes'>, changes: readonly RowChangeToApply[]): Promise<number> => {
    if (changes.length === 0) return 0
    try {
      await retried(() => options.apply({ ...call, changes, conflictsMax: changes.length }))
      return 0
    } catch (error) {
      if (!isOfRecords(error)) throw error
      const conflicts = new Set(conflictsOf(error).map(({ at }) => at))
      if (conflicts.size > 0) {
        const rest = changes.filter((_, at) => !conflicts.has(at))
        if (rest.length < changes.length) return changes.length - rest.length + (await writeSame(call, rest))
      }
      if (changes.length === 1) return 1
      // A record of these can't be reversed, such as one that others link to. The others are.
      const middle = Math.ceil(changes.length / 2)
      return (await writeSame(call, changes.slice(0, middle))) + (await writeSame(call, changes.slice(middle)))
    }
  }

  const write = async (call: Omit<ApplyCall, 'changes'>, made: MadeRecords, all: readonly RowChangeToApply[]) => {
    const known = all.flatMap((each) => guarded(each, made))
    let left = all.length - known.length
    for (let at = 0; at < known.length; at += partMax) left += await writeSame(call, known.slice(at, at + partMax))
    return left
  }

  const restore = async (context: ProjectContext, entry: string): Promise<number> =>
    retried(async (attempt) => {
      try {
        return await options.restore(context, entry)
      } catch (error) {
        // An earlier attempt may have succeeded.
        if (attempt > 1 && error instanceof AppError && error.code === 'TRASH_ENTRY_NOT_FOUND') return 0
        throw error
      }
    })

  return async ({ context, change, made }) => {
    const call = { projectId: context.projectId, context, anyway: false, why: 'undo' }
    let left = 0
    try {
      const reverses = await retried(async () => {
        await options.stored()
        return options.reversesOf(context, change)
      })
      for (const each of joined(reverses)) {
        if (each.kind === 'write') left += await write(call, made, each.changes)
        else if (each.kind === 'restore') left += await restore(context, each.entry)
        else await retried(() => options.call(context, each))
      }
      return { left }
    } catch (error) {
      return { left, error }
    }
  }
}

const isPassing = (error: unknown): boolean => !(error instanceof AppError) || passing.has(error.code)

/** True for errors that some of the records cause. Others would fail again for each record. */
const isOfRecords = (error: unknown): boolean => error instanceof AppError && /^(?:VALUE|ROW)_/.test(error.code)

/** Deletes a created record only if it holds the values that it was created with. */
function guarded(change: RowChangeToApply, made: MadeRecords): readonly RowChangeToApply[] {
  if (change.kind !== 'delete') return [change]
  const expected = made.get(change.table)?.get(change.rowId)
  return expected === undefined ? [] : [{ ...change, expected }]
}
