import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { OperationName, operations } from '@common/operations'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Views of a table that are disabled for a role (wire §13.4): they don't exist for it, on any path. */

let server: TestServer
let projectId: string
let owner: TestUser
let creator: TestUser
let editor: TestUser
let viewer: TestUser
let grid: string
let form: string

const send = (name: OperationName, input: unknown, { token }: TestUser, headers = {}): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, headers, body: input })
const call = <N extends OperationName>(
  name: N,
  input: z.input<(typeof operations)[N]['input']>,
  { token }: TestUser = owner,
) => server.operate(name, input, { token, projectId })
const disable = (role: string, disabled: boolean, views = [grid, form], as: TestUser = owner): Promise<Answer> =>
  send(
    'disabledModelsSave',
    { list: views.map((name) => ({ kind: 'tableView', name, disabled: { [role]: disabled } })) },
    as,
  )
const titlesFor = async (as: TestUser): Promise<string[]> =>
  (await call('viewList', { table: 'things' }, as)).map(({ title }) => title)

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Views' }, { token: owner.token })).id
  creator = await server.signUp('creator@example.com')
  editor = await server.signUp('editor@example.com')
  viewer = await server.signUp('viewer@example.com')
  giveRoles(server.profileFolder, projectId, {
    'creator@example.com': 'creator',
    'editor@example.com': 'editor',
    'viewer@example.com': 'viewer',
  })
  await call('tableCreate', { table: 'things', columns: [{ name: 'title', type: 'SingleLineText' }] })
  grid = (await call('viewCreate', { table: 'things', title: 'Board' })).id
  const parts = [{ kind: 'field' as const, column: 'title' }]
  form = (await call('viewCreate', { table: 'things', title: 'Join', kind: 'form', options: { parts } })).id
})
beforeEach(async () => {
  for (const role of ['creator', 'editor', 'viewer']) await disable(role, false)
})
afterAll(() => server.close())

describe('a disabled view', () => {
  it('is in no list of the role, and in those of others', async () => {
    expect((await disable('editor', true)).status).toBe(200)
    expect([await titlesFor(editor), await titlesFor(viewer)]).toEqual([[''], ['', 'Board', 'Join']])
    expect(await call('viewNameList', {}, editor)).toEqual([])
    expect(await call('viewNameList', {}, viewer)).toHaveLength(2)
    await disable('editor', false)
    expect(await titlesFor(editor)).toEqual(['', 'Board', 'Join'])
  })

  it.each([
    ['viewSettingsSave', () => ({ table: 'things', view: grid, settings: { hidden: ['title'] } })],
    ['viewSettingsCopy', () => ({ table: 'things', from: grid })],
    ['viewPersonalSave', () => ({ table: 'things', view: grid, settings: { hidden: ['title'] } })],
    ['viewPersonalClear', () => ({ table: 'things', view: grid })],
    ['formGet', () => ({ id: form })],
    ['formSubmit', () => ({ id: form, answers: { title: 'A' }, submission: 'a'.repeat(20) })],
  ] as const)('is unknown to %s', async (name, input) => {
    await disable('editor', true)
    const answer = await send(name, input(), editor)
    const unknown = await send(name, JSON.parse(JSON.stringify(input()).replaceAll(/vw_\w+/g, 'vw_nothing')), editor)
    expect([answer.status, answer.text]).toEqual([404, unknown.text])
  })

  it("is unknown to creators under the rule, who can't lift it for others", async () => {
    await disable('creator', true)
    for (const [name, input] of [
      ['viewRename', { view: grid, title: 'Mine' }],
      ['viewMove', { view: grid, position: 5 }],
      ['viewDelete', { view: grid }],
      ['viewLock', { table: 'things', view: grid, locked: true }],
      ['viewDuplicate', { table: 'things', view: grid, title: 'Copy' }],
      ['shareCreate', { table: 'things', view: grid }],
    ] as const)
      expect([name, (await send(name, input, creator)).error.code]).toEqual([name, 'TABLE_VIEW_NOT_FOUND'])
    expect((await disable('viewer', true, [grid], creator)).error.code).toBe('TABLE_VIEW_NOT_FOUND')
    expect((await call('disabledModelsRead', {}, creator)).list).toEqual([])
    const invited = await send('memberInvite', { emails: ['new@example.com'], role: 'editor' }, creator)
    expect(invited.error.code).toBe('ROLE_ABOVE_OWN')
    // Only the view is hidden: the structure can still be changed.
    const column = { table: 'things', columns: [{ change: 'add', name: 'more', type: 'Number' }] }
    expect((await send('tableUpdate', column, creator)).error?.code).not.toBe('NOT_ALLOWED')
  })

  it('is off in a copy for the same roles', async () => {
    await disable('editor', true, [grid])
    const copy = await call('viewDuplicate', { table: 'things', view: grid, title: 'Copied' }, creator)
    expect(await titlesFor(viewer)).toContain('Copied')
    expect(await titlesFor(editor)).not.toContain('Copied')
    const input = { table: 'things', view: copy.id, settings: { hidden: ['title'] } }
    expect((await send('viewPersonalSave', input, editor)).error.code).toBe('TABLE_VIEW_NOT_FOUND')
    await disable('editor', false, [copy.id])
    expect(await titlesFor(editor)).toContain('Copied')
    expect(await titlesFor(editor)).not.toContain('Board')
    await call('viewDelete', { view: copy.id })
  })

  it('takes its link from creators under the rule', async () => {
    const { id } = await call('shareCreate', { table: 'things', view: grid })
    await disable('creator', true)
    expect(await call('shareList', {}, creator)).toEqual({ list: [] })
    for (const name of ['shareUpdate', 'shareReplace'] as const)
      expect([name, (await send(name, { id }, creator)).error.code]).toEqual([name, 'SHARE_NOT_FOUND'])
    await call('shareRevoke', { id })
  })

  it('is hidden in a preview of the role', async () => {
    await disable('viewer', true)
    const preview = { 'xc-preview': 'viewer' }
    expect((await send('viewNameList', {}, owner, preview)).json).toEqual([])
    expect((await send('viewNameList', {}, owner)).json).toHaveLength(2)
  })

  it('is named with its reason', async () => {
    await disable('viewer', true, [grid])
    const { tables } = await call('accessExplain', { role: 'viewer' })
    expect(tables).toMatchObject([{ table: 'things', views: [{ view: grid, title: 'Board' }] }])
  })

  it('must exist, and is no default grid', async () => {
    for (const name of ['vw_nothing', 'things'])
      expect((await disable('viewer', true, [name])).error.code).toBe('TABLE_VIEW_NOT_FOUND')
  })
})
