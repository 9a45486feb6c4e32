import { AppError } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import { createTakeBack } from '@main/features/changes'
import type { ProjectContext } from '@main/operations/context'
import { describe, expect, it } from 'vitest'

const context = { projectId: 'p', signal: new AbortController().signal } as unknown as ProjectContext

const updateOf = (rowId: string): RowChangeToApply => ({
  kind: 'update',
  table: 'things',
  rowId,
  values: { name: 'Old' },
  expected: { name: 'Restored' },
})
const deleteOf = (rowId: string): RowChangeToApply => ({ kind: 'delete', table: 'things', rowId, expected: {} })

/** Takes changes back, in a store whose records are `held`. */
async function run(
  changes: readonly RowChangeToApply[],
  given: { held: Map<string, string>; away?: number; linked?: readonly string[]; storedFails?: number },
) {
  const { held, linked = [] } = given
  const pauses: number[] = []
  const calls: boolean[] = []
  let [away, storedFails] = [given.away ?? 0, given.storedFails ?? 0]
  const apply = async (call: { readonly changes: readonly RowChangeToApply[]; readonly anyway: boolean }) => {
    if (away-- > 0) throw new AppError('DATABASE_UNAVAILABLE')
    calls.push(call.anyway)
    const rows = call.changes.filter((each) => each.kind !== 'create')
    const conflicts = rows.flatMap(({ rowId, expected }, at) => {
      const isSame = Object.values(expected).every((value) => value === held.get(rowId))
      return isSame ? [] : [{ at, rowId }]
    })
    if (conflicts.length > 0) throw new AppError('VALUE_CHANGED', { conflicts: conflicts.slice(0, 2) })
    if (rows.some(({ kind, rowId }) => kind === 'delete' && linked.includes(rowId)))
      throw new AppError('ROW_REFERENCED', {})
    for (const each of rows)
      if (each.kind === 'delete') held.delete(each.rowId)
      else held.set(each.rowId, 'Old')
    return { made: [] }
  }
  const takeBack = createTakeBack({
    apply,
    stored: async () => {
      if (storedFails-- > 0) throw new AppError('DATABASE_UNAVAILABLE')
    },
    reversesOf: async () => [{ kind: 'write', table: {} as never, changes }],
    restore: async () => 0,
    call: async () => undefined,
    pause: async (ms) => void pauses.push(ms),
  })
  const made = new Map([['things', new Map([...held.keys()].map((rowId) => [rowId, { name: 'Created' }]))]])
  return { done: await takeBack({ context, change: 'change', made }), pauses, calls, held: Object.fromEntries(held) }
}

describe('taking back a change in parts', () => {
  it('keeps what another client wrote since, and counts it', async () => {
    const held = new Map([
      ['1', 'Restored'],
      ['2', 'Edited'],
      ['3', 'Edited'],
      ['4', 'Edited'],
      ['5', 'Restored'],
    ])
    const { done, calls, ...after } = await run([...held.keys()].map(updateOf), { held })
    expect(done).toEqual({ left: 3 })
    expect(after.held).toEqual({ 1: 'Old', 2: 'Edited', 3: 'Edited', 4: 'Edited', 5: 'Old' })
    expect(calls).not.toContain(true)
  })

  it('deletes a created record only if it is as it was created', async () => {
    const held = new Map([
      ['1', 'Created'],
      ['2', 'Edited'],
      ['3', 'Created'],
      ['4', 'Created'],
    ])
    const { done, ...after } = await run([...held.keys()].map(deleteOf), { held, linked: ['3'] })
    expect(done).toEqual({ left: 2 })
    expect(after.held).toEqual({ 2: 'Edited', 3: 'Created' })
  })

  it('retries while the database is away', async () => {
    const { done, pauses, ...after } = await run([updateOf('1')], {
      held: new Map([['1', 'Restored']]),
      away: 3,
      storedFails: 1,
    })
    expect(done).toEqual({ left: 0 })
    expect(pauses).toEqual([200, 200, 500, 1_000])
    expect(after.held).toEqual({ 1: 'Old' })
  })

  it('ends after some seconds, and says why', async () => {
    const { done, pauses } = await run([updateOf('1')], { held: new Map([['1', 'Restored']]), away: 100 })
    expect(done).toMatchObject({ left: 0, error: { code: 'DATABASE_UNAVAILABLE' } })
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(7_700)
  })

  /** Takes 5,000 updates back, each of which fails with an error. */
  const failing = async (fail: (conflictsMax: number) => AppError) => {
    let calls = 0
    const takeBack = createTakeBack({
      apply: async ({ conflictsMax = 200 }) => {
        calls += 1
        throw fail(conflictsMax)
      },
      stored: async () => undefined,
      reversesOf: async () => [
        { kind: 'write', table: {} as never, changes: Array.from({ length: 5_000 }, (_, at) => updateOf(String(at))) },
      ],
      restore: async () => 0,
      call: async () => undefined,
    })
    return { done: await takeBack({ context, change: 'change', made: new Map() }), calls }
  }

  it.each(['NOT_ALLOWED', 'TABLE_NOT_FOUND', 'VIEW_READ_ONLY'] as const)(
    'ends at once with %s, which each record would cause',
    async (code) => {
      const { done, calls } = await failing(() => new AppError(code))
      expect(done).toMatchObject({ left: 0, error: { code } })
      expect(calls).toBe(1)
    },
  )

  it('finds all conflicts of a part at once', async () => {
    const { done, calls } = await failing((max) => {
      const conflicts = Array.from({ length: 5_000 }, (_, at) => ({ at, rowId: String(at) }))
      return new AppError('VALUE_CHANGED', { conflicts: conflicts.slice(0, max) })
    })
    expect([done, calls]).toEqual([{ left: 5_000 }, 1])
  })
})
