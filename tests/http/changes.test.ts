import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '@common/operations'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string

const send = (api: OperationName, args: unknown, who: TestUser = owner): Promise<Answer> =>
  server.request('/dashboard/', { method: 'POST', token: who.token, body: { api, project_id: project, args } })
const rows = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body, headers })
const changeOf = ({ headers }: Answer): string => String(headers['basalt-change'])
/** Entries of the change log by change. */
const entries = async (change: string): Promise<{ history: number; bulk: number; trash: number; audit: number }> => {
  await send('xcAuditList', {})
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
  const count = (table: string): number =>
    meta.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE change_id = ?`).pluck().get(change) ?? 0
  try {
    return {
      history: count('nc_row_history'),
      bulk: count('nc_changes'),
      trash: count('nc_trash'),
      audit: count('nc_audit'),
    }
  } finally {
    meta.close()
  }
}

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  const made = await server.call('projectCreateByWebWithXCDB', { title: 'Log', projectType: 'rest' } as never, {
    token: owner.token,
  })
  project = (made as { id: string }).id
  await send('tableCreate', {
    tn: 'Thing',
    columns: [
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'note', uidt: 'LongText' },
    ],
  })
})
afterAll(() => server.close())

describe('A response', () => {
  it('names the change of each write, and all entries of the write have its id', async () => {
    const made = await rows('POST', 'Thing', { name: 'Lamp' })
    const changed = await rows('PUT', 'Thing/1', { name: 'Desk lamp' })
    const removed = await rows('DELETE', 'Thing/1')
    const ids = [made, changed, removed].map(changeOf)
    expect(new Set(ids).size).toBe(3)
    expect(ids.toSorted()).toEqual(ids)
    expect(await entries(ids[0] ?? '')).toEqual({ history: 1, bulk: 0, trash: 0, audit: 0 })
    expect(await entries(ids[2] ?? '')).toEqual({ history: 1, bulk: 0, trash: 1, audit: 0 })
  })

  it('names one change for a bulk insert, which is one entry', async () => {
    const names = Array.from({ length: 150 }, (_, at) => ({ name: `Row ${at}` }))
    expect(await entries(changeOf(await rows('POST', 'Thing/bulk', names)))).toEqual({
      history: 0,
      bulk: 1,
      trash: 0,
      audit: 0,
    })
  })

  it('names one change for writes of all kinds in one call', async () => {
    const made = [2, 3].map((n) => ({ id: n, name: `Thing ${n}` }))
    await rows('POST', 'Thing?upsert=true', made[0])
    const applied = await send('rowsApply', {
      id: 'all-kinds',
      changes: [
        { kind: 'create', tn: 'Thing', values: { name: 'New' } },
        { kind: 'update', tn: 'Thing', rowId: '2', values: { name: 'Changed' } },
        { kind: 'delete', tn: 'Thing', rowId: '3' },
      ],
    })
    expect(await entries(changeOf(applied))).toEqual({ history: 3, bulk: 0, trash: 1, audit: 0 })
  })

  it('names the first change again when a write is retried with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'once-only-1' }
    const first = await rows('POST', 'Thing', { name: 'Once' }, headers)
    expect(changeOf(await rows('POST', 'Thing', { name: 'Once' }, headers))).toBe(changeOf(first))
    const changes = [{ kind: 'create', tn: 'Thing', values: { name: 'Twice' } }]
    const [one, other] = [
      await send('rowsApply', { id: 'same-id-1', changes }),
      await send('rowsApply', { id: 'same-id-1', changes }),
    ]
    expect(changeOf(other)).toBe(changeOf(one))
  })

  it('names the change of a command about tables, and of its trash entry', async () => {
    const made = await send('tableCreate', { tn: 'Short', columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    expect(await entries(changeOf(made))).toMatchObject({ audit: 1 })
    const dropped = await send('tableDelete', { tn: 'Short' })
    expect(await entries(changeOf(dropped))).toMatchObject({ audit: 1, trash: 1 })
  })

  it('names no change if nothing was written', async () => {
    for (const none of [await rows('GET', 'Thing'), await rows('DELETE', 'Thing/9999'), await send('tableList', {})])
      expect(none.headers).not.toHaveProperty('basalt-change')
  })
})
