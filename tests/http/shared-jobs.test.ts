import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobRun } from '@common/operations/jobs'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServeProcess } from '@tests/helpers/serve-process'
import { startServer, type TestServer } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const places = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', create: createTestMariadb }] : []),
]

const never = { title: 'Job', pattern: '0 0 29 2 *', timeZone: 'UTC' }

describe.each(places)('jobs and automations of two servers on one meta store, on $engine', ({ create }) => {
  let place: TestPostgres
  let one: TestServer
  let other: TestServer
  let target: TargetServer
  let here: { readonly token: string; readonly projectId: string }
  beforeAll(async () => {
    ;[place, target] = await Promise.all([create(), startTargetServer()])
    const options = { metaUrl: place.url, jobTimes: { pollMs: 50 }, automationTimes: { pollMs: 50, backOffMs: 5 } }
    one = await startServer(options)
    other = await startServer(options)
    const { token } = await one.signUp('owner@example.com')
    await one.operate('installationSettingsSave', { outboundHosts: [target.host] }, { token })
    here = { token, projectId: (await one.call('projectCreateByWebWithXCDB', { title: 'Jobs' }, { token })).id }
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    target.close()
    await place.drop()
  })
  const request = (path: string) => ({ kind: 'http', method: 'GET', url: target.url(path) }) as const

  it('run once at each time', async () => {
    const job = await one.operate('jobSave', { ...never, pattern: '* * * * * *', action: request('/each') }, here)
    await expect.poll(() => target.arrived.length, { timeout: 15_000 }).toBeGreaterThan(3)
    await other.operate('jobActivate', { id: job.id, active: false }, here)
    await expect
      .poll(async () => (await one.operate('jobList', {}, here)).list.some(({ isRunning }) => isRunning))
      .toBe(false)
    const { list } = await one.operate('jobRuns', { id: job.id, limit: 100 }, here)
    expect(list).toHaveLength(target.arrived.length)
    expect(new Set(list.map(({ dueAt }) => dueAt)).size).toBe(list.length)
    await one.operate('jobDelete', { id: job.id }, here)
  })

  it('are refused by one while the other runs them', async () => {
    let release = (): void => undefined
    target.answer('/slow', (response) => (release = () => void response.end()))
    const job = await one.operate('jobSave', { ...never, action: request('/slow') }, here)
    const before = target.arrived.length
    await one.operate('jobRun', { id: job.id }, here)
    await expect.poll(() => target.arrived.length).toBe(before + 1)
    const answer = await other.request(`/api/v1/operations/jobRun?project=${here.projectId}`, {
      method: 'POST',
      token: here.token,
      body: { id: job.id },
    })
    expect(answer.error.code).toBe('JOB_RUNNING')
    release()
    await expect.poll(async () => (await other.operate('jobRuns', { id: job.id }, here)).list[0]?.state).toBe('done')
    await other.operate('jobDelete', { id: job.id }, here)
  })

  it('run once for each change, whichever server runs it', async () => {
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'Name', uidt: 'SingleLineText' },
    ] as const
    await one.call('tableCreate', { tn: 'Things', columns: [...columns] }, here)
    let failures = 2
    target.answer('/thing', (response) => response.writeHead((failures -= 1) >= 0 ? 503 : 200).end())
    const { id } = await one.operate(
      'automationSave',
      {
        title: 'Automation',
        trigger: { kind: 'created', table: 'Things' },
        steps: [{ ...request('/thing'), method: 'POST', body: '{{data.Name}}' }],
      },
      here,
    )
    const names = Array.from({ length: 12 }, (_, at) => `Thing ${at}`)
    await Promise.all(
      names.map((Name) =>
        one.request(`/nc/${here.projectId}/api/v1/Things`, {
          method: 'POST',
          token: here.token,
          body: { Name },
        }),
      ),
    )
    const runs = async () => (await other.operate('automationRuns', { id }, here)).list
    await expect
      .poll(async () => (await runs()).map(({ state }) => state), { timeout: 15_000 })
      .toEqual(names.map(() => 'done'))
    const arrived = target.arrived.filter(({ path }) => path === '/thing').map(({ body }) => body)
    expect(arrived).toHaveLength(names.length + 2)
    expect(new Set(arrived)).toEqual(new Set(names))
    expect((await other.operate('automationList', {}, here)).list).toMatchObject([
      { user: 'owner@example.com', failed: 0, lastRun: { state: 'done' } },
    ])
  })
})

describe('a job whose server is killed', () => {
  it('runs again after the next start', { tags: ['nightly'] }, async () => {
    const [profile, target] = await Promise.all([mkdtemp(join(tmpdir(), 'basalt-killed-job-')), startTargetServer()])
    let server = await startServeProcess(profile)
    const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
      const answer = await sendRequest(server.origin, path, { method: 'POST', token, body })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
      return answer.json
    }
    const operate = (name: string, body: unknown) =>
      post(`/api/v1/operations/${name}?project=${projectId}`, body, token)
    let projectId = ''
    const account = { email: 'owner@example.com', password: testPassword }
    const { token } = (await post('/auth/signup', account)) as { token: string }
    projectId = ((await operate('projectCreateSample', {})) as { id: string }).id
    await operate('installationSettingsSave', { outboundHosts: [target.host] })
    // Never answers the first server.
    target.answer('/work', () => undefined)
    const job = (await operate('jobSave', {
      ...never,
      pattern: '* * * * * *',
      action: { kind: 'http', method: 'GET', url: target.url('/work') },
    })) as { id: string }
    await expect.poll(() => target.arrived.length, { timeout: 10_000 }).toBe(1)
    await server.kill()
    target.answer('/work', (response) => void response.end('done'))
    server = await startServeProcess(profile)
    await expect.poll(() => target.arrived.length, { timeout: 10_000 }).toBeGreaterThan(1)
    await operate('jobActivate', { id: job.id, active: false })
    const { list } = (await operate('jobRuns', { id: job.id })) as { list: JobRun[] }
    expect(list.at(-1)).toMatchObject({ state: 'interrupted' })
    expect(list.at(-2)).toMatchObject({ state: 'done', output: 'done' })
    await server.stop()
    target.close()
    await rm(profile, { recursive: true })
  })
})
