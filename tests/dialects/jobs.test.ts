import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { operations } from '@common/operations'
import type { JobRun } from '@common/operations/jobs'
import { systemClock } from '@main/lib/clock'
import { beyondSqlite, createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import type { z } from 'zod'

type SaveInput = z.input<(typeof operations)['jobSave']['input']>

/** Scheduled jobs whose actions read and write the database, on every engine. */
await describeEngines('scheduled jobs', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let target: TargetServer
  let owner: TestUser
  let projectId: string
  /** Added to the time of the server. */
  let aheadMs = 0

  beforeAll(async () => {
    ;[opened, target] = await Promise.all([engine.open(), startTargetServer()])
    server = await startServer({
      signInAttempts: 0,
      clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
      jobTimes: { backOffMs: 5 },
    })
    owner = await server.signUp()
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
    projectId = await createEngineProject(server, owner, engine, opened)
  })
  afterAll(async () => {
    await server.close()
    target.close()
    await opened.drop()
  })
  beforeEach(async () => {
    for (const { id } of (await server.operate('jobList', {}, as())).list)
      await server.operate('jobDelete', { id }, as())
    for (const { name } of await server.operate('tableList', {}, as()))
      await server.operate('tableDelete', { table: name }, as())
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'code', type: 'Number' },
      { name: 'name', type: 'SingleLineText' },
    ] as const
    await server.operate('tableCreate', { table: 'things', columns: [...columns] }, as())
  })

  const as = () => ({ token: owner.token, projectId })
  const save = (action: SaveInput['action'], more: Partial<SaveInput> = {}) =>
    server.operate('jobSave', { title: 'Job', pattern: '0 0 29 2 *', timeZone: 'UTC', action, ...more }, as())
  const ended = async (id: string): Promise<readonly JobRun[]> =>
    (await server.operate('jobRuns', { id }, as())).list.filter(({ endedAt }) => endedAt !== null)
  const runNow = async (id: string): Promise<JobRun> => {
    const before = (await ended(id)).length
    await server.operate('jobRun', { id }, as())
    await expect.poll(async () => (await ended(id)).length).toBe(before + 1)
    const [run] = await ended(id)
    if (run === undefined) throw new Error('No run')
    return run
  }
  const rows = async (path = 'things?sort=code&fields=code,name'): Promise<unknown> =>
    (await server.request(`/nc/${projectId}/api/v1/${path}`, { token: owner.token })).json

  it('import a file, all or nothing, and update by key', { tags: beyondSqlite(engine) }, async () => {
    const job = await save({ kind: 'import', url: target.url('/rows.csv'), table: 'things', key: ['code'] })
    const answers = (text: string): void => target.answer('/rows.csv', (response) => response.end(text))
    answers('code,name\n1,One\n2,"Two, ""2"""\n')
    expect(await runNow(job.id)).toMatchObject({ state: 'done', msg: '2 records added, 0 updated.' })
    answers('code,name\n2,日本\n3,Three\n')
    expect(await runNow(job.id)).toMatchObject({ state: 'done', msg: '1 record added, 1 updated.' })
    answers('code,name\n4,Four\nx,Bad\n')
    expect(await runNow(job.id)).toMatchObject({ state: 'failed' })
    expect(await rows()).toMatchObject([
      { code: 1, name: 'One' },
      { code: 2, name: '日本' },
      { code: 3, name: 'Three' },
    ])
  })

  it('read by SQL, export, and take snapshots', async () => {
    target.answer('/rows.csv', (response) => response.end('code,name\n1,One\n2,Two\n'))
    await runNow((await save({ kind: 'import', url: target.url('/rows.csv'), table: 'things' })).id)
    const sql = await save({ kind: 'sql', sql: 'SELECT count(*) AS things FROM things' })
    expect(await runNow(sql.id)).toMatchObject({ state: 'done', output: 'things\n2' })
    await save({ kind: 'sql', sql: 'DELETE FROM things' }, { id: sql.id })
    expect(await runNow(sql.id)).toMatchObject({ state: 'failed' })
    const file = await save({ kind: 'export', table: 'things', format: 'csv', folder: 'Nightly' })
    expect(await runNow(file.id)).toMatchObject({ state: 'done' })
    const folder = join(server.profileFolder, 'exports', projectId, 'Nightly')
    const [name = ''] = await readdir(folder)
    expect((await readFile(join(folder, name), 'utf8')).trim().split(/\r?\n/)).toHaveLength(3)
    const snapshot = await save({ kind: 'snapshot', keep: 1 })
    expect(await runNow(snapshot.id)).toMatchObject({ state: 'done' })
    expect((await server.operate('snapshotList', {}, as())).list).toMatchObject([{ title: 'Job', scheduled: true }])
  })

  it('start at their times, and catch up once after a sleep', async () => {
    const sql = { kind: 'sql', sql: 'SELECT count(*) AS things FROM things' } as const
    const each = await save(sql, { pattern: '* * * * * *' })
    await expect.poll(async () => (await ended(each.id)).length).toBeGreaterThan(0)
    await server.operate('jobActivate', { id: each.id, active: false }, as())
    expect((await ended(each.id))[0]).toMatchObject({ cause: 'schedule', state: 'done' })
    const daily = await save(sql, { pattern: '0 5 * * *' })
    aheadMs += 3 * 86_400_000
    server.server.wake()
    const { email, password } = owner
    const signIn = await server.request('/auth/signin', { method: 'POST', body: { email, password } })
    owner = { ...owner, token: (signIn.json as { token: string }).token }
    await expect.poll(async () => (await ended(daily.id)).length).toBe(1)
    expect(await ended(daily.id)).toMatchObject([{ cause: 'catchUp', state: 'done' }])
  })
})
