import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRounds } from '@tests/helpers/kill-rounds'
import { describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { randomMoment } from '@tests/helpers/random-moment'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { sendRequest, testPassword } from '@tests/helpers/server'

const rounds = killRounds(2)
const rowsInTable = 2_000

/*
 * Kills a server while it drops or restores a column or a table. Afterwards the object is in the table or in the trash,
 * never in neither, and every value is there.
 */
await describeEngines('Killed on the way to the trash', { nightly: 'servers' }, (engine) => {
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

  const answerOf = (server: ServeProcess, api: string, args: unknown) =>
    sendRequest(server.origin, `/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, project_id: project, env: '_noco', dbAlias: 'db', args },
    })
  const operation = async (server: ServeProcess, api: string, args: unknown): Promise<unknown> => {
    const answer = await answerOf(server, api, args)
    if (answer.status !== 200) throw new Error(`${api} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const rows = async (server: ServeProcess): Promise<Record<string, unknown>[]> => {
    const path = `/nc/${project}/api/v1/things?sort=-id&limit=1`
    return (await sendRequest(server.origin, path, { token })).json as Record<string, unknown>[]
  }
  const trash = async (server: ServeProcess, kind: string): Promise<{ id: string }[]> =>
    ((await operation(server, 'trashList', { kind })) as { list: { id: string }[] }).list

  const drops = {
    column: {
      api: 'tableUpdate',
      args: { tn: 'things', columns: [{ cn: 'value', cno: 'value', uidt: 'LongText', altered: 4 }] },
    },
    table: { api: 'tableDelete', args: { tn: 'things' } },
  } as const

  beforeAll(async () => {
    opened = await engine.open()
    profile = await mkdtemp(join(tmpdir(), 'basalt-killed-trash-'))
    const server = await started()
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    const [create, args] = engineProject(engine, opened)
    project = ((await operation(server, create, args)) as { id: string }).id
    const text = (cn: string) => ({ cn, uidt: 'LongText' })
    await operation(server, 'tableCreate', { tn: 'owners', columns: [text('name')] })
    await operation(server, 'tableCreate', { tn: 'things', columns: [text('value'), text('name')] })
    await operation(server, 'linkCreate', { tn: 'things', rtn: 'owners', kind: 'belongsTo', title: 'owner' })
    const bulk = Array.from({ length: rowsInTable }, (_, at) => ({ value: `value ${at}`, name: `thing ${at}` }))
    const path = `/nc/${project}/api/v1/things/bulk`
    expect((await sendRequest(server.origin, path, { method: 'POST', token, body: bulk })).status).toBe(200)
  })
  afterAll(async () => {
    expect(await running?.stop()).toBe(0)
    await opened.drop()
    await rm(profile, { recursive: true, force: true })
  })

  it.each(['column', 'table'] as const)(
    `a %s is whole in one of the two places, ${rounds} times`,
    { tags: ['nightly'], timeout: 180_000 },
    async (kind) => {
      const { api, args } = drops[kind]
      let server = await started()
      const startedMs = performance.now()
      await operation(server, api, args)
      const [entry] = await trash(server, kind)
      await operation(server, 'trashRestore', { id: entry?.id })
      const bothMs = performance.now() - startedMs
      for (let round = 0; round < rounds; round += 1) {
        const victim = server
        const changing = (async () => {
          for (;;) {
            await operation(victim, api, args)
            const [dropped] = await trash(victim, kind)
            await operation(victim, 'trashRestore', { id: dropped?.id })
          }
        })().catch((error: unknown) => error)
        await randomMoment(bothMs)
        await kill()
        expect(String(await changing)).not.toContain('answered')

        server = await started()
        const waiting = await trash(server, kind)
        expect(waiting.length).toBeLessThanOrEqual(1)
        for (const { id } of waiting) await operation(server, 'trashRestore', { id })
        const last = rowsInTable - 1
        expect(await rows(server)).toMatchObject([{ value: `value ${last}`, name: `thing ${last}`, owner: null }])
        const relations = (await operation(server, 'relationList', { tn: 'things' })) as { data: { list: unknown[] } }
        expect(relations.data.list).toHaveLength(1)
      }
    },
  )

  it('keeps every row whose delete was acknowledged', async () => {
    const server = await started()
    const deleted = ['1', '2', '3']
    for (const id of deleted) {
      const path = `/nc/${project}/api/v1/things/${id}`
      expect((await sendRequest(server.origin, path, { method: 'DELETE', token })).status).toBe(200)
    }
    await kill()
    const next = await started()
    const answer = (await operation(next, 'trashRestore', { table: 'things', rowIds: deleted })) as { restored: number }
    expect(answer).toMatchObject({ restored: deleted.length, refused: [] })
  })
})
