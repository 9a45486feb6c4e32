import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredTemplate } from '@common/templates'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'

const gradient = 'linear-gradient(90deg, #0989ff, #e8710a)'
const shop = {
  title: 'Shop',
  category: 'Sales',
  tags: ['orders'],
  description: 'Customers and their orders',
  image_url: gradient,
  tables: [
    {
      tn: 'customers',
      columns: [{ cn: 'name', uidt: 'SingleLineText', values: ['Ada', 'Bo'] }],
      hasMany: [{ tn: 'orders' }],
      manyToMany: [],
      belongsTo: [],
      v: [],
    },
    { tn: 'orders', columns: [{ cn: 'total', uidt: 'Number' }], hasMany: [], manyToMany: [], belongsTo: [], v: [] },
  ],
} as const satisfies object
const template = shop as unknown as StoredTemplate

let server: TestServer
let owner: TestUser
let editor: TestUser
let token: string
let target: TargetServer

beforeAll(async () => {
  target = await startTargetServer()
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('editor@example.com')
  // People who sign up by themselves can't create projects.
  const { list } = await server.operate('userList', {}, owner)
  const userId = list.find(({ email }) => email === editor.email)?.id ?? 0
  await server.operate('userSave', { userId, role: 'user' }, owner)
  ;({ token } = await server.operate('templateTokenRead', {}, { token: owner.token }))
})
afterAll(async () => {
  await server.close()
  target.close()
})

const ask = (path: string, method = 'GET', body?: unknown, as?: TestUser): Promise<Answer> =>
  server.request(path, { method, ...(as && { token: as.token }), ...(body !== undefined && { body }) })
const codeOf = ({ status, json }: Answer): [number, string] => [status, (json as { readonly code: string }).code]
const send = (name: string, input: object, as: TestUser | undefined): Promise<Answer> =>
  ask(`/api/v1/operations/${name}`, 'POST', input, as)

