import { expect, it } from 'vitest'
import { createSessionUses } from '@main/features/auth/session-uses'
import type { MetaStep } from '@main/db/meta'

/** A store whose writes take until the test ends them. */
function slowStore() {
  const written: (readonly MetaStep[])[] = []
  let release = (): void => undefined
  return {
    written,
    release: () => release(),
    transact: async (steps: readonly MetaStep[]) => {
      written.push(steps)
      await new Promise<void>((resolve) => (release = resolve))
      return []
    },
  }
}

it('stores a use of a session once a minute, and gathers those that arrive during a write', async () => {
  const store = slowStore()
  let minutes = 0
  const clock = { now: () => new Date(0), monotonicMs: () => minutes * 60_000 }
  const uses = createSessionUses({ store: store as never, clock, report: (error) => expect.unreachable(String(error)) })

  uses.used('first', { ip: '10.0.0.1', agent: 'curl/8' })
  for (let n = 0; n < 100; n += 1) uses.used('first', { ip: '10.0.0.2' })
  uses.used('second', {})
  uses.used('third', {})
  expect(store.written.map((steps) => steps.length)).toEqual([1])
  store.release()
  await Promise.resolve()
  minutes = 1
  uses.used('first', { ip: '10.0.0.2' })
  await expect.poll(() => store.written.map((steps) => steps.length)).toEqual([1, 3])
  store.release()
  await uses.settled()
  // Writes to any other table would invalidate the cached rights of all users.
  const tables = store.written.flat().map((step) => ('table' in step ? step.table : step.sql))
  expect(new Set(tables)).toEqual(new Set(['nc_session_uses']))
})

it('reports a failed write and stores the next use', async () => {
  const failures: unknown[] = []
  let works = false
  const store = { transact: () => (works ? Promise.resolve([]) : Promise.reject(new Error('disk full'))) }
  const clock = { now: () => new Date(0), monotonicMs: () => 0 }
  const uses = createSessionUses({ store: store as never, clock, report: (error) => failures.push(error) })
  uses.used('first', {})
  await uses.settled()
  works = true
  uses.used('second', {})
  await uses.settled()
  expect(failures).toEqual([new Error('disk full')])
})
