import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiRequestInput } from '@common/api-client/request'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/* Stored requests are files in the workspace of a project, one for each. */

let server: TestServer
let owner: string
let viewer: string
let projectId: string
let folder: string

beforeAll(async () => {
  server = await startServer({})
  owner = (await server.signUp('owner@example.com')).token
  viewer = (await server.signUp('viewer@example.com')).token
})
afterAll(() => server.close())
beforeEach(async () => {
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop' }, { token: owner })).id
  giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer' })
  folder = join(server.profileFolder, 'workspaces', projectId, 'apis')
})

const call = (name: string, input: unknown, token = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body: input })
const request = (given: Partial<ApiRequestInput> = {}): ApiRequestInput => ({ method: 'GET', url: '/a', ...given })
const save = (path: string, given: Partial<ApiRequestInput> = {}, formerly?: string): Promise<Answer> =>
  call('apiRequestSave', { path, request: request(given), ...(formerly !== undefined && { formerly }) })
const paths = async (token = owner): Promise<string[]> =>
  ((await call('apiCollectionRead', {}, token)).json as { list: { path: string }[] }).list.map(({ path }) => path)
const file = (path: string): string => readFileSync(join(folder, `${path}.http`), 'utf8')

describe('stored requests', () => {
  it('are files, without typed secrets, that the whole project reads', async () => {
    await save('Albums/List', { auth: { kind: 'bearer', token: 'secret' }, params: [{ name: 'limit', value: '1' }] })
    expect(file('Albums/List')).toBe('# @auth bearer ""\nGET /a\n  ?limit=1\n')
    await save('10 Last')
    await save('9 First')
    expect(await paths(viewer)).toEqual(['9 First', '10 Last', 'Albums/List'])
  })

  it('are replaced and renamed', async () => {
    await save('One')
    await save('One', { url: '/b' }, 'One')
    expect(file('One')).toBe('GET /b\n')
    await save('Folder/one', { url: '/c' }, 'One')
    expect([await paths(), readdirSync(folder)]).toEqual([['Folder/one'], ['Folder']])
    await save('folder/ONE')
    expect((await save('folder/ONE')).error.code).toBe('API_PATH_TAKEN')
    expect((await save('x', {}, 'gone')).status).toBe(404)
    expect(await paths()).toEqual(['Folder/one'])
  })

  it('are deleted with their folder', async () => {
    for (const path of ['A/one', 'A/B/two', 'AB/three']) await save(path)
    expect((await call('apiRequestDelete', { path: 'A' })).json).toEqual({ deleted: 2 })
    expect([await paths(), readdirSync(folder)]).toEqual([['AB/three'], ['AB']])
    expect((await call('apiRequestDelete', { path: 'A' })).status).toBe(404)
  })

  it('are deleted with their project, but not other files of its workspace', async () => {
    await save('Albums/List')
    const workspace = join(folder, '..')
    await server.call('projectDelete', {}, { token: owner, projectId })
    await until(() => !existsSync(workspace))

    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Other' }, { token: owner })).id
    folder = join(server.profileFolder, 'workspaces', projectId, 'apis')
    await save('List')
    writeFileSync(join(folder, '..', 'notes.md'), 'mine')
    await server.call('projectDelete', {}, { token: owner, projectId })
    await until(() => !existsSync(folder))
    expect(readdirSync(join(folder, '..'))).toEqual(['notes.md'])
  })
  it('get other names when many are imported', async () => {
    await save('One')
    const requests = ['One', 'one', 'Two'].map((path) => ({ path, request: request() }))
    expect((await call('apiRequestImport', { requests })).json).toEqual({ paths: ['One 2', 'one 3', 'Two'] })
    expect(await paths()).toEqual(['One', 'One 2', 'one 3', 'Two'])
  })

  it.each([
    '../x',
    'a/../../x',
    '/x',
    'a//b',
    'x/',
    '.git/config',
    'a\\b',
    'C:x',
    'con',
    'a.',
    'a\u0000b',
    'a/b/c/d/e/f/g',
  ])('can’t be called %j', async (path) => {
    const { status, error } = await save(path)
    expect([status, error.code]).toEqual([400, 'API_PATH_INVALID'])
    expect(await paths()).toEqual([])
  })

  it('never lead out of the workspace by a link', async () => {
    const outside = join(server.profileFolder, 'outside')
    mkdirSync(outside, { recursive: true })
    writeFileSync(join(outside, 'x.http'), 'GET /secret\n')
    mkdirSync(folder, { recursive: true })
    symlinkSync(outside, join(folder, 'link'))
    symlinkSync(join(outside, 'x.http'), join(folder, 'file.http'))
    expect(await paths()).toEqual([])
    expect((await save('link/y')).error.code).toBe('API_PATH_INVALID')
    expect(readdirSync(outside)).toEqual(['x.http'])
  })

  it('show files that aren’t requests as such', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'odd.http'), 'hello')
    writeFileSync(join(folder, 'README.md'), 'notes')
    const { list } = (await call('apiCollectionRead', {})).json as { list: unknown[] }
    expect(list).toEqual([{ path: 'odd', request: null }])
  })

  it('need a role that may store them', async () => {
    const stored = { path: 'x', request: request() }
    expect((await call('apiRequestSave', stored, viewer)).status).toBe(403)
    expect((await call('apiRequestImport', { requests: [stored] }, viewer)).status).toBe(403)
    expect((await call('apiRequestDelete', { path: 'x' }, viewer)).status).toBe(403)
  })
})