describe('the template service', () => {
  it('stores, lists, returns and replaces templates with the edit token alone', async () => {
    const made = await ask(`/api/v1/nc/templates?token=${token}`, 'POST', { ...shop, id: 'given' })
    expect(made.status).toBe(200)
    const { id } = made.json as { readonly id: string }

    const list = await ask('/api/v1/nc/templates', 'GET', undefined, editor)
    const { data } = list.json as { readonly data: readonly { readonly id: string }[] }
    expect(data.find((entry) => entry.id === id)).toEqual({
      id,
      title: 'Shop',
      description: 'Customers and their orders',
      image_url: gradient,
      category: 'Sales',
      tags: ['orders'],
    })
    const categories = await ask('/api/v1/nc/templates/categories', 'GET', undefined, editor)
    expect(categories.json).toContainEqual({ category: 'Sales', count: 1 })

    const detail = await ask(`/api/v1/nc/templates/${id}`, 'GET', undefined, editor)
    const { template: text } = detail.json as { readonly template: string }
    expect(JSON.parse(text)).toMatchObject({ title: 'Shop', tables: [{ tn: 'customers' }, { tn: 'orders' }] })

    const changed = await ask(`/api/v1/nc/templates/${id}?token=${token}`, 'PUT', { ...shop, title: 'Market', id })
    expect(changed.json).toEqual({ id })
    expect((await server.operate('templateRead', { id }, editor)).title).toBe('Market')
  })

  it('rejects callers without the token, with a wrong one, and readers without an account', async () => {
    const path = '/api/v1/nc/templates'
    expect(codeOf(await ask(path))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(codeOf(await ask(path, 'POST', shop))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(codeOf(await ask(path, 'POST', shop, editor))).toEqual([403, 'TEMPLATE_TOKEN_REQUIRED'])
    expect(codeOf(await ask(`${path}?token=wrong`, 'POST', shop))).toEqual([403, 'TEMPLATE_TOKEN_WRONG'])
    expect(codeOf(await ask(`${path}?token=wrong`, 'POST', shop, owner))).toEqual([403, 'TEMPLATE_TOKEN_WRONG'])
    expect(codeOf(await ask(`${path}?token=wrong`))).toEqual([403, 'TEMPLATE_TOKEN_WRONG'])
    expect((await ask(`${path}?token=${token}`)).status).toBe(200)
    expect(codeOf(await ask(`${path}/none?token=${token}`, 'PUT', shop))).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    expect(codeOf(await ask(`${path}/none`, 'GET', undefined, editor))).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })

  it('shows the gallery to everybody if a super admin wants it', async () => {
    await server.operate('installationSettingsSave', { templatesPublic: true }, owner)
    expect((await ask('/api/v1/nc/templates')).status).toBe(200)
    await server.operate('installationSettingsSave', { templatesPublic: false }, owner)
    expect((await ask('/api/v1/nc/templates')).status).toBe(401)
  })

  it('replaces the token, which ends the former one', async () => {
    const former = token
    ;({ token } = await server.operate('templateTokenRotate', {}, owner))
    expect(token).not.toBe(former)
    expect(codeOf(await ask(`/api/v1/nc/templates?token=${former}`))).toEqual([403, 'TEMPLATE_TOKEN_WRONG'])
    expect((await ask(`/api/v1/nc/templates?token=${token}`)).status).toBe(200)
    expect(codeOf(await send('templateTokenRead', {}, editor))).toEqual([403, 'NOT_ALLOWED'])
  })

  it.each([
    [{}, 'tables'],
    [[], undefined],
    [{ ...shop, title: '  ' }, 'title'],
    [{ ...shop, tables: [{ columns: [] }] }, 'tables.0.tn'],
    [{ ...shop, tables: [{ tn: 'a', columns: [{ uidt: 'Number' }] }] }, 'tables.0.columns.0.cn'],
    [{ ...shop, tables: [{ tn: 'a', columns: [{ cn: 'x', uidt: 'Nonsense' }] }] }, 'tables.0.columns.0.uidt'],
    [{ ...shop, tables: Array.from({ length: 201 }, (_, at) => ({ tn: `t${at}` })) }, 'tables'],
  ])('rejects %.60j', async (body, place) => {
    const answer = await ask(`/api/v1/nc/templates?token=${token}`, 'POST', body)
    expect(answer.status).toBe(400)
    if (place !== undefined) expect(answer.json).toMatchObject({ code: 'TEMPLATE_INVALID', details: { place } })
  })

  it('returns an address that shows a template apart from the gallery', async () => {
    const answer = await ask('/api/v1/projectTemplateCreate', 'POST', { ...shop, title: 'Apart' }, editor)
    const { path } = answer.json as { readonly path: string }
    const id = path.split('/').at(-1) ?? ''
    expect(path).toBe(`/dashboard/#/project/templates/${id}`)
    expect(await server.operate('templateRead', { id }, owner)).toMatchObject({ title: 'Apart', origin: 'shared' })
    const { list } = await server.operate('templateList', {}, editor)
    expect(list.map((entry) => entry.id)).not.toContain(id)
    expect(codeOf(await ask('/api/v1/projectTemplateCreate', 'POST', shop))).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it('lets authors change and delete their own, and others only with the token', async () => {
    const { path } = await server.operate('templateLinkCreate', { template }, editor)
    const id = path.split('/').at(-1) ?? ''
    const stranger = await server.signUp('stranger@example.com')
    expect(codeOf(await send('templateUpdate', { id, template }, stranger))).toEqual([403, 'TEMPLATE_TOKEN_REQUIRED'])
    expect(codeOf(await send('templateDelete', { id }, stranger))).toEqual([403, 'TEMPLATE_TOKEN_REQUIRED'])
    expect(await server.operate('templateUpdate', { id, template: { ...template, title: 'Mine' } }, editor)).toEqual({
      id,
    })
    expect((await server.operate('templateRead', { id }, stranger)).title).toBe('Mine')
    await server.operate('templateUpdate', { id, template, token }, stranger)
    expect(await server.operate('templateDelete', { id }, editor)).toEqual({ restored: false })
    expect(codeOf(await send('templateRead', { id }, editor))).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })
})

describe('the limit of templates', () => {
  it('holds for simultaneous calls', { timeout: 30_000 }, async () => {
    const collector = await server.signUp('collector@example.com')
    const { list } = await server.operate('userList', {}, owner)
    const userId = list.find(({ email }) => email === collector.email)?.id ?? 0
    await server.operate('userSave', { userId, role: 'user' }, owner)
    const small = { title: 'Small', tables: [] } as unknown as StoredTemplate
    const add = (): Promise<Answer> => send('templateLinkCreate', { template: small }, collector)
    // One place is left.
    for (let batch = 0; batch < 20; batch += 1)
      await Promise.all(
        Array.from({ length: batch === 0 ? 24 : 25 }, async () => expect((await add()).status).toBe(200)),
      )
    const last = await Promise.all([add(), add(), add()])
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(codeOf(await add())).toEqual([400, 'TEMPLATES_TOO_MANY'])
  })
})

describe('another template service', () => {
  const json =
    (body: unknown, status = 200) =>
    (response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  const choose = (templateHost: string | null, outboundHosts: string[] = [target.host]) =>
    server.operate('installationSettingsSave', { templateHost, outboundHosts }, owner)

  it('is asked by the server, within the rules for addresses', async () => {
    await choose(target.url('/base/'), [])
    expect(codeOf(await send('templateList', {}, editor))).toEqual([403, 'OUTBOUND_FORBIDDEN'])
    await choose(target.url('/base/'))
    target.answer('/base/api/v1/nc/templates', json({ data: [{ id: 7, title: 'Far', image_url: gradient, extra: 1 }] }))
    target.answer('/base/api/v1/nc/templates/categories', json([{ category: 'Sales', count: '2' }]))
    target.answer('/base/api/v1/nc/templates/7', json({ id: 7, title: 'Far', template: JSON.stringify(shop) }))
    expect(await server.operate('templateList', {}, editor)).toEqual({
      host: target.url('/base'),
      list: [
        {
          id: '7',
          title: 'Far',
          description: '',
          image: gradient,
          category: '',
          tags: [],
          tables: null,
          rows: null,
          origin: 'remote',
          author: null,
          mayEdit: false,
        },
      ],
    })
    expect(await server.operate('templateCategoryList', {}, editor)).toEqual({
      list: [{ category: 'Sales', count: 2 }],
    })
    expect(await server.operate('templateRead', { id: '7' }, editor)).toMatchObject({
      id: '7',
      title: 'Far',
      tables: 2,
      rows: 2,
      category: 'Sales',
      template: { tables: [{ tn: 'customers' }, { tn: 'orders' }] },
    })
  })

  it('receives templates with the token of the user', async () => {
    target.answer('/base/api/v1/nc/templates?token=far+secret', json({ id: 'new' }))
    target.answer('/base/api/v1/nc/templates/7?token=far+secret', json(''))
    target.answer('/base/api/v1/projectTemplateCreate', json({ path: '/t/9' }))
    expect(await server.operate('templateCreate', { template, token: 'far secret' }, editor)).toEqual({ id: 'new' })
    expect(await server.operate('templateUpdate', { id: '7', template, token: 'far secret' }, editor)).toEqual({
      id: '7',
    })
    expect(await server.operate('templateLinkCreate', { template }, editor)).toEqual({ path: target.url('/t/9') })
    const [created, updated, linked] = target.arrived.slice(-3)
    expect([created?.method, updated?.method, linked?.method]).toEqual(['POST', 'PUT', 'POST'])
    for (const arrived of [created, updated, linked]) expect(JSON.parse(arrived?.body ?? '')).toEqual(shop)
    expect(codeOf(await send('templateDelete', { id: '7' }, owner))).toEqual([400, 'TEMPLATE_HOST_READ_ONLY'])
  })

  it.each([
    ['no JSON', 200, 502, 'TEMPLATE_SERVICE_FAILED'],
    [{ data: [{ title: 'Without an id' }] }, 200, 502, 'TEMPLATE_SERVICE_FAILED'],
    [{ data: `${'['.repeat(5_000)}` }, 200, 502, 'TEMPLATE_SERVICE_FAILED'],
    ['{"data":'.repeat(200), 200, 502, 'TEMPLATE_SERVICE_FAILED'],
    ['x'.repeat(17 * 1024 ** 2), 200, 502, 'TEMPLATE_SERVICE_FAILED'],
    [{}, 500, 502, 'TEMPLATE_SERVICE_FAILED'],
    [{}, 418, 400, 'TEMPLATE_SERVICE_REFUSED'],
    [{}, 401, 403, 'TEMPLATE_TOKEN_REQUIRED'],
  ])('that answers %.30j with %i is reported', async (body, status, ours, code) => {
    target.answer('/base/api/v1/nc/templates', json(body, status))
    expect(codeOf(await send('templateList', {}, editor))).toEqual([ours, code])
  })

  it('that sends something else than a template is reported', async () => {
    target.answer('/base/api/v1/nc/templates/8', json({ template: '{"tables":"none"}' }))
    expect(codeOf(await send('templateRead', { id: '8' }, editor))).toEqual([400, 'TEMPLATE_INVALID'])
    target.answer('/base/api/v1/projectTemplateCreate', json({ path: 'javascript:alert(1)' }))
    expect(codeOf(await send('templateLinkCreate', { template }, editor))).toEqual([502, 'TEMPLATE_SERVICE_FAILED'])
  })

  it('needs an address of the web', async () => {
    for (const templateHost of ['ftp://example.com', 'nothing', 'http://a@example.com'])
      expect(codeOf(await send('installationSettingsSave', { templateHost }, owner))).toEqual([
        400,
        'TEMPLATE_HOST_INVALID',
      ])
    await choose(null)
    expect((await server.operate('templateList', {}, editor)).host).toBeNull()
  })
})

describe('a template at an address', () => {
  it('is read from JSON, also as a text inside a text', async () => {
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
    for (const body of [JSON.stringify(shop), JSON.stringify(JSON.stringify(shop)), `\uFEFF${JSON.stringify(shop)}`]) {
      target.answer('/shop.json', (response) => void response.end(body))
      const { template: found } = await server.operate('templateFetch', { url: target.url('/shop.json') }, editor)
      expect(found.tables.map(({ tn }) => tn)).toEqual(['customers', 'orders'])
    }
  })

  it('is nothing else, and within the rules for addresses', async () => {
    target.answer('/page', (response) => void response.end('<html>'))
    target.answer(
      '/long',
      (response) => void response.end(JSON.stringify({ ...shop, more: 'x'.repeat(9 * 1024 ** 2) })),
    )
    target.answer('/gone', (response) => void response.writeHead(404).end())
    const code = async (url: string): Promise<string> => codeOf(await send('templateFetch', { url }, editor))[1]
    expect(await code(target.url('/page'))).toBe('TEMPLATE_INVALID')
    expect(await code(target.url('/long'))).toBe('TEMPLATE_INVALID')
    expect(await code(target.url('/gone'))).toBe('TEMPLATE_ADDRESS_FAILED')
    expect(await code('file:///etc/passwd')).toBe('OUTBOUND_ADDRESS_INVALID')
    await server.operate('installationSettingsSave', { outboundHosts: [] }, owner)
    expect(await code(target.url('/page'))).toBe('OUTBOUND_FORBIDDEN')
    expect(await code('http://169.254.169.254/latest')).toBe('OUTBOUND_FORBIDDEN')
  })
})
