import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** `validate` of a column (wire §6): stored with the column, and enforced with the script's own message. */
describe('checks of a column', () => {
  let server: TestServer
  let token: string
  let projectId: string
  const message = 'Validation failed : isEmail ({cn}) {VALUE}'
  const validate = { func: ['isEmail', 'isLength'], args: ['', { max: 20 }], msg: [message, 'Too long'] }
  const call = (api: string, args: unknown): Promise<Answer> =>
    server.request(`/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, project_id: projectId, args },
    })
  const rows = (method: string, path: string, body: unknown): Promise<Answer> =>
    server.request(`/nc/${projectId}/api/v1/people${path}`, { method, token, body })
  const metaOf = async (): Promise<{ columns: { cn: string; validate?: unknown }[]; v: unknown[] }> => {
    const answer = await call('tableXcModelGet', { tn: 'people' })
    return JSON.parse((answer.json as { meta: string }).meta) as Awaited<ReturnType<typeof metaOf>>
  }

  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp())
    ;({ id: projectId } = await server.call('projectCreateByWebWithXCDB', { title: 'Checks' }, { token }))
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'email', _cn: 'Mail', uidt: 'SingleLineText', validate },
      { cn: 'site', uidt: 'SingleLineText' },
    ]
    expect((await call('tableCreate', { tn: 'people', columns })).status).toBe(200)
  })
  afterAll(() => server.close())

  it('come back with the meta of the table', async () => {
    const { columns } = await metaOf()
    expect(columns.find(({ cn }) => cn === 'email')?.validate).toEqual(validate)
    expect(columns.find(({ cn }) => cn === 'site')?.validate).toEqual({ func: [], args: [], msg: [] })
  })

  it('refuse values that fail, new, changed and in bulk, with the message of the script', async () => {
    const good = await rows('POST', '', { Mail: 'ada@example.com' })
    expect(good.status).toBe(200)
    const { id } = good.json as { id: number }
    const expected = 'Validation failed : isEmail (Mail) nope'
    for (const answer of [
      await rows('POST', '', { Mail: 'nope' }),
      await rows('PUT', `/${id}`, { Mail: 'nope' }),
      await rows('POST', '/bulk', [{ Mail: 'grace@example.com' }, { Mail: 'nope' }]),
      await rows('PUT', '/bulk', [{ id, Mail: 'nope' }]),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.error.msg).toContain(expected)
    }
    const long = await rows('POST', '', { Mail: 'a-very-long-name-indeed@example.com' })
    expect([long.status, long.error.msg]).toEqual([400, expect.stringContaining('Too long')])
    expect((await rows('GET', '/count', undefined)).json).toEqual({ count: 1 })
  })

  it('let empty values pass', async () => {
    for (const Mail of [null, '']) expect((await rows('POST', '', { Mail })).status).toBe(200)
  })

  it('are set and removed with the meta, and stay when nothing is said of them', async () => {
    const meta = await metaOf()
    const site = meta.columns.find(({ cn }) => cn === 'site')
    Object.assign(site ?? {}, { validate: { func: ['isURL'], args: [''], msg: ['No address: {VALUE}'] } })
    expect((await call('xcModelSet', { tn: 'people', meta })).status).toBe(200)
    expect((await rows('POST', '', { site: 'nowhere' })).error.msg).toContain('No address: nowhere')
    const renamed = {
      tn: 'people',
      originalColumns: [],
      columns: [{ cn: 'site', cno: 'site', _cn: 'Web', altered: 8 }],
    }
    expect((await call('tableUpdate', renamed)).status).toBe(200)
    expect((await rows('POST', '', { Web: 'nowhere' })).error.msg).toContain('No address: nowhere')
    const without = await metaOf()
    Object.assign(without.columns.find(({ cn }) => cn === 'site') ?? {}, { validate: null })
    expect((await call('xcModelSet', { tn: 'people', meta: without })).status).toBe(200)
    expect((await rows('POST', '', { Web: 'nowhere' })).status).toBe(200)
  })

  it('must be known', async () => {
    for (const name of ['isNothing', 'matches', 'constructor', '__proto__']) {
      const columns = [{ cn: 'a', uidt: 'SingleLineText', validate: { func: [name], args: ['(a+)+$'], msg: [''] } }]
      const answer = await call('tableCreate', { tn: 'other', columns })
      expect([name, answer.status, answer.error.code]).toEqual([name, 400, 'COLUMN_VALIDATION_UNKNOWN'])
    }
  })
})
