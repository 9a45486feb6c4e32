import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRounds } from '@tests/helpers/kill-rounds'
import { describeEngines, engineProject, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { randomMoment } from '@tests/helpers/random-moment'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { sendRequest, testPassword } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

const rounds = killRounds(2)
const rowsInTable = 3_000

interface Meta {
  readonly columns: readonly { readonly cn: string; readonly _cn: string; readonly uidt: string }[]
}

/** The two schemas between which the table alternates; each change needs several statements. */
const schemas = [
  { columns: ['value LongText', 'name SingleLineText', 'id ID'], value: 'text', title: 'name' },
  { columns: ['value Number', 'label SingleLineText', 'id ID', 'extra Number'], value: 'number', title: 'label' },
] as const
const changes = [
  [
    { cn: 'value', cno: 'value', uidt: 'Number', altered: 2 },
    { cn: 'label', _cn: 'label', cno: 'name', altered: 8 },
    { cn: 'extra', uidt: 'Number', cdf: '7', altered: 1 },
  ],
  [
    { cn: 'value', cno: 'value', uidt: 'LongText', altered: 2 },
    { cn: 'name', _cn: 'name', cno: 'label', altered: 8 },
    { cn: 'extra', cno: 'extra', altered: 4 },
  ],
] as const

/** A reader of the table who never finishes: its schema can't change until then. */
interface Holder {
  readonly untilSomebodyWaits: () => Promise<boolean>
  readonly release: () => Promise<void>
}

const holders: Record<Extract<Engine['dialect'], 'postgres' | 'mysql'>, (address: string) => Promise<Holder>> = {
  postgres: async (address) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM things LIMIT 1')
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'things'::regclass`
    return {
      untilSomebodyWaits: () => until(async () => (await client.query(waiting)).rowCount === 1),
      release: () => client.end(),
    }
  },
  mysql: async (address) => {
    const connection = await createConnection({ uri: address })
    await connection.query('START TRANSACTION')
    await connection.query('SELECT 1 FROM things LIMIT 1')
    const waiting = `SELECT 1 FROM information_schema.PROCESSLIST WHERE DB = database() AND STATE LIKE 'Waiting for table metadata lock%'`
    return {
      untilSomebodyWaits: () => until(async () => ((await connection.query(waiting))[0] as unknown[]).length === 1),
      release: () => connection.end(),
    }
  },
}

/*
 * Kills a server while it changes a table. Afterwards the table has its old or its new schema: its columns in the
 * database, their settings, and every row.
 */
await describeEngines('Killed schema changes', { nightly: 'all' }, (engine) => {
  let opened: OpenedEngine
  let profile: string
  let token: string
  let project: string
  let running: ServeProcess | undefined
  /** Starts the server unless it runs. The tests share one: each start takes as long as a test. */
  const started = async (): Promise<ServeProcess> => (running ??= await startServeProcess(profile))
  const kill = async (): Promise<void> => {
    await running?.kill()
    running = undefined
  }

  const operation = async (server: ServeProcess, api: string, args: unknown): Promise<unknown> => {
    const answer = await sendRequest(server.origin, `/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, project_id: project, env: '_noco', dbAlias: 'db', args },
    })
    if (answer.status !== 200) throw new Error(`${api} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const columnsNow = async (server: ServeProcess): Promise<Meta['columns']> => {
    const { meta } = (await operation(server, 'tableXcModelGet', { tn: 'things' })) as { meta: string }
    return (JSON.parse(meta) as Meta).columns
  }
  /** Returns which of the two schemas the table has; fails on any other. */
  const schemaNow = async (server: ServeProcess): Promise<0 | 1> => {
    const shown = (await columnsNow(server)).map(({ cn, _cn, uidt }) => {
      expect(_cn).toBe(cn)
      return `${cn} ${uidt}`
    })
    const at = schemas.findIndex(({ columns }) => columns.join() === shown.join())
    if (at === -1) throw new Error(`The table is neither the old nor the new one: ${shown.join(', ')}`)
    return at as 0 | 1
  }

  beforeAll(async () => {
    opened = await engine.open()
    profile = await mkdtemp(join(tmpdir(), 'basalt-killed-schema-'))
    const server = await started()
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    const [create, args] = engineProject(engine, opened)
    project = ((await operation(server, create, args)) as { id: string }).id
    await operation(server, 'tableCreate', {
      tn: 'things',
      columns: [
        { cn: 'value', uidt: 'LongText' },
        { cn: 'name', uidt: 'SingleLineText' },
      ],
    })
    const rows = Array.from({ length: rowsInTable }, (_, at) => ({ value: String(at), name: `thing ${at}` }))
    const path = `/nc/${project}/api/v1/things/bulk`
    expect((await sendRequest(server.origin, path, { method: 'POST', token, body: rows })).status).toBe(200)
  })
  afterAll(async () => {
    expect(await running?.stop()).toBe(0)
    await opened.drop()
    await rm(profile, { recursive: true, force: true })
  })

  it(`leave the old schema or the new one, ${rounds} times`, async () => {
    let server = await started()
    const startedMs = performance.now()
    for (const columns of changes) await operation(server, 'tableUpdate', { tn: 'things', columns })
    const bothMs = performance.now() - startedMs
    for (let round = 0; round < rounds; round += 1) {
      const victim = server
      const before = await schemaNow(victim)
      const changing = (async () => {
        for (let now = before; ; now = now === 0 ? 1 : 0) {
          await operation(victim, 'tableUpdate', { tn: 'things', columns: changes[now] })
        }
      })().catch((error: unknown) => error)
      await randomMoment(bothMs)
      await kill()
      // The connection broke: an error response would have been a response.
      expect(String(await changing)).not.toContain('answered')

      server = await started()
      const after = schemas[await schemaNow(server)] ?? schemas[0]
      const path = `/nc/${project}/api/v1/things`
      expect((await sendRequest(server.origin, `${path}/count`, { token })).json).toEqual({ count: rowsInTable })
      const [row] = (await sendRequest(server.origin, `${path}?sort=-id&limit=1`, { token })).json as [
        Record<string, unknown>,
      ]
      const last = rowsInTable - 1
      expect(row).toMatchObject({ value: after.value === 'text' ? String(last) : last, [after.title]: `thing ${last}` })
    }
  }, 180_000)

  // A server doesn't notice immediately that the client of its statement has gone.
  it.skipIf(!Object.hasOwn(holders, engine.dialect))(
    'are known for what they came to, though that takes longer than the next start',
    async () => {
      const first = await started()
      const before = await columnsNow(first)
      const old = before.at(-1)?.cn ?? ''
      const held = await holders[engine.dialect as keyof typeof holders](opened.address)
      const column = { cn: 'renamed', _cn: 'Renamed later', cno: old, altered: 8 }
      const changing = operation(first, 'tableUpdate', { tn: 'things', columns: [column] }).catch(() => undefined)
      await held.untilSomebodyWaits()
      await kill()
      await changing

      const next = await started()
      const shown = columnsNow(next)
      await held.release()
      const titles = (await shown).map(({ cn, _cn }) => `${cn}: ${_cn}`)
      const others = before.slice(0, -1).map(({ cn, _cn }) => `${cn}: ${_cn}`)
      expect([
        [...others, 'renamed: Renamed later'],
        [...others, `${old}: ${before.at(-1)?._cn}`],
      ]).toContainEqual(titles)
      expect((await columnsNow(next)).map(({ cn, _cn }) => `${cn}: ${_cn}`)).toEqual(titles)
    },
    120_000,
  )
})
