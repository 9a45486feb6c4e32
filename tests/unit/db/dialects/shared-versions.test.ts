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
