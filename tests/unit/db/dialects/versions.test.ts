import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { SchemaVersion } from '@main/db/dialects/mysql/schema-version'
import { createVersions } from '@main/db/dialects/versions'

/** A server whose schema takes so long to read that it isn't read each time. */
const tookMs = 60
let schema: string
let asked: number

const slowly = (answer: StoredValue[][]): Promise<StoredValue[][]> => {
  asked += 1
  vi.advanceTimersByTime(tookMs)
  return Promise.resolve(answer)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  schema = 'old'
  asked = 0
})
afterEach(() => void vi.useRealTimers())

describe.each([
  [
    'snapshots',
    () => {
      let snapshot = 0
      const read = (sql: string): Promise<StoredValue[][]> =>
        sql === 'snapshot' ? Promise.resolve([[String((snapshot += 1))]]) : slowly([[schema]])
      const versions = createVersions(read, { schema: 'schema', snapshot: 'snapshot' })
      return (options?: { now?: boolean }) => versions.schema(options)
    },
  ],
  [
    'counters',
    () => {
      let counter = 0
      const version = new SchemaVersion((sql) =>
        sql.startsWith('SHOW') ? Promise.resolve([['Com_create_table', (counter += 1)]]) : slowly([[schema]]),
      )
      return (options?: { now?: boolean }) => version.read(options)
    },
  ],
])('the version of a schema, found by %s', (_name, open) => {
  it('is asked for less often than it is used, unless it is wanted as it is now', async () => {
    const version = open()
    expect(await version()).toBe('old')
    schema = 'new'
    expect(await version()).toBe('old')
    expect(asked).toBe(1)
    expect(await version({ now: true })).toBe('new')
    expect(await version()).toBe('new')
    expect(asked).toBe(2)
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
