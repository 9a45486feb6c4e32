import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AutomationRun } from '@common/operations/automations'
import { outboxTable, readEntries } from '@main/db/outbox'
import { describeEngines, engineProject, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import BetterSqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A request as the owner of the project. */
type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>

const listed = (value: unknown): AutomationRun[] => (value as { list: AutomationRun[] }).list

/*
 * The test holds the write lock of the meta store, so that a server can commit rows and can't queue their runs. Then it
 * kills the server in exactly this state.
 */
await describeEngines('outbox of automations', { nightly: 'servers' }, (engine: Engine) => {
  describe('changes of records that automations wait for', () => {
    let opened: OpenedEngine
    let profile: string
    let server: ServeProcess
    let send: Send
    let token = ''
    let projectId = ''
    const rows: Send = (method, path, body) => send(method, `/nc/${projectId}/api/v1/things${path}`, body)
    const operate = async (name: string, body: unknown): Promise<unknown> => {
      const { status, json } = await send('POST', `/api/v1/operations/${name}?project=${projectId}`, body)
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(json)}`)
      return json
    }
    const save = async (kind: string, trigger: object = {}): Promise<string> => {
      const steps = [{ kind: 'sql', sql: 'SELECT 1' }]
      const given = { title: kind, trigger: { kind, table: 'things', ...trigger }, steps, retries: 0 }
      return ((await operate('automationSave', given)) as { id: string }).id
    }
    /** Inputs of all runs in the order of the changes, once they are done. */
    const inputs = async (id: string, count: number): Promise<{ data: unknown; old: unknown }[]> => {
      const done = async (): Promise<AutomationRun[]> =>
        listed(await operate('automationRuns', { id, limit: 200 })).filter(({ state }) => state === 'done')
      await expect.poll(async () => (await done()).length, { timeout: 15_000 }).toBe(count)
      return (await done()).toReversed().map(({ input }) => JSON.parse(input) as { data: unknown; old: unknown })
    }
    const entries = async (): Promise<number> => {
      const { dialect } = opened.database
      const sql = `SELECT count(*) FROM ${dialect.quote(outboxTable)}`
      return Number((await opened.database.read({ sql, params: [] }))[0]?.[0])
    }

    beforeAll(async () => {
      ;[opened, profile] = await Promise.all([engine.open(), mkdtemp(join(tmpdir(), 'basalt-outbox-'))])
      server = await startServeProcess(profile)
      send = async (method, path, body) => {
        const { status, json } = await sendRequest(server.origin, path, { method, token, body })
        return { status, json }
      }
      const account = { email: 'owner@example.com', password: testPassword }
      token = ((await send('POST', '/auth/signup', account)).json as { token: string }).token
      const [operation, args] = engineProject(engine, opened)
      const made = await send('POST', `/api/v1/operations/${operation}`, args)
      projectId = (made.json as { id: string }).id
      const columns = [
        { name: 'id', type: 'ID' },
        { name: 'name', type: 'SingleLineText', required: true },
        { name: 'stock', type: 'Number' },
      ]
      await operate('tableCreate', { table: 'things', columns })
    })
    afterAll(async () => {
      await server.kill()
      await opened.drop()
      await rm(profile, { recursive: true })
    })

    it('are none in a database without an outbox', async () => {
      expect(await readEntries(opened.database, 1)).toEqual([])
    })

    it('survive a kill between the commit and the run, in their order, and each runs once', async () => {
      const created = await save('created')
      const changed = await save('changed', { columns: ['stock'] })
      const meta = new BetterSqlite(join(profile, 'meta.sqlite'))
      meta.exec('BEGIN IMMEDIATE')
      const answers = [
        await rows('POST', '', { name: 'One', stock: 0 }),
        await rows('POST', '/bulk', [{ name: 'Two' }, { name: 'Three' }]),
        await rows('PUT', '/1', { stock: 1 }),
        await rows('PUT', '/1', { stock: 2 }),
        await rows('PUT', '/bulk', [
          { id: 1, stock: 3 },
          { id: 2, stock: 3 },
        ]),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(await entries()).toBeGreaterThan(0)
      await server.kill()
      meta.exec('ROLLBACK')
      meta.close()
      server = await startServeProcess(profile)
      expect(await inputs(created, 3)).toMatchObject([
        { data: { name: 'One' }, old: null },
        { data: { name: 'Two' } },
        { data: { name: 'Three' } },
      ])
      const stocks = (await inputs(changed, 4)).map(({ data, old }) => [
        (old as { stock: unknown }).stock,
        (data as { stock: unknown }).stock,
      ])
      expect(stocks).toEqual([
        [0, 1],
        [1, 2],
        [2, 3],
        [null, 3],
      ])
      await expect.poll(entries).toBe(0)
      await server.kill()
      server = await startServeProcess(profile)
      expect(listed(await operate('automationRuns', { id: created }))).toHaveLength(3)
    })

    it('leave nothing behind if they are rolled back', async () => {
      const created = await save('created')
      const deleted = await save('deleted')
      const refused = [
        await rows('POST', '/bulk', [{ name: 'Never' }, { name: null }]),
        await rows('POST', '', { name: null }),
        await send('POST', `/api/v1/operations/rowsApply?project=${projectId}`, {
          id: 'rolled-back-1',
          changes: [
            { kind: 'create', table: 'things', values: { name: 'Never' } },
            { kind: 'update', table: 'things', rowId: '1', values: { name: null } },
          ],
        }),
      ]
      expect(refused.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true])
      expect(await entries()).toBe(0)
      await rows('POST', '', { name: 'Last' })
      const [input] = await inputs(created, 1)
      expect(input?.data).toMatchObject({ name: 'Last' })
      expect(listed(await operate('automationRuns', { id: deleted }))).toEqual([])
    })

    it('come from every way to write', async () => {
      const created = await save('created')
      const changed = await save('changed')
      const deleted = await save('deleted')
      await operate('rowsApply', {
        id: 'several-at-once',
        changes: [
          { kind: 'create', table: 'things', values: { name: 'Applied' } },
          { kind: 'update', table: 'things', rowId: '1', values: { name: 'Changed by a batch' } },
          { kind: 'delete', table: 'things', rowId: '2' },
        ],
        anyway: true,
      })
      const answers = [
        await rows('POST', '/bulk?upsert=true', [{ id: 1, name: 'Upserted' }, { name: 'New by upsert' }]),
        await rows('DELETE', '/bulk', [{ id: 3 }]),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const nameOf = (row: unknown): unknown => (row as { name: unknown }).name
      expect((await inputs(created, 2)).map(({ data }) => nameOf(data))).toEqual(['Applied', 'New by upsert'])
      expect((await inputs(changed, 2)).map(({ data }) => nameOf(data))).toEqual(['Changed by a batch', 'Upserted'])
      expect((await inputs(deleted, 2)).map(({ old }) => nameOf(old))).toEqual(['Two', 'Three'])
      await expect.poll(entries).toBe(0)
    })

    it('start no automation that is made later, even if the last one was turned off before they were taken out', async () => {
      for (const { id } of ((await operate('automationList', {})) as { list: { id: string }[] }).list)
        await operate('automationDelete', { id })
      const { quote, placeholder } = opened.database.dialect
      const strand = async (name: string): Promise<void> => {
        const head = JSON.stringify({
          kind: 'create',
          table: 'things',
          columns: ['id', 'name'],
          by: null,
          why: 'rest',
          when: new Date().toISOString(),
          depth: 0,
        })
        const sql = `INSERT INTO ${quote(outboxTable)} (head, body) VALUES (${placeholder(1)}, ${placeholder(2)})`
        await opened.database.transact([{ sql, params: [head, JSON.stringify([[], [[99, name]]])] }])
        expect(await entries()).toBe(1)
      }
      await strand('Before it was made')
      const created = await save('created')
      expect(await entries()).toBe(0)
      expect(listed(await operate('automationRuns', { id: created }))).toEqual([])
      await strand('While it was on')
      await operate('automationActivate', { id: created, active: false })
      expect(await entries()).toBe(0)
      await inputs(created, 1)
      await strand('While it was off')
      await operate('automationActivate', { id: created, active: true })
      expect(await entries()).toBe(0)
      await strand('Before it was deleted')
      await operate('automationDelete', { id: created })
      expect(await entries()).toBe(0)
    })

    it('are recorded in a hidden table', async () => {
      const tables = (await send('POST', `/api/v1/operations/tableList?project=${projectId}`, {})).json
      expect(JSON.stringify(tables)).not.toContain(outboxTable)
    })
  })
})
