import { AppError } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import type { ProjectContext } from '@main/operations/context'

/** Changes of one transaction. More of them run in parts. */
export const oneTransactionMax = 20_000
const partMax = 5_000

export interface ApplyCall {
  readonly projectId: string
  readonly context: ProjectContext
  readonly changes: readonly RowChangeToApply[]
  readonly anyway: boolean
  readonly why: string
}

export interface PartPorts {
  /** Writes rows of any tables in one transaction. */
  readonly apply: (call: ApplyCall) => Promise<unknown>
  /** Resolves when the change log holds all writes so far. */
  readonly stored: () => Promise<unknown>
  /** Reverses what a change has written so far. */
  readonly takeBack: (context: ProjectContext, change: string) => Promise<unknown>
}

/** Splits changes into parts that a database writes in seconds. A short list stays whole. */
export function partsOf(changes: readonly RowChangeToApply[]): (readonly RowChangeToApply[])[] {
  if (changes.length <= oneTransactionMax) return changes.length === 0 ? [] : [changes]
  const count = Math.ceil(changes.length / partMax)
  return Array.from({ length: count }, (_, at) => changes.slice(at * partMax, (at + 1) * partMax))
}

/**
 * Writes rows as one change: up to `oneTransactionMax` in one transaction. Larger changes would hold locks for minutes,
 * so they run in several transactions, and a failure or a cancelled request takes the written parts back.
 *
 * @throws AppError REQUEST_CANCELLED, errors of `apply`
 */
export async function applyInParts({ apply, stored, takeBack }: PartPorts, call: ApplyCall): Promise<void> {
  const { context, changes } = call
  const parts = partsOf(changes)
  let written = 0
  try {
    for (const part of parts) {
      if (parts.length > 1 && context.signal.aborted) throw new AppError('REQUEST_CANCELLED')
      await apply({ ...call, changes: part })
      written += part.length
      // The log is written behind. It would lose entries if the parts were faster.
      if (parts.length > 1) await stored()
    }
  } catch (error) {
    const change = context.change?.named
    if (written > 0 && change !== undefined) {
      // Taking back is no change of its own, and nothing cancels it.
      const { change: _change, ...rest } = context
      await takeBack({ ...rest, signal: new AbortController().signal }, change)
    }
    throw shifted(error, written)
  }
}

/** Counts the place of a row from the first part. */
function shifted(error: unknown, by: number): unknown {
  if (!(error instanceof AppError) || by === 0) return error
  const { row, conflicts } = error.details
  const moved = (at: unknown): unknown => (typeof at === 'number' ? at + by : at)
  return new AppError(
    error.code,
    {
      ...error.details,
      ...(row !== undefined && { row: moved(row) }),
      ...(Array.isArray(conflicts) && {
        conflicts: (conflicts as readonly { readonly at?: unknown }[]).map((one) => ({ ...one, at: moved(one.at) })),
      }),
    },
    { cause: error },
  )
}
