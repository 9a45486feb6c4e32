import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage, collectGrowth } from '@main/lib/collect-garbage'

it('gives back what nobody holds any more, and keeps what somebody does', async () => {
  const held = { rows: Array.from({ length: 1_000 }, (_, at) => ({ at })) }
  const gone = new WeakRef({ rows: Array.from({ length: 1_000 }, (_, at) => ({ at })) })
  const there = new WeakRef(held)
  // A tick holds the objects it accessed until it ends.
  await nextTurn()
  collectGarbage()
  expect(gone.deref()).toBeUndefined()
  expect(there.deref()).toBe(held)
  expect(held.rows).toHaveLength(1_000)
})

it('collects again only when the heap has grown', async () => {
  const refs: WeakRef<object>[] = []
  const leave = async (count: number): Promise<void> => {
    refs.push(new WeakRef(Array.from({ length: count }, (_, at) => ({ at }))))
    await nextTurn()
  }
  await leave(1)
  collectGrowth()
  expect(refs[0]?.deref()).toBeUndefined()
  await leave(1)
  collectGrowth()
  expect(refs[1]?.deref()).toBeDefined()
  await leave(500_000)
  collectGrowth()
  expect(refs[2]?.deref()).toBeUndefined()
})
