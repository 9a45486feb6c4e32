import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperationOutput, operations } from '@common/operations'
import type { JobRun } from '@common/operations/jobs'
import { systemClock } from '@main/lib/clock'
import { startMailServer } from '@tests/helpers/mail-server'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'

type SaveInput = z.input<(typeof operations)['jobSave']['input']>
type Action = SaveInput['action']

const never = '0 0 29 2 *'

describe('scheduled jobs', () => {
  let server: TestServer
  let target: TargetServer
  let owner: TestUser
  let projectId: string
  /** Added to the time of the server. */
  let aheadMs = 0

  beforeAll(async () => {
    target = await startTargetServer()
    server = await startServer({
      signInAttempts: 0,
      clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
      jobTimes: { backOffMs: 5 },
    })
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
  })
  afterAll(async () => {
    await server.close()
    target.close()
  })
  beforeEach(async () => {
    projectId = (await server.call('projectCreateSample', {}, owner)).id
    target.arrived.length = 0
  })

  const here = (user = owner) => ({ token: user.token, projectId })
  const http = (path: string, more: Partial<Extract<Action, { kind: 'http' }>> = {}): Action => ({
    kind: 'http',
    method: 'POST',
    url: target.url(path),
    ...more,
  })
  const save = (action: Action, more: Partial<SaveInput> = {}, user = owner) =>
    server.operate('jobSave', { title: 'Job', pattern: never, timeZone: 'UTC', action, ...more }, here(user))
  const send = (name: string, body: unknown, token = owner.token): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body })
  const runsOf = async (id: string): Promise<OperationOutput<'jobRuns'>['list']> =>
    (await server.operate('jobRuns', { id }, here())).list
  const ended = async (id: string, count = 1): Promise<JobRun> => {
    await expect.poll(async () => (await runsOf(id)).filter(({ endedAt }) => endedAt !== null).length).toBe(count)
    const [run] = await runsOf(id)
    if (run === undefined) throw new Error('No run')
    return run
  }
  const runNow = async (id: string): Promise<JobRun> => {
    const before = (await runsOf(id)).length
    await server.operate('jobRun', { id }, here())
    return ended(id, before + 1)
  }
  const notices = async (user = owner) => (await server.operate('noticeList', {}, { token: user.token })).list

  it('send a request, and log its answer', async () => {
    target.answer('/hook', (response) => response.writeHead(201, 'Created').end('{"id":7}'))
    const job = await save(http('/hook', { headers: [{ name: 'x-place', value: 'here' }], body: '{"a":1}' }))
    expect(await runNow(job.id)).toMatchObject({
      cause: 'person',
      state: 'done',
      attempts: 1,
      msg: expect.stringMatching(/^201 Created in \d+ ms$/) as unknown,
      output: '{"id":7}',
    })
    expect(target.arrived).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '{"a":1}',
        headers: { 'x-place': 'here', 'content-type': 'application/json' },
      },
    ])
  })

  it('start by themselves at their times', async () => {
    const job = await save(http('/tick'), { pattern: '* * * * * *' })
    await expect.poll(() => target.arrived.length).toBeGreaterThan(1)
    await server.operate('jobActivate', { id: job.id, active: false }, here())
    const [last] = await runsOf(job.id)
    expect(last).toMatchObject({ cause: 'schedule' })
    const { list } = await server.operate('jobList', {}, here())
    expect(list).toMatchObject([{ id: job.id, active: false, nextAt: null, user: owner.email }])
  })

  it('never run twice at once', async () => {
    let release = (): void => undefined
    target.answer('/slow', (response) => (release = () => void response.end('late')))
    const job = await save(http('/slow'), { pattern: '* * * * * *', active: false })
    await server.operate('jobRun', { id: job.id }, here())
    await expect.poll(() => target.arrived.length).toBe(1)
    await server.operate('jobActivate', { id: job.id, active: true }, here())
    expect((await send('jobRun', { id: job.id })).error.code).toBe('JOB_RUNNING')
    const { nextAt } = await server.operate('jobActivate', { id: job.id, active: true }, here())
    // Its time passes while the first run goes on.
    await expect.poll(() => new Date().toISOString() > (nextAt ?? '')).toBe(true)
    server.server.wake()
    expect((await server.operate('jobList', {}, here())).list).toMatchObject([{ isRunning: true }])
    expect(target.arrived).toHaveLength(1)
    await server.operate('jobActivate', { id: job.id, active: false }, here())
    release()
    expect(await ended(job.id)).toMatchObject({ state: 'done', output: 'late' })
  })

  it('retry, and notify their author when every attempt failed', async () => {
    let failures = 2
    target.answer('/flaky', (response) => response.writeHead((failures -= 1) >= 0 ? 503 : 200).end('body'))
    const job = await save(http('/flaky'), { retries: 2 })
    expect(await runNow(job.id)).toMatchObject({ state: 'done', attempts: 3 })
    failures = 10
    expect(await runNow(job.id)).toMatchObject({
      state: 'failed',
      attempts: 3,
      msg: 'The server answered 503 Service Unavailable.',
      output: 'body',
    })
    const [notice] = await notices()
    expect(notice).toMatchObject({
      kind: 'jobFailed',
      record: 'Job',
      msg: 'The server answered 503 Service Unavailable.',
      rowId: null,
      read: false,
    })
  })

  it('catch up once after a sleep, or not at all', async () => {
    const [once, skip] = [
      await save(http('/once'), { title: 'Once', pattern: '0 5 * * *' }),
      await save(http('/skip'), { title: 'Skip', pattern: '0 5 * * *', catchUp: 'skip' }),
    ]
    aheadMs += 3 * 86_400_000
    server.server.wake()
    // The token has expired during the sleep.
    const { email, password } = owner
    const signIn = await server.request('/auth/signin', { method: 'POST', body: { email, password } })
    owner = { ...owner, token: (signIn.json as { token: string }).token }
    expect(await ended(once.id)).toMatchObject({ cause: 'catchUp', state: 'done' })
    expect(await ended(skip.id)).toMatchObject({ state: 'skipped', attempts: 0 })
    expect(target.arrived.map(({ path }) => path)).toEqual(['/once'])
    const { list } = await server.operate('jobList', {}, here())
    const now = new Date(Date.now() + aheadMs).toISOString()
    for (const { nextAt } of list) expect((nextAt ?? '') > now).toBe(true)
  })

  it('show the next five times of a schedule in its time zone', async () => {
    const schedule = { pattern: '30 2 * * *', timeZone: 'Europe/Berlin' }
    const { times } = await server.operate('jobTimes', schedule, here())
    expect(times).toHaveLength(5)
    const clocks = times.map((time) =>
      new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }),
    )
    expect(new Set(clocks)).toEqual(new Set(['02:30']))
    expect(await server.operate('jobTimes', { pattern: '0 0 30 2 *', timeZone: 'UTC' }, here())).toEqual({ times: [] })
  })

  it.each([
    [{ pattern: '61 * * * *' }, 'JOB_SCHEDULE_INVALID'],
    [{ pattern: 'every day' }, 'JOB_SCHEDULE_INVALID'],
    [{ pattern: '* * * * * * 2027' }, 'JOB_SCHEDULE_INVALID'],
    [{ pattern: '0 0 30 2 *' }, 'JOB_SCHEDULE_NEVER'],
    [{ pattern: '2020-01-01T00:00:00' }, 'JOB_SCHEDULE_NEVER'],
    [{ timeZone: 'Mars/Olympus' }, 'JOB_TIME_ZONE_INVALID'],
    [{ action: { kind: 'http', method: 'GET', url: 'file:///etc/passwd' } }, 'OUTBOUND_ADDRESS_INVALID'],
    [{ action: { kind: 'email', to: ['nobody'], subject: 'x', text: 'x' } }, 'EMAIL_INVALID'],
    [{ action: { kind: 'export', table: 'tracks', format: 'csv', folder: '../up' } }, 'JOB_FOLDER_INVALID'],
    [{ action: { kind: 'dance', code: '1' } }, 'INPUT_INVALID'],
    [{ retries: 99 }, 'INPUT_INVALID'],
    [{ id: 'nothing' }, 'JOB_NOT_FOUND'],
  ])('refuse %j and change nothing', async (wrong, code) => {
    const good = { title: 'Job', pattern: never, timeZone: 'UTC', action: http('/x') }
    const { status, error } = await send('jobSave', { ...good, ...wrong })
    expect([status >= 400 && status < 500, error.code]).toEqual([true, code])
    expect((await server.operate('jobList', {}, here())).list).toEqual([])
  })

  it('seal secret headers, and never send a stored one to another host', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer hidden', secret: true }]
    const job = await save(http('/secret', { headers }))
    const shown = JSON.stringify(await server.operate('jobList', {}, here()))
    expect(shown).not.toContain('hidden')
    const kept = [{ name: 'authorization', value: null, secret: true }]
    await save(http('/other', { headers: kept }), { id: job.id })
    await runNow(job.id)
    expect(target.arrived).toMatchObject([{ path: '/other', headers: { authorization: 'Bearer hidden' } }])
    const elsewhere = { kind: 'http', method: 'GET', url: 'https://evil.example.com/', headers: kept }
    const moved = { id: job.id, title: 'Job', pattern: never, timeZone: 'UTC', action: elsewhere }
    expect((await send('jobSave', moved)).error.code).toBe('JOB_SECRET_MISSING')
    const stored = await readFile(join(server.profileFolder, 'meta.sqlite'), 'latin1')
    expect(stored).not.toContain('Bearer hidden')
  })

  it('never send a stored secret to the address of another variable, or show one that the response repeats', async () => {
    await server.operate('variableSave', { environment: '_noco', name: 'base', value: target.url('') }, here())
    const headers = [
      // A part of the next one.
      { name: 'X-Scheme', value: 'Bearer', secret: true },
      { name: 'Authorization', value: 'Bearer hidden', secret: true },
    ]
    const job = await save(http('/echo', { headers, url: '{{base}}/echo' }))
    target.answer('/echo', (response) => void response.end('{"authorization":"Bearer hidden"}'))
    await runNow(job.id)
    expect((await runsOf(job.id))[0]?.output).toBe('{"authorization":"[hidden]"}')
    const kept = headers.map((header) => ({ ...header, value: null }))
    for (const url of ['{{other}}/echo', '{{base}}.example.com/echo']) {
      const action = http('/', { headers: kept, url })
      const moved = { id: job.id, title: 'Job', pattern: never, timeZone: 'UTC', action }
      expect((await send('jobSave', moved)).error.code).toBe('JOB_SECRET_MISSING')
    }
  })

  it('reach no private host unless a super admin allows it', async () => {
    const job = await save({ kind: 'http', method: 'GET', url: `${server.origin}/user/me` })
    expect(await runNow(job.id)).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await runsOf(job.id))[0]?.msg).toMatch(/may not send requests to 127\.0\.0\.1/)
  })

  it('read by SQL, and never write by it', async () => {
    const job = await save({ kind: 'sql', sql: 'SELECT count(*) AS tracks FROM tracks' })
    expect(await runNow(job.id)).toMatchObject({
      state: 'done',
      msg: '1 row',
      output: expect.stringMatching(/^tracks\n\d+$/) as unknown,
    })
    await save({ kind: 'sql', sql: 'DELETE FROM tracks' }, { id: job.id })
    expect(await runNow(job.id)).toMatchObject({ state: 'failed', attempts: 1 })
  })

  it('import a file into a table, all or nothing, and update by key', async () => {
    const before = await countOf('genres_made')
    expect(before).toBe(0)
    target.answer('/rows.csv', (response) => response.end('code,Name\n1,One\n2,Two\n'))
    const job = await save({ kind: 'import', url: target.url('/rows.csv'), table: 'genres_made', key: ['code'] })
    expect(await runNow(job.id)).toMatchObject({ state: 'done', msg: '2 records added, 0 updated.' })
    target.answer('/rows.csv', (response) => response.end('code,Name\n2,Zwei\n3,Three\n'))
    expect(await runNow(job.id)).toMatchObject({ state: 'done', msg: '1 record added, 1 updated.' })
    target.answer('/rows.csv', (response) => response.end('code,Name\n4,Four\nx,Bad\n'))
    expect(await runNow(job.id)).toMatchObject({ state: 'failed' })
    expect(await countOf('genres_made')).toBe(3)
    target.answer('/rows.csv', (response) => response.writeHead(404).end())
    expect(await runNow(job.id)).toMatchObject({ state: 'failed', msg: 'The server answered 404 Not Found.' })
  })

  const countOf = async (table: string): Promise<number> => {
    const found = await server.request(`/nc/${projectId}/api/v1/${table}/count`, { token: owner.token })
    if (found.status !== 404) return (found.json as { count: number }).count
    const columns = [
      { cn: 'code', uidt: 'Number' },
      { cn: 'Name', uidt: 'SingleLineText' },
    ] as const
    await server.call('tableCreate', { tn: table, columns: [{ cn: 'id', uidt: 'ID' }, ...columns] }, here())
    return 0
  }

  it('export a table to a file', async () => {
    const job = await save({ kind: 'export', table: 'artists', format: 'csv', folder: 'Nightly' })
    const run = await runNow(job.id)
    expect(run).toMatchObject({ state: 'done' })
    const folder = join(server.profileFolder, 'exports', projectId, 'Nightly')
    const names = await readdir(folder)
    expect(names).toEqual([expect.stringMatching(/^artists \d{4}-\d\d-\d\d\.csv$/)])
    const { json } = await server.request(`/nc/${projectId}/api/v1/artists/count`, { token: owner.token })
    const lines = (await readFile(join(folder, names[0] ?? ''), 'utf8')).trim().split('\n')
    expect(lines.length).toBeGreaterThan((json as { count: number }).count)
  })

  it('take snapshots, and keep the newest of their own', async () => {
    const { id: own } = await server.operate('snapshotTake', { title: 'By hand' }, here())
    const job = await save({ kind: 'snapshot', keep: 2 }, { title: 'Nightly' })
    const other = await save({ kind: 'snapshot', keep: 1 }, { title: 'Other' })
    expect(await runNow(other.id)).toMatchObject({ state: 'done' })
    const msgs: (string | null)[] = []
    for (let run = 0; run < 3; run += 1) msgs.push((await runNow(job.id)).msg)
    const endOf = (msg: string | null) =>
      /^Took a snapshot: \d+ tables, .* bytes\.(?<end>.*)$/.exec(msg ?? '')?.groups?.['end']
    expect(msgs.map(endOf)).toEqual(['', '', ' Deleted 1 older snapshot.'])
    const { list } = await server.operate('snapshotList', {}, here())
    expect(list.map(({ title, scheduled }) => [title, scheduled])).toEqual([
      ['Nightly', true],
      ['Nightly', true],
      ['Other', true],
      ['By hand', false],
    ])
    expect(list.at(-1)?.id).toBe(own)
    const audit = await server.operate('auditList', { origin: 'automation' }, here())
    const actions = audit.list.map(({ action }) => action)
    expect(actions.filter((action) => action === 'SNAPSHOT_TAKEN')).toHaveLength(4)
    expect(actions.filter((action) => action === 'SNAPSHOT_DELETED')).toHaveLength(1)
  })

  it('send mail', async () => {
    const mail = await startMailServer()
    const action: Action = { kind: 'email', to: ['reader@example.com'], subject: 'Weekly', text: 'Hello\n\nthere' }
    const job = await save(action)
    expect(await runNow(job.id)).toMatchObject({ state: 'failed', msg: expect.stringMatching(/mail/i) as unknown })
    await server.operate('mailSettingsSave', mail.settings, owner)
    expect(await runNow(job.id)).toMatchObject({ state: 'done', msg: 'Sent 1 e-mail.' })
    expect(await mail.mailTo('reader@example.com')).toMatchObject({ subject: 'Weekly' })
    await server.operate('mailSettingsDelete', {}, owner)
    await mail.close()
  })

  it('stop with a notification when their author loses the right', async () => {
    const creator = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [creator.email]: 'creator' })
    const job = await save(http('/rights'), { pattern: '0 5 * * *' }, creator)
    expect(job.user).toBe(creator.email)
    const { id: userId } = (await server.request('/user/me', creator)).json as { id: number }
    await server.operate('memberRoleSet', { userId, role: 'editor' }, here())
    expect(await runNow(job.id)).toMatchObject({ state: 'failed' })
    expect((await server.operate('jobList', {}, here())).list).toMatchObject([{ active: false, nextAt: null }])
    expect(await notices(creator)).toMatchObject([{ kind: 'jobStopped', record: 'Job' }])
    expect(target.arrived).toEqual([])
    // The person who saves it again answers for it.
    await save(http('/rights'), { id: job.id })
    expect(await runNow(job.id)).toMatchObject({ state: 'done' })
  })

  it('belong to people, not to tokens, and to their project', async () => {
    const { token } = await server.operate('apiTokenCreate', { title: 'Script', role: 'creator' }, here())
    const job = await save(http('/x'))
    const byToken = (name: string, body: unknown) =>
      server.request(`/api/v1/operations/${name}?project=${projectId}`, {
        method: 'POST',
        headers: { 'xc-token': token },
        body,
      })
    const input = { title: 'Job', pattern: never, timeZone: 'UTC', action: http('/x') }
    expect((await byToken('jobSave', input)).error.code).toBe('NOT_ALLOWED')
    expect((await byToken('jobRun', { id: job.id })).error.code).toBe('NOT_ALLOWED')
    const other = (await server.call('projectCreateSample', {}, owner)).id
    const elsewhere = await server.request(`/api/v1/operations/jobDelete?project=${other}`, {
      method: 'POST',
      token: owner.token,
      body: { id: job.id },
    })
    expect(elsewhere.error.code).toBe('JOB_NOT_FOUND')
  })

  it('end with their deletion', async () => {
    target.answer('/endless', () => undefined)
    const job = await save(http('/endless'))
    await server.operate('jobRun', { id: job.id }, here())
    await expect.poll(() => target.arrived.length).toBe(1)
    expect(await server.operate('jobDelete', { id: job.id }, here())).toEqual({ title: 'Job' })
    expect((await send('jobRuns', { id: job.id })).error.code).toBe('JOB_NOT_FOUND')
  })

  it('answer the calls of old scripts, which never run code', async () => {
    const { id } = await server.call(
      'xcCronSave',
      {
        title: 'Old',
        pattern: '0 6 * * *',
        timezone: 'America/Los_Angeles',
        webhook: target.url('/old'),
        active: true,
        cron_handler: 'process.exit(1)',
        payload: { a: 1 },
        headers: '{"xc-token":"secret"}',
      },
      here(),
    )
    const [old] = await server.call('xcCronList', {}, here())
    expect(old).toMatchObject({ id, title: 'Old', timezone: 'America/Los_Angeles', active: true, cron_handler: null })
    expect(JSON.stringify(old)).not.toContain('secret')
    expect(await runNow(id)).toMatchObject({ state: 'done' })
    expect(target.arrived).toMatchObject([{ body: '{"a":1}', headers: { 'xc-token': 'secret' } }])
    expect(await server.call('cronDelete', { id }, here())).toBe(1)
    expect(await server.call('xcCronList', {}, here())).toEqual([])
  })
})
