import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareHeader, visitorHeader } from '@common/wire/names'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { sendRequest, startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * A creator from whom records are hidden, but no field: links must not show visitors, or the creator, more than the
 * creator sees.
 */

/** The row rule of creators. */
const ownRecords = {
  join: 'and' as const,
  filters: [{ column: 'mail', operator: 'is' as const, value: 'carl@example.com' }],
}
const network = '127.0.0.2'
let server: TestServer
let folder: string
let projectId: string
let owner: TestUser
let creator: TestUser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-restricted-'))
  const filename = join(folder, 'people.sqlite')
  const file = new Sqlite(filename)
  file.exec(`CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, person INTEGER REFERENCES person);
    CREATE TABLE free (id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO person VALUES (1, 'Ada', 'carl@example.com'), (2, 'Hidden', 'other@example.com'), (3, 'Shown', 'x');
    INSERT INTO note VALUES (1, 'To Hidden', 2);
    INSERT INTO free VALUES (1, 'One');`)
  file.close()
  server = await startServer({
    signInAttempts: 0,
    signUpAttempts: 0,
    networkAddresses: () => [{ address: network, name: 'wlan0', loopback: false }],
  })
  owner = await server.signUp('owner@example.com')
  creator = await server.signUp('carl@example.com')
  projectId = (await server.operate('projectCreateFromFile', { filename }, owner)).id
  giveRoles(server.profileFolder, projectId, { 'carl@example.com': 'creator' })
  await server.operate('accessRulesSave', { table: 'person', role: 'creator', rules: { rows: ownRecords } }, as(owner))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const as = (user: TestUser) => ({ token: user.token, projectId })
const refusal = async (name: string, input: object): Promise<unknown> => {
  const path = `/api/v1/operations/${name}?project=${projectId}`
  const answer = await server.request(path, { method: 'POST', token: creator.token, body: input })
  return answer.status === 200 ? answer.json : answer.error.code
}
/** Tries to remove the filter of a view as the creator, by a call of the original. @returns the code of the error */
const unfilterByOldCall = async (view: string): Promise<string> => {
  const call = { api: 'xcVirtualTableUpdate', project_id: projectId, env: '_noco', dbAlias: 'db' }
  const answer = await server.request('/dashboard/?q=sqlOp_xcVirtualTableUpdate', {
    method: 'POST',
    token: creator.token,
    body: { ...call, args: { id: view, query_params: JSON.stringify({ filters: [] }) } },
  })
  return answer.error.code
}
/** Lets the owner show one record of a view only. @returns the id of the change */
const narrow = async (view: string): Promise<string> => {
  const saved = await server.request(`/api/v1/operations/viewSettingsSave?project=${projectId}`, {
    method: 'POST',
    token: owner.token,
    body: { table: 'person', view, settings: only('Ada') },
  })
  return String(saved.headers['basalt-change'])
}
const only = (name: string) => ({
  filter: { join: 'and' as const, filters: [{ column: 'name', operator: 'is' as const, value: name }] },
})

describe('a view that the owner shared', () => {
  let view: string
  let open: string
  let share: { readonly id: string; readonly link: string }
  beforeEach(async () => {
    const make = (title: string) =>
      server.operate(
        'viewCreate',
        { table: 'person', title: `${title} ${crypto.randomUUID()}`, settings: only('Shown') },
        as(owner),
      )
    view = (await make('Shared')).id
    open = (await make('Not shared')).id
    share = await server.operate('shareCreate', { table: 'person', view }, as(owner))
  })

  const visitorSees = async (): Promise<unknown> => {
    const { visitor } = await server.operate('shareOpen', { link: share.link })
    const headers = { [shareHeader]: share.link, [visitorHeader]: visitor.token }
    return (await server.request(`/nc/${projectId}/api/v1/person?fields=name&hm=`, { headers })).json
  }

  it('shows visitors no more after its filter is changed by somebody who does not see its records', async () => {
    expect(await refusal('viewSettingsSave', { table: 'person', view, settings: only('Hidden') })).toBe('NOT_ALLOWED')
    expect(
      await refusal('viewSettingsSave', { table: 'person', view, settings: { filter: { join: 'and', filters: [] } } }),
    ).toBe('NOT_ALLOWED')
    expect(await refusal('viewSettingsCopy', { table: 'person', view, from: open })).toBe('NOT_ALLOWED')
    expect(await unfilterByOldCall(view)).toBe('NOT_ALLOWED')
    expect(await visitorSees()).toEqual([{ id: 3, name: 'Shown' }])
  })

  it('is changed by the owner, and other views by the creator', async () => {
    await server.operate('viewSettingsSave', { table: 'person', view, settings: only('Ada') }, as(owner))
    expect(await visitorSees()).toEqual([{ id: 1, name: 'Ada' }])
    expect(await refusal('viewSettingsSave', { table: 'person', view: open, settings: only('Ada') })).toBe(1)
  })

  it('cannot be led back to a wider filter by an undo', async () => {
    expect(await refusal('changeUndo', { change: await narrow(view) })).toBe('NOT_ALLOWED')
    expect(await visitorSees()).toEqual([{ id: 1, name: 'Ada' }])
  })

  it('has an address that only those know who see its records', async () => {
    const listed = async (user: TestUser) => (await server.operate('shareList', {}, as(user))).list.map(({ id }) => id)
    expect(await listed(owner)).toContain(share.id)
    expect(await listed(creator)).not.toContain(share.id)
    expect(await refusal('shareRead', { table: 'person', view })).toBeNull()
    expect((await server.operate('shareRead', { table: 'person', view }, as(owner)))?.id).toBe(share.id)
  })
})

describe('a view that the owner shows on the network', () => {
  let view: string
  let share: { readonly id: string }
  beforeEach(async () => {
    const title = `On the network ${crypto.randomUUID()}`
    view = (await server.operate('viewCreate', { table: 'person', title, settings: only('Shown') }, as(owner))).id
    share = await server.operate('pocketShareStart', { table: 'person', view, address: network }, as(owner))
  })
  afterEach(async () => {
    const { share: open } = await server.operate('pocketShareRead', { table: 'person', view }, as(owner))
    if (open !== null) await server.operate('pocketShareStop', { id: open.id }, as(owner))
  })
  const filterNow = async () =>
    (await server.operate('viewList', { table: 'person' }, as(owner))).find(({ id }) => id === view)?.settings

  it('is changed only by people who see all its records, until the share ends', async () => {
    expect(await refusal('viewSettingsSave', { table: 'person', view, settings: only('Hidden') })).toBe('NOT_ALLOWED')
    expect(await refusal('viewSettingsCopy', { table: 'person', view })).toBe('NOT_ALLOWED')
    expect(await unfilterByOldCall(view)).toBe('NOT_ALLOWED')
    expect(await filterNow()).toMatchObject(only('Shown'))
    await server.operate('viewSettingsSave', { table: 'person', view, settings: only('Ada') }, as(owner))
    await server.operate('pocketShareStop', { id: share.id }, as(owner))
    expect(await refusal('viewSettingsSave', { table: 'person', view, settings: only('Shown') })).toBe(1)
  })

  it('cannot be led back to a wider filter by an undo', async () => {
    expect(await refusal('changeUndo', { change: await narrow(view) })).toBe('NOT_ALLOWED')
    expect(await filterNow()).toMatchObject(only('Ada'))
  })
})

it('a share on the network ends when linked records are hidden from its maker', async () => {
  const rule = (rules: object) =>
    server.operate('accessRulesSave', { table: 'person', role: 'creator', rules }, as(owner))
  await rule({})
  const { url } = await server.operate('pocketShareStart', { table: 'note', address: network }, as(creator))
  const isListening = () =>
    sendRequest(new URL(url).origin, '/favicon.ico').then(
      () => true,
      () => false,
    )
  expect(await isListening()).toBe(true)
  await rule({ rows: ownRecords })
  await expect.poll(isListening).toBe(false)
})

it('a shared base whose role shows more than one sees has an address that only others know', async () => {
  await server.operate('shareBaseCreate', { role: 'viewer' }, as(owner))
  expect(await refusal('shareBaseRead', {})).toBeNull()
  expect(await server.operate('shareBaseRead', {}, as(owner))).toMatchObject({ role: 'viewer' })
})

it('a table whose links lead to hidden records cannot be shared', async () => {
  expect(await refusal('shareCreate', { table: 'person' })).toBe('SHARE_TABLE_RESTRICTED')
  expect(await refusal('shareCreate', { table: 'note' })).toBe('SHARE_TABLE_RESTRICTED')
  expect(await refusal('shareCreate', { table: 'free' })).toMatchObject({ enabled: true })
})
