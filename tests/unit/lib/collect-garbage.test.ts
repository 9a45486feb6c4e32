import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '@main/lib/collect-garbage'

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
