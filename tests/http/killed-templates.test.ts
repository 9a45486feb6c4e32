import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRounds } from '@tests/helpers/kill-rounds'
import { describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { randomMoment } from '@tests/helpers/random-moment'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { sendRequest, testPassword } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

/** Each starts servers of its own, and the machine may be busy. */
const testMs = 180_000
const rounds = killRounds(2)
const run = '5a'.repeat(16)
const names = Array.from({ length: 12 }, (_, at) => `t${at}`)
const template = {
  title: 'Many',
  tables: names.map((tn, at) => ({
    tn,
    columns: [{ cn: 'name', uidt: 'SingleLineText', values: Array.from({ length: 1_500 }, (_, n) => `Row ${n}`) }],
    ...(at > 0 && { manyToMany: [{ rtn: names[at - 1], values: [[1, 2], [3]] }] }),
  })),
}

/* A server that is killed while it creates tables from a template. Afterwards all tables are there, or none. */
await describeEngines('Killed while it uses a template', { nightly: 'all' }, (engine) => {
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

  const send = async (server: ServeProcess, name: string, body: object, isInProject: boolean) => {
    const path = `/api/v1/operations/${name}${isInProject ? `?project=${project}` : ''}`
    return sendRequest(server.origin, path, { method: 'POST', token, body })
  }
  const inProject = async <T>(server: ServeProcess, name: string, body: object): Promise<T> => {
    const answer = await send(server, name, body, true)
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
    return answer.json as T
  }
  const stored = async (): Promise<readonly string[]> => {
    const { database } = opened
    return (await database.dialect.introspect.listTables(database)).map(({ name }) => name)
  }

  beforeAll(async () => {
    opened = await engine.open()
    profile = await mkdtemp(join(tmpdir(), 'basalt-killed-templates-'))
    const server = await started()
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    const [api, args] = engineProject(engine, opened)
    const made = await sendRequest(server.origin, `/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, args },
    })
    project = (made.json as { id: string }).id
  })
  afterAll(async () => {
    expect(await running?.stop()).toBe(0)
    await opened.drop()
    await rm(profile, { recursive: true, force: true })
  })

  it(
    'leaves all tables or none',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const server = await started()
        const answer = send(server, 'templateTablesCreate', { template, run }, true).catch(() => undefined)
        await until(async () => {
          const { json } = await send(server, 'templateRunRead', { run }, false)
          return (json as { readonly phase: string }).phase !== 'unknown'
        })
        await randomMoment(3_000)
        await kill()
        await answer
        const again = await started()
        const list = await inProject<readonly { readonly title: string }[]>(again, 'tableList', {})
        const made = list.filter(({ title }) => names.includes(title))
        expect([0, names.length]).toContain(made.length)
        // Hidden tables of the killed server go in the background.
        await until(async () => !(await stored()).some((name) => /^nc_import_/i.test(name)))
        if (made.length === 0) expect(await stored()).toEqual([])
        else for (const { title } of made) await inProject(again, 'tableDelete', { table: title })
        if (made.length > 0) break
      }
    },
    testMs,
  )

  it.runIf(engine.dialect === 'sqlite')(
    'leaves the whole project or nothing',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const server = await started()
        const body = { title: 'Made', projectType: 'rest', template, run }
        const answer = send(server, 'projectCreate', body, false).catch(() => undefined)
        await until(async () => {
          const { json } = await send(server, 'templateRunRead', { run }, false)
          return (json as { readonly phase: string }).phase !== 'unknown'
        })
        await randomMoment(1_500)
        await kill()
        await answer
        const again = await started()
        const projects = (await send(again, 'projectList', {}, false)).json as readonly { readonly id: string }[]
        const made = projects.filter(({ id }) => id !== project)
        const files = (await readdir(join(profile, 'projects'))).filter((name) => name.endsWith('.sqlite'))
        expect(files.toSorted()).toEqual(made.map(({ id }) => `${id}.sqlite`).toSorted())
        for (const { id } of made) {
          const counted = await sendRequest(again.origin, `/nc/${id}/api/v1/t11/count`, { token })
          expect(counted.json).toEqual({ count: 1_500 })
        }
      }
    },
    testMs,
  )
})
