import { AppError } from '@common/errors'
import type { RoleAccess } from '@common/principal/access'
import { contextOf, inRole } from '@tests/helpers/context'
import { describeEngines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { sightedDataApi, type SightedDataApi } from '@tests/helpers/sighted-data-api'
import { waitsForLock } from '@tests/helpers/mariadb'
import { until } from '@tests/helpers/until'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

/*
 * A row rule holds while other clients write. Another connection hides a row, and commits only when a write of the same
 * row waits for it: that write has read the row while it was visible, and must find it gone.
 */

const schema = [
  'CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(100), mail VARCHAR(100))',
  'CREATE TABLE note (id INTEGER PRIMARY KEY, person INTEGER, FOREIGN KEY (person) REFERENCES person (id))',
]

const is = (value: string | { readonly currentUser: true }) => ({ column: 'mail', operator: 'is' as const, value })
const access: RoleAccess = {
  tables: new Map([
    [
      'person',
      { rows: { join: 'or' as const, filters: [is({ currentUser: true as const }), is('eve.2@example.com')] } },
    ],
  ]),
}
const eve = inRole('editor', { email: 'eve@example.com', access })

/** Another client, which has changed a row and not yet committed. */
interface OtherClient {
  readonly untilOneWaits: () => Promise<boolean>
  readonly commit: () => Promise<void>
}

const changes: Partial<Record<Engine['dialect'], (address: string, sql: string) => Promise<OtherClient>>> = {
  postgres: async (address, sql) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query('BEGIN')
    await client.query(sql)
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))'
    return {
      untilOneWaits: () => until(async () => (await client.query(waiting)).rowCount === 1),
      commit: async () => {
        await client.query('COMMIT')
        await client.end()
      },
    }
  },
  mysql: async (address, sql) => {
    const connection = await createConnection({ uri: address })
    await connection.query('START TRANSACTION')
    await connection.query(sql)
    return {
      untilOneWaits: () => until(() => waitsForLock(connection)),
      commit: async () => {
        await connection.query('COMMIT')
        await connection.end()
      },
    }
  },
}

await describeEngines('races with row rules', (engine) => {
  const change = changes[engine.dialect]
  let opened: OpenedEngine
  let sighted: SightedDataApi

  beforeAll(async () => {
    opened = await engine.open()
    await opened.database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
    sighted = await sightedDataApi(opened.database, ['person', 'note'])
    // As in the server: a listener makes writes read the rows before and after.
    sighted.api.events.subscribe(() => undefined)
  })
  beforeEach(async () => {
    const fresh = ['DELETE FROM note', 'DELETE FROM person', "INSERT INTO person VALUES (1, 'Ada', 'eve@example.com')"]
    await opened.database.transact(fresh.map((sql) => ({ sql, params: [] })))
  })
  afterAll(() => opened.drop())

  const apply = async (kind: 'update' | 'delete', anyway: boolean): Promise<unknown> => {
    const row = { table: 'person', rowId: '1', expected: { name: 'Ada' } }
    const list = kind === 'update' ? { kind, ...row, values: { mail: 'eve.2@example.com' } } : { kind, ...row }
    try {
      return await sighted.api.changes.apply({ projectId: 'p', context: contextOf(eve), changes: [list], anyway })
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  const ask = (method: string, path: string, body?: unknown) => () => sighted.ask(eve, path, method, body)
  const mail = 'eve.2@example.com'

  // SQLite runs one writing transaction at a time. SQL Server's readers wait for writers.
  it.skipIf(change === undefined).each<[name: string, write: () => Promise<unknown>, answer: unknown]>([
    ['update', ask('PUT', 'person/1', { mail }), {}],
    ['delete', ask('DELETE', 'person/1'), 0],
    ['updates', ask('PUT', 'person/bulk', [{ id: 1, mail }]), [0]],
    ['deletes', ask('DELETE', 'person/bulk', [{ id: 1 }]), [0]],
    ['upsert', ask('POST', 'person/bulk?upsert=1', [{ id: 1, mail }]), 'VALUE_NOT_UNIQUE'],
    ['write of several tables', ask('PUT', 'person/1', { mail, noteList: [{ id: 1 }] }), {}],
    ['list of updates', () => apply('update', false), 'VALUE_CHANGED'],
    ['list of deletes', () => apply('delete', false), { made: [], skipped: [] }],
    ['list of updates without guard', () => apply('update', true), { made: [], skipped: [0] }],
  ])('%s', async (_, write, answer) => {
    const other = await change?.(opened.address, "UPDATE person SET mail = 'other@example.com' WHERE id = 1")
    const written = write()
    await other?.untilOneWaits()
    await other?.commit()
    expect(await written).toEqual(answer)
    expect(await sighted.ask(inRole('owner'), 'person?hm=')).toEqual([
      { id: 1, name: 'Ada', mail: 'other@example.com' },
    ])
    expect(await sighted.ask(inRole('owner'), 'note?bt=')).toEqual([])
  })
})
