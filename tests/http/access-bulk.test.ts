import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Many access rules at once, and the rights of a reader that a table tells. */

let server: TestServer
let projectId: string
let owner: TestUser
let editor: TestUser

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('editor@example.com')
})
beforeEach(async () => {
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  giveRoles(server.profileFolder, projectId, { 'editor@example.com': 'editor' })
})
afterAll(() => server.close())

const operate = (name: string, body: unknown, as: TestUser = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: as.token, body })

const save = (list: unknown, as?: TestUser): Promise<Answer> => operate('accessRulesSaveBulk', { list }, as)

async function rightsOf(table: string, as: TestUser): Promise<unknown> {
  return ((await operate('tableRead', { table }, as)).json as { readonly rights?: unknown }).rights
}

it('saves the rules of several tables and roles', async () => {
  const list = [
    { table: 'tracks', role: 'editor', rules: { delete: false, columns: { length: 'read', price: 'hidden' } } },
    { table: 'artists', role: 'editor', rules: { update: false } },
    { table: 'albums', role: 'viewer', rules: { read: false } },
  ]
  expect((await save(list)).status).toBe(200)
  expect(await rightsOf('tracks', editor)).toEqual({
    read: true,
    create: true,
    change: true,
    delete: false,
    readOnly: ['length'],
  })
  expect(await rightsOf('artists', editor)).toMatchObject({ create: true, change: false, readOnly: [] })
  // Nothing restricts these.
  expect(await rightsOf('albums', editor)).toBeUndefined()
  expect(await rightsOf('tracks', owner)).toBeUndefined()
})

const equals = { column: 'name', operator: 'is', value: 'x' }
const anyOf = (values: number) => ({
  ...equals,
  column: 'country',
  operator: 'isAnyOf',
  value: Array(values).fill('x'),
})
const nested = (depth: number): object => (depth === 0 ? equals : { join: 'or', filters: [nested(depth - 1)] })
const rowRule = (...filters: readonly object[]) => ({
  table: 'artists',
  role: 'viewer',
  rules: { rows: { join: 'or', filters } },
})

it.each([
  [
    'a row rule of too many conditions',
    rowRule(...Array.from({ length: 11 }, () => ({ join: 'or', filters: Array<object>(100).fill(equals) }))),
    'ROW_RULE_TOO_LARGE',
  ],
  ['a row rule of too many values', rowRule(anyOf(1_000), equals), 'ROW_RULE_TOO_LARGE'],
  ['a row rule of too many groups', rowRule(nested(100)), 'INPUT_INVALID'],
  ['an unknown role', { table: 'artists', role: 'r_nobody', rules: {} }, 'ROLE_NOT_FOUND'],
  ['an unknown table', { table: 'nowhere', role: 'viewer', rules: {} }, 'TABLE_NOT_FOUND'],
  ['an unknown column', { table: 'artists', role: 'viewer', rules: { columns: { x: 'read' } } }, 'COLUMN_NOT_FOUND'],
  ['the owner', { table: 'artists', role: 'owner', rules: { read: false } }, 'RULES_NOT_YOURS'],
  ['another shape', { table: 'artists', role: 'viewer', rules: { reads: false } }, 'INPUT_INVALID'],
])('saves nothing with %s among them', async (_name, wrong, code) => {
  const { status, error } = await save([{ table: 'tracks', role: 'editor', rules: { update: false } }, wrong])
  expect([status >= 400 && status < 500, error.code]).toEqual([true, code])
  expect(await rightsOf('tracks', editor)).toBeUndefined()
})

it('is for creators only', async () => {
  const list = [{ table: 'tracks', role: 'viewer', rules: { read: false } }]
  expect((await save(list, editor)).error.code).toBe('NOT_ALLOWED')
})
