import { createVersions, type Versions } from '@main/db/dialects/versions'
import { beforeEach, describe, expect, it } from 'vitest'

describe('versions of a schema', () => {
  let reads: string[]
  let current: string
  let versions: Versions
  beforeEach(() => {
    reads = []
    current = 'one'
    versions = createVersions(
      (sql) => {
        reads.push(sql)
        return Promise.resolve([[current]])
      },
      { schema: 'schema' },
    )
  })

  it('are shared with a request that began before they were read', async () => {
    const sinceMs = performance.now()
    expect(await versions.schema()).toBe('one')
    current = 'two'
    expect(await versions.schema({ sinceMs })).toBe('one')
    expect(reads).toHaveLength(1)
  })

  it('are read for a request that began later, and for one that needs the newest', async () => {
    const sinceMs = performance.now()
    await versions.schema()
    current = 'two'
    expect(await versions.schema({ sinceMs: performance.now() })).toBe('two')
    current = 'three'
    expect(await versions.schema({ sinceMs, now: true })).toBe('three')
  })

  it('are read again after a change through this server', async () => {
    const sinceMs = performance.now()
    await versions.schema()
    current = 'two'
    versions.forget()
    expect(await versions.schema({ sinceMs })).toBe('two')
  })
})

it.each(['a newer one', 'a schema change'])(
  'a slow read of the schema that ends after %s is not cached',
  async (what) => {
    const slow: ((version: string) => void)[] = []
    let snapshot = 0
    const versions = createVersions(
      async (sql) => {
        if (sql === 'snapshot') return [[String((snapshot += 1))]]
        return [[slow.length === 0 ? await new Promise<string>((resolve) => slow.push(resolve)) : schema]]
      },
      { schema: 'schema', snapshot: 'snapshot' },
    )
    const first = versions.schema()
    await vi.waitUntil(() => slow.length === 1)
    schema = 'new'
    if (what === 'a newer one') expect(await versions.schema({ now: true })).toBe('new')
    else versions.forget()
    vi.advanceTimersByTime(60_000)
    slow[0]?.('old')
    expect(await first).toBe('old')
    expect(await versions.schema()).toBe('new')
  },
)
