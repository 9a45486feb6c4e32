import type { StoredValue } from '@common/columns/column-type'
import { requestFacts, type MetaStore } from '@main/db/meta'
import { beforeEach, describe, expect, it } from 'vitest'

interface Query {
  readonly sql: string
  readonly params: readonly StoredValue[]
  readonly answer: (rows: StoredValue[][]) => void
}

const person = (id: string): StoredValue[] => [
  '2099',
  Number(id.slice(1)),
  `${id}@example.com`,
  '',
  '',
  'user',
  0,
  1,
  'p',
  'owner',
  3,
]
const facts = (version: string, stopped: string | null = null): StoredValue[] => ['sealed', 'file', version, stopped]

describe('facts of a request', () => {
  let queries: Query[]
  let store: MetaStore
  beforeEach(() => {
    queries = []
    store = {
      read: (sql: string, params: readonly StoredValue[] = []) =>
        new Promise<StoredValue[][]>((answer) => void queries.push({ sql, params, answer })),
    } as MetaStore
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const at = (index: number): Query => {
    const query = queries[index]
    if (query === undefined) throw new Error(`There are ${queries.length} queries`)
    return query
  }
  const sessionRow = (id: string, version = 'v1'): StoredValue[] => [id, ...person(id), ...facts(version)]

  it('read all sessions of a moment, and the project, with one query of few texts', async () => {
    const { session, project } = requestFacts(store)
    const sinceMs = performance.now()
    const asked = ['s1', 's2', 's3'].map((id) => session(id, 'p'))
    await turn()
    expect(queries).toHaveLength(1)
    expect(at(0).params.slice(-4)).toEqual(['s1', 's2', 's3', 's1'])
    at(0).answer([sessionRow('s2'), sessionRow('s1')])
    expect(await Promise.all(asked)).toEqual([person('s1'), person('s2'), undefined])
    expect(await project('p', sinceMs)).toMatchObject({ connection: 'sealed file', metadata: 'v1', isStopped: false })
    expect(queries).toHaveLength(1)
  })

  it('are read again for a request that began after the query', async () => {
    const { session, project } = requestFacts(store)
    const asked = session('s1', 'p')
    await turn()
    // This request begins while the query runs, which may not see what another server wrote before it.
    const later = project('p', performance.now())
    at(0).answer([sessionRow('s1', 'v1')])
    await asked
    at(1).answer([facts('v2', 'stopped_project:p')])
    expect(await later).toMatchObject({ metadata: 'v2', isStopped: true })
    const now = project('p')
    expect(queries).toHaveLength(3)
    at(2).answer([facts('v3')])
    expect(await now).toMatchObject({ metadata: 'v3', isStopped: false })
  })

  it('stay the newest when an older query ends last', async () => {
    const { session, project } = requestFacts(store)
    const slow = session('s1', 'p')
    await turn()
    const sinceMs = performance.now()
    const quick = project('p')
    at(1).answer([facts('v2')])
    await quick
    at(0).answer([sessionRow('s1', 'v1')])
    await slow
    expect(await project('p', sinceMs)).toMatchObject({ metadata: 'v2' })
    expect(queries).toHaveLength(2)
  })

  it('are apart for each project', async () => {
    const { session, project } = requestFacts(store)
    const sinceMs = performance.now()
    void session('s1', 'p')
    void session('s1', 'q')
    await turn()
    expect(queries.map(({ params }) => params[0])).toEqual(['p', 'q'])
    at(0).answer([sessionRow('s1')])
    await turn()
    void project('q', sinceMs)
    expect(queries).toHaveLength(3)
  })

  it('take several queries for many sessions', async () => {
    const { session } = requestFacts(store)
    const ids = Array.from({ length: 20 }, (_, index) => `s${index + 1}`)
    const asked = Promise.all(ids.map((id) => session(id, 'p')))
    await turn()
    expect(queries.map(({ params }) => params.length - 3)).toEqual([16, 4])
    at(0).answer(ids.slice(0, 16).map((id) => sessionRow(id)))
    at(1).answer(ids.slice(16).map((id) => sessionRow(id)))
    expect((await asked).map((row) => row?.[2])).toEqual(ids.map((id) => `${id}@example.com`))
  })
})
