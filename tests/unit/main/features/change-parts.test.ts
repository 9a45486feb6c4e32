import { AppError } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import { applyInParts, oneTransactionMax } from '@main/features/changes'
import type { ProjectContext } from '@main/operations/context'
import { describe, expect, it } from 'vitest'

const listOf = (count: number): RowChangeToApply[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'delete', table: 'things', rowId: String(at), expected: {} }))

/** Applies changes, and fails in one part. */
async function run(count: number, failsAt?: number, abortsAt?: number) {
  const controller = new AbortController()
  const sizes: number[] = []
  const taken: [string, boolean, boolean][] = []
  let stored = 0
  const context = { change: { named: 'change' }, signal: controller.signal } as unknown as ProjectContext
  const ports = {
    apply: async ({ changes }: { readonly changes: readonly RowChangeToApply[] }) => {
      if (sizes.length === failsAt)
        throw new AppError('VALUE_CHANGED', { column: 'name', row: 3, changed: 1, conflicts: [{ at: 3, rowId: '3' }] })
      sizes.push(changes.length)
      if (sizes.length === abortsAt) controller.abort()
    },
    stored: async () => void (stored += 1),
    takeBack: async (within: ProjectContext, change: string) =>
      void taken.push([change, within.change === undefined, within.signal.aborted]),
  }
  const call = { projectId: 'p', context, changes: listOf(count), anyway: false, why: 'restore' }
  const error: unknown = await applyInParts(ports, call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { sizes, taken, stored, error: error as AppError | undefined }
}

describe('a change of many rows', () => {
  it('runs in one transaction up to a size', async () => {
    expect(await run(oneTransactionMax)).toEqual({ sizes: [20_000], taken: [], stored: 0, error: undefined })
    expect(await run(0)).toMatchObject({ sizes: [], error: undefined })
  })

  it('runs in parts above it, and waits for the change log after each', async () => {
    expect(await run(20_001)).toEqual({
      sizes: [5_000, 5_000, 5_000, 5_000, 1],
      taken: [],
      stored: 5,
      error: undefined,
    })
  })

  it('takes written parts back if a later one fails, and says which row of all failed', async () => {
    const { taken, error } = await run(25_000, 2)
    expect(taken).toEqual([['change', true, false]])
    expect(error).toMatchObject({
      code: 'VALUE_CHANGED',
      details: { row: 10_003, conflicts: [{ at: 10_003, rowId: '3' }] },
    })
    expect((await run(25_000, 0)).taken).toEqual([])
  })

  it('takes written parts back if the request is cancelled', async () => {
    const { taken, error, sizes } = await run(25_000, undefined, 2)
    expect([sizes.length, error?.code, taken]).toEqual([2, 'REQUEST_CANCELLED', [['change', true, false]]])
  })
})
