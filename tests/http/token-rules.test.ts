import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiTokenHeader } from '@common/principal'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* An API token follows the access rules of its own role and those of the role of its creator. */

let server: TestServer
let folder: string
let projectId: string
let owner: TestUser
let editor: TestUser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-token-rules-'))
  const filename = join(folder, 'people.sqlite')
  const file = new Sqlite(filename)
  file.exec(`CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, bonus INTEGER);
    INSERT INTO person VALUES (1, 'Ada', 777, 888);`)
  file.close()
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('eve@example.com')
  projectId = (await server.operate('projectCreateFromFile', { filename }, owner)).id
  giveRoles(server.profileFolder, projectId, { 'eve@example.com': 'editor' })
  const as = { token: owner.token, projectId }
  const hide = (role: string, column: string) =>
    server.operate('accessRulesSave', { table: 'person', role, rules: { columns: { [column]: 'hidden' } } }, as)
  await hide('editor', 'salary')
  await hide('viewer', 'bonus')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const tokenOf = async (user: TestUser, role: string): Promise<string> =>
  (await server.operate('apiTokenCreate', { title: 'Script', role }, { token: user.token, projectId })).token

const rows = (token: string, preview?: string): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/person`, {
    headers: { [apiTokenHeader]: token, ...(preview !== undefined && { 'xc-preview': preview }) },
  })

it('hides what is hidden from its role, also from its cache', async () => {
  const whole = await tokenOf(owner, 'owner')
  expect((await rows(whole)).json).toEqual([{ id: 1, name: 'Ada', salary: 777, bonus: 888 }])
  const lower = await tokenOf(owner, 'editor')
  for (const _ of [1, 2]) expect((await rows(lower)).json).toEqual([{ id: 1, name: 'Ada', bonus: 888 }])
})

it('hides what is hidden from its creator', async () => {
  const token = await tokenOf(editor, 'viewer')
  expect((await rows(token)).json).toEqual([{ id: 1, name: 'Ada' }])
})

it('hides what is hidden from a role that it previews', async () => {
  const token = await tokenOf(owner, 'owner')
  expect((await rows(token, 'viewer')).json).toEqual([{ id: 1, name: 'Ada', salary: 777 }])
})
