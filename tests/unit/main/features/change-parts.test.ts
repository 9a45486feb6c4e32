import { AppError } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import { applyInParts, checkParts, oneTransactionMax } from '@main/features/changes'
import type { ProjectContext } from '@main/operations/context'
import { describe, expect, it } from 'vitest'

type Made = ReadonlyMap<string, ReadonlyMap<string, unknown>>

const listOf = (count: number): RowChangeToApply[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'create', table: 'things', values: { name: `Thing ${at}` } }))

/** Applies changes, and fails in one part. */
async function run(
  count: number,
  given: { failsAt?: number; abortsAt?: number; left?: number; backFails?: true } = {},
) {
  const controller = new AbortController()
  const sizes: number[] = []
  const taken: { change: string; isNamed: boolean; isAborted: boolean; made: Made }[] = []
  let stored = 0
  const context = { change: { named: 'change' }, signal: controller.signal } as unknown as ProjectContext
  const ports = {
    apply: async ({ changes }: { readonly changes: readonly RowChangeToApply[] }) => {
      if (sizes.length === given.failsAt)
        throw new AppError('VALUE_CHANGED', { column: 'name', row: 3, changed: 1, conflicts: [{ at: 3, rowId: '3' }] })
      const before = sizes.reduce((sum, size) => sum + size, 0)
      sizes.push(changes.length)
      if (sizes.length === given.abortsAt) controller.abort()
      const made = changes.map((_, at) => ({
        at,
        rowId: String(before + at),
        row: { id: before + at, name: `Thing ${before + at}`, updated: 'now' },
      }))
      return { made }
    },
    stored: async () => void (stored += 1),
    check: async () => undefined,
    takeBack: async (call: { context: ProjectContext; change: string; made: Made }) => {
      const { change, made } = call
      taken.push({ change, isNamed: call.context.change !== undefined, isAborted: call.context.signal.aborted, made })
      return { left: given.left ?? 0, ...(given.backFails && { error: new AppError('DATABASE_UNAVAILABLE') }) }
    },
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
    const { taken, error } = await run(25_000, { failsAt: 2 })
    expect(taken).toMatchObject([{ change: 'change', isNamed: false, isAborted: false }])
    expect(error).toMatchObject({
      code: 'VALUE_CHANGED',
      details: { row: 10_003, conflicts: [{ at: 10_003, rowId: '3' }] },
    })
    expect((await run(25_000, { failsAt: 0 })).taken).toEqual([])
  })

  it('names the values that it created, so that edited records stay', async () => {
    const { taken } = await run(25_000, { failsAt: 2 })
    const things = taken[0]?.made.get('things')
    expect(things?.size).toBe(10_000)
    expect(things?.get('7000')).toEqual({ name: 'Thing 7000' })
  })

  it('takes written parts back if the request is cancelled', async () => {
    const { taken, error, sizes } = await run(25_000, { abortsAt: 2 })
    expect([sizes.length, error?.code]).toEqual([2, 'REQUEST_CANCELLED'])
    expect(taken).toMatchObject([{ change: 'change', isNamed: false, isAborted: false }])
  })

  it('tells how many records keep what it wrote, beside what failed', async () => {
    const why = { key: 'errorWords.inRow' }
    const partly = (await run(25_000, { failsAt: 2, left: 3 })).error
    expect(partly).toMatchObject({ code: 'CHANGE_PARTLY_TAKEN_BACK', details: { count: 3, why } })
    const not = (await run(25_000, { failsAt: 3, backFails: true })).error
    expect(not).toMatchObject({ code: 'CHANGE_NOT_TAKEN_BACK', details: { count: 15_000, why } })
  })

  it('is refused before the first part because of a record that another client changed', async () => {
    const changes: RowChangeToApply[] = Array.from({ length: 30_000 }, (_, at) =>
      at % 2 === 0
        ? { kind: 'delete', table: 'things', rowId: String(at), expected: {} }
        : { kind: 'update', table: 'things', rowId: String(at), values: {}, expected: {} },
    )
    const context = { signal: new AbortController().signal } as unknown as ProjectContext
    const check = async (call: { readonly changes: readonly { readonly rowId?: string }[] }) => {
      const at = call.changes.findIndex(({ rowId }) => rowId === '20001')
      if (at >= 0) throw new AppError('VALUE_CHANGED', { row: at, conflicts: [{ at, rowId: '20001' }] })
    }
    const call = { projectId: 'p', context, changes, anyway: false, why: 'restore' }
    await expect(checkParts(check as never, call)).rejects.toMatchObject({
      details: { row: 20_001, conflicts: [{ at: 20_001, rowId: '20001' }] },
    })
  })
})
