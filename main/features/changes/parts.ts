import { AppError, errorMessage } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import type { ProjectContext } from '@main/operations/context'
import type { TakenBack, PartPorts, ApplyCall, MadeValues } from './types'

/** Changes of one transaction. More of them run in parts. */
export const oneTransactionMax = 20_000
/** Changes of each transaction then. */
export const partMax = 5_000

/** Splits changes into parts that a database writes in seconds. A short list stays whole. */
export function partsOf(changes: readonly RowChangeToApply[]): (readonly RowChangeToApply[])[] {
  if (changes.length <= oneTransactionMax) return changes.length === 0 ? [] : [changes]
  const count = Math.ceil(changes.length / partMax)
  return Array.from({ length: count }, (_, at) => changes.slice(at * partMax, (at + 1) * partMax))
}

/** Finds conflicts of updates before the first part is written. @throws AppError VALUE_CHANGED and others of `apply` */
export async function checkParts(check: PartPorts['check'], call: ApplyCall): Promise<void> {
  const updates = call.changes.flatMap((change, at) => (change.kind === 'update' ? [{ change, at }] : []))
  for (let from = 0; from < updates.length; from += partMax) {
    const part = updates.slice(from, from + partMax)
    await check({ ...call, changes: part.map(({ change }) => change) }).catch((error: unknown) => {
      throw moved(error, (at) => part[at]?.at ?? at)
    })
  }
}

/** The part of a change that is written, in case a later part fails. */
export interface Progress {
  /** Records so far. A call that reverses a command counts as one. */
  written: number
  readonly made: Map<string, Map<string, MadeValues>>
}

/** Adds a created record. */
export function addMade({ made }: Progress, table: string, rowId: string, values: MadeValues): void {
  const ofTable = made.get(table) ?? new Map<string, MadeValues>()
  made.set(table, ofTable.set(rowId, values))
}

/**
 * Writes rows as one change: up to `oneTransactionMax` in one transaction. Larger changes would hold locks for minutes,
 * so they run in several transactions. A failure or a cancelled request takes the written parts back, except for
 * records that another client changed since.
 *
 * @throws AppError REQUEST_CANCELLED, CHANGE_PARTLY_TAKEN_BACK, CHANGE_NOT_TAKEN_BACK, errors of `apply`
 */
export const applyInParts = (ports: Omit<PartPorts, 'check'>, call: ApplyCall): Promise<void> =>
  orTakenBack(ports.takeBack, call.context, (progress) => writeParts(ports, call, progress))

/**
 * Writes rows in parts, and leaves those that are written to `orTakenBack` if a later one fails.
 *
 * @throws AppError REQUEST_CANCELLED, errors of `apply`
 */
export async function writeParts(
  { apply, stored }: Pick<PartPorts, 'apply' | 'stored'>,
  call: ApplyCall,
  progress: Progress,
): Promise<void> {
  const { context, changes } = call
  const parts = partsOf(changes)
  let before = 0
  for (const part of parts) {
    if (parts.length > 1 && context.signal.aborted) throw new AppError('REQUEST_CANCELLED')
    const done = await apply({ ...call, changes: part }).catch((error: unknown) => {
      throw moved(error, (at) => at + before)
    })
    before += part.length
    progress.written += part.length
    for (const { at, rowId, row } of done.made) {
      const change = part[at]
      if (change?.kind === 'create' && rowId !== null)
        addMade(progress, change.table, rowId, pick(row, Object.keys(change.values)))
    }
    // The log is written behind. It would lose entries if the parts were faster.
    if (parts.length > 1) await stored()
  }
}

/**
 * Runs the writes of one change. If one fails, takes back those before it.
 *
 * @throws AppError CHANGE_PARTLY_TAKEN_BACK, CHANGE_NOT_TAKEN_BACK, errors of `work`
 */
export async function orTakenBack(
  takeBack: PartPorts['takeBack'],
  context: ProjectContext,
  work: (progress: Progress) => Promise<void>,
): Promise<void> {
  const progress: Progress = { written: 0, made: new Map() }
  try {
    await work(progress)
  } catch (error) {
    const { written, made } = progress
    const change = context.change?.named
    if (written === 0 || change === undefined) throw error
    // Taking back is no change of its own, and nothing cancels it.
    const { change: _change, ...rest } = context
    const within = { ...rest, signal: new AbortController().signal }
    throw leftBehind(error, written, await takeBack({ context: within, change, made }))
  }
}

/** Returns the error, with the records that keep what was written. */
function leftBehind(error: unknown, written: number, back: TakenBack): unknown {
  const why = error instanceof AppError ? errorMessage(error.code, error.details) : errorMessage('INTERNAL')
  if (back.error !== undefined)
    return new AppError(
      'CHANGE_NOT_TAKEN_BACK',
      { why, count: written },
      { cause: new AggregateError([error, back.error]) },
    )
  return back.left === 0 ? error : new AppError('CHANGE_PARTLY_TAKEN_BACK', { why, count: back.left }, { cause: error })
}

const pick = (row: MadeValues, titles: readonly string[]): MadeValues =>
  Object.fromEntries(titles.flatMap((title) => (Object.hasOwn(row, title) ? [[title, row[title]]] : [])))

/** A record that another client changed since. */
export interface Conflict {
  /** Position of its change. */
  readonly at: number
  readonly rowId: string
  /** Absent if the record is deleted. */
  readonly column?: string
}

/** Returns the conflicts that an error names; none for other errors. */
export function conflictsOf(error: unknown): readonly Conflict[] {
  const conflicts = error instanceof AppError && error.code === 'VALUE_CHANGED' ? error.details['conflicts'] : undefined
  return Array.isArray(conflicts) ? (conflicts as readonly Conflict[]) : []
}

/** Moves the positions of rows that an error names. */
function moved(error: unknown, place: (at: number) => number): unknown {
  if (!(error instanceof AppError)) return error
  const { row } = error.details
  const conflicts = conflictsOf(error)
  return new AppError(
    error.code,
    {
      ...error.details,
      ...(typeof row === 'number' && { row: place(row) }),
      ...(conflicts.length > 0 && { conflicts: conflicts.map((one) => ({ ...one, at: place(one.at) })) }),
    },
    { cause: error },
  )
}
