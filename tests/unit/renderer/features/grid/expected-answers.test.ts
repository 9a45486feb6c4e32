import type { LiveChange } from '@common/live'
import { expectAnswer, readData } from '@renderer/features/grid/expected-answers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const fake = vi.hoisted(() => ({
  calls: [] as { readonly path: unknown; readonly signal: AbortSignal }[],
  listeners: new Set<(changes: readonly unknown[]) => void>(),
}))

vi.mock('@renderer/api', () => ({
  data: {
    call: (_projectId: string, path: unknown, { signal }: { readonly signal: AbortSignal }) => {
      fake.calls.push({ path, signal })
      return Promise.resolve(fake.calls.length)
    },
  },
  live: {
    listen: (_projectId: string, listener: () => void) => {
      fake.listeners.add(listener)
      return () => fake.listeners.delete(listener)
    },
  },
}))

describe('Prefetched responses', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    fake.calls.length = 0
  })
  afterEach(() => {
    vi.advanceTimersByTime(60_000)
    expect(fake.listeners.size).toBe(0)
    vi.useRealTimers()
  })

  const read = (limit = 100, signal = new AbortController().signal) => readData('p', ['things'], { limit }, signal)
  const expectRows = (): void => expectAnswer('p', ['things'], { limit: 100 })

  it('are used once', async () => {
    expectRows()
    expectRows()
    expect(await read()).toBe(1)
    expect(await read()).toBe(2)
    expect(fake.calls).toHaveLength(2)
  })

  it('are used for the same request only', async () => {
    expectRows()
    expect(await read(50)).toBe(2)
  })

  it('are dropped when something changes in the project', async () => {
    expectRows()
    const change: LiveChange = { kind: 'elsewhere' }
    for (const listener of fake.listeners) listener([change])
    expect(fake.calls[0]?.signal.aborted).toBe(true)
    expect(await read()).toBe(2)
  })

  it('are dropped when nobody uses them soon', async () => {
    expectRows()
    vi.advanceTimersByTime(2_000)
    expect(fake.calls[0]?.signal.aborted).toBe(true)
    expect(await read()).toBe(2)
  })

  it('end with the request that uses them', () => {
    expectRows()
    const wanted = new AbortController()
    void read(100, wanted.signal)
    expect(fake.calls[0]?.signal.aborted).toBe(false)
    wanted.abort()
    expect(fake.calls[0]?.signal.aborted).toBe(true)
  })
})
