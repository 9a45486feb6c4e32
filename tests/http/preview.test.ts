import { invokeFromWindow } from '@main/bridge/operations'
import { sendForm } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* `xc-preview` lowers the permissions of a request on every path. */

let server: TestServer
let owner: TestUser
let viewer: TestUser
let projectId: string

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('ada@example.com')
  viewer = await server.signUp('vic@example.com')
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop' }, { token: owner.token })).id
  giveRoles(server.profileFolder, projectId, { [viewer.email]: 'viewer' })
  const columns = [
    { cn: 'id', uidt: 'ID' },
    { cn: 'name', uidt: 'SingleLineText' },
  ] as never
  await server.call('tableCreate', { tn: 'things', _tn: 'Things', columns }, { token: owner.token, projectId })
  const { status } = await rest('POST', owner)
  expect(status).toBe(200)
})
afterAll(() => server.close())

const previewing = (role: string | undefined): Record<string, string> =>
  role === undefined ? {} : { 'xc-preview': role }

function rest(method: 'GET' | 'POST', { token }: TestUser, role?: string): Promise<Answer> {
  const body = method === 'POST' ? { body: { name: 'x' } } : {}
  return server.request(`/nc/${projectId}/api/v1/Things`, { method, token, headers: previewing(role), ...body })
}

const operation = 'trashList'

/** One use of each path that is forbidden to viewers; each returns true if it succeeded. */
const uses: Readonly<Record<string, (by: TestUser, role?: string) => Promise<boolean>>> = {
  REST: async (by, role) => (await rest('POST', by, role)).status === 200,
  GraphQL: async ({ token }, role) => {
    const query = 'mutation { ThingsCreate(data: { name: "x" }) { id } }'
    const { text } = await server.request(`/nc/${projectId}/v1/graphql`, {
      method: 'POST',
      token,
      headers: previewing(role),
      body: { query },
    })
    return !text.includes('"errors"')
  },
  'an operation': async ({ token }, role) => {
    const { status } = await server.request(`/dashboard/?q=sqlOp_${operation}`, {
      method: 'POST',
      token,
      headers: previewing(role),
      body: { api: operation, project_id: projectId, args: {} },
    })
    return status === 200
  },
  'an upload': async ({ token }, role) => {
    const { status } = await sendForm(server, [{ name: 'file', filename: 'a.txt', content: 'x' }], {
      token,
      path: `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`,
      headers: previewing(role),
    })
    return status === 200
  },
  'the window': async ({ token }, role) => {
    const call = { name: operation, token, projectId, args: {}, ...(role !== undefined && { preview: role }) }
    return invokeFromWindow(server.server.invoker, call, 'r').then(
      () => true,
      () => false,
    )
  },
}

describe.each(Object.entries(uses))('a preview over %s', (_path, use) => {
  it('lowers the rights of an owner', async () => {
    const allowed = await Promise.all([undefined, 'owner', 'creator', 'editor', ''].map((role) => use(owner, role)))
    expect(allowed).toEqual([true, true, true, true, true])
    const refused = await Promise.all(['commenter', 'viewer'].map((role) => use(owner, role)))
    expect(refused).toEqual([false, false])
  })

  it('never raises the rights of a viewer', async () => {
    for (const role of ['owner', 'creator', 'editor', 'super', 'system', '', '["owner"]', 'x'.repeat(90)])
      expect(await use(viewer, role), role).toBe(false)
  })

  it.each(['Owner', 'super', 'owner,owner', 'owner; viewer', '__proto__', 'constructor', '*', '%6fwner', "' OR 1=1"])(
    'counts the unknown role %s as the weakest',
    async (role) => {
      expect(await use(owner, role)).toBe(false)
    },
  )
})

describe('a preview', () => {
  it('reads rows as before, also from cached responses, and never mixes them up', async () => {
    for (let time = 0; time < 4; time++) {
      expect((await rest('GET', owner)).status).toBe(200)
      expect((await rest('GET', owner, 'viewer')).status).toBe(200)
      expect((await rest('POST', owner, 'viewer')).status).toBe(403)
    }
  })

  it('does not change user/me (wire §2.3)', async () => {
    const me = async (role?: string) =>
      (await server.request(`/user/me?project_id=${projectId}`, { token: owner.token, headers: previewing(role) })).json
    expect(await me()).toMatchObject({ roles: { owner: true, creator: true }, isSuperAdmin: true })
    expect(await me('editor')).toEqual(await me())
  })

  it('loses the rights of the super admin', async () => {
    const open = (role?: string) =>
      server.request('/dashboard/?q=sqlOp_projectCreateFromFile', {
        method: 'POST',
        token: owner.token,
        headers: previewing(role),
        body: { api: 'projectCreateFromFile', args: { title: 'x', filename: '/nowhere/x.sqlite' } },
      })
    expect((await open()).status).not.toBe(403)
    expect((await open('owner')).status).toBe(403)
  })

  it('of a project without a role in it finds nothing', async () => {
    const stranger = await server.signUp()
    expect((await rest('GET', stranger, 'owner')).status).toBe(404)
  })

  it('hides from a stream of changes who made them', async () => {
    const controller = new AbortController()
    const headers = { 'xc-auth': owner.token, ...previewing('viewer') }
    const answer = await fetch(`${server.origin}/nc/${projectId}/v1/live`, { headers, signal: controller.signal })
    expect(answer.status).toBe(200)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await rest('POST', owner)
    let text = ''
    while (!text.includes('"rows"')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain(owner.email)
    controller.abort()
  })
})
