import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notice } from '@common/operations/followers'
import type { CallName } from '@tests/helpers/calls'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let bob: TestUser
let vic: TestUser
let projectId: string
let as: { token: string; projectId: string }
let asBob: { token: string; projectId: string }

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('ada@example.com')
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, owner)).id
  bob = await server.signUp('bob@example.com')
  vic = await server.signUp('vic@example.com')
  giveRoles(server.profileFolder, projectId, { [bob.email]: 'editor', [vic.email]: 'viewer' })
  as = { token: owner.token, projectId }
  asBob = { token: bob.token, projectId }
})
afterAll(() => server.close())

const columns = [
  { cn: 'id', uidt: 'ID' },
  { cn: 'name', uidt: 'SingleLineText', pv: true },
  { cn: 'price', uidt: 'Number' },
]
const rows = (path: string, method = 'GET', body?: unknown, who = bob): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: who.token, body })

/** Creates a table with two records; Ada follows the first. */
async function followedTable(tn: string, given: readonly object[] = columns, first: object = {}): Promise<void> {
  await server.call('tableCreate', { tn, columns: given as never }, as)
  await rows(`${tn}/bulk`, 'POST', [
    { name: 'Lamp', price: 1, ...first },
    { name: 'Chair', price: 2 },
  ])
}
const follow = (tn: string, rowId: string, following = true, who = as) =>
  server.call('recordFollow', { table: tn, rowId, following }, who)
const follows = async (tn: string, rowId: string, who = as): Promise<boolean> =>
  (await server.call('recordFollowing', { table: tn, rowId }, who)).following
const write = (tn: string, row: string, description: string, who = asBob) =>
  server.call('xcAuditCommentInsert', { model_id: row, model_name: tn, description }, who)
const notices = async (tn: string, who: TestUser = owner): Promise<Notice[]> =>
  (await server.call('noticeList', {}, { token: who.token })).list.filter((notice) => notice.table === tn)
const send = (name: CallName, args: unknown, token: string | undefined): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token,
    body: { api: name, project_id: projectId, env: '_noco', dbAlias: 'db', args },
  })

describe('following a record', () => {
  it('is kept for each person', async () => {
    await followedTable('things')
    expect(await follows('things', '1')).toBe(false)
    expect(await follow('things', '1')).toEqual({ following: true })
    expect([await follows('things', '1'), await follows('things', '2')]).toEqual([true, false])
    expect(await follows('things', '1', asBob)).toBe(false)
    await follow('things', '1', false)
    expect(await follows('things', '1')).toBe(false)
  })

  it('needs a record that is there, and a role that may read comments', async () => {
    const missing = await send('recordFollow', { table: 'things', rowId: '99', following: true }, owner.token)
    expect([missing.status, missing.error.code]).toEqual([404, 'ROW_NOT_FOUND'])
    for (const name of ['recordFollow', 'recordFollowing'] as const) {
      const args =
        name === 'recordFollow' ? { table: 'things', rowId: '1', following: true } : { table: 'things', rowId: '1' }
      expect((await send(name, args, vic.token)).status).toBe(403)
    }
  })
})

describe('a follower is notified', () => {
  it('of comments of other people, with their beginning', async () => {
    await followedTable('talks')
    await follow('talks', '1')
    await write('talks', '1', `Nice lamp.\n${'so '.repeat(200)}`)
    await write('talks', '2', 'Elsewhere')
    await write('talks', '1', 'My own', as)
    const [notice, ...others] = await notices('talks')
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      projectId,
      project: 'Shop',
      rowId: '1',
      record: 'Lamp',
      kind: 'comment',
      user: 'bob@example.com',
      read: false,
    })
    expect(notice?.details).toMatch(/^Nice lamp\. so so .*…$/)
  })

  it('of changes by other people: one notice with the titles of all changed columns', async () => {
    await followedTable('goods')
    await follow('goods', '1')
    await rows('goods/1', 'PUT', { price: 5 })
    await rows('goods/1', 'PUT', { name: 'Lantern' })
    await rows('goods/1', 'PUT', { price: 6 }, owner)
    await rows('goods/2', 'PUT', { price: 7 })
    expect(await notices('goods')).toMatchObject([
      { kind: 'change', record: 'Lantern', details: 'price, name', user: 'bob@example.com' },
    ])
  })

  it('of the deletion of the record, which nobody follows any more then', async () => {
    await followedTable('olds')
    await follow('olds', '1')
    await rows('olds/1', 'PUT', { price: 9 })
    await rows('olds/1', 'DELETE')
    expect(await notices('olds')).toMatchObject([{ kind: 'delete', record: 'Lamp' }])
    expect(await follows('olds', '1')).toBe(false)
    const [entry] = (await server.call('trashList', { kind: 'rows', limit: 1 }, as)).list
    await server.call('trashRestore', { id: entry?.id ?? '' }, as)
    expect(await follows('olds', '1')).toBe(true)
  })

  it('in a table that was renamed, and by a key that was changed', async () => {
    const keyed = [{ cn: 'code', uidt: 'SingleLineText', pk: true, rqd: true }, ...columns.slice(1)]
    await followedTable('codes', keyed, { code: 'a/b c' })
    const rowId = encodeURIComponent('a/b c')
    await rows('codes', 'POST', { code: 'a/b c', name: 'Lamp', price: 1 })
    await follow('codes', rowId)
    const tn = 'keys'
    await server.call('tableRename', { tn_old: 'codes', tn }, as)
    await rows(`${tn}/${rowId}`, 'PUT', { code: 'new key' })
    expect(await follows(tn, encodeURIComponent('new key'))).toBe(true)
    await rows(`${tn}/${encodeURIComponent('new key')}`, 'PUT', { price: 8 })
    expect(await notices(tn)).toMatchObject([{ kind: 'change', rowId: 'new%20key', details: 'code, price' }])
  })
})

describe('commenting and being named', () => {
  it('follow the record', async () => {
    await followedTable('asks')
    await write('asks', '1', 'Look, @ada@example.com')
    expect([await follows('asks', '1'), await follows('asks', '1', asBob)]).toEqual([true, true])
    expect(await notices('asks')).toMatchObject([{ kind: 'mention', record: 'Lamp' }])
    await write('asks', '1', 'I see', as)
    expect(await notices('asks', bob)).toMatchObject([{ kind: 'comment', user: 'ada@example.com' }])
  })

  it('leave a person out who has stopped following', async () => {
    await followedTable('quiet')
    await follow('quiet', '1', false)
    await write('quiet', '1', 'Look, @ada@example.com')
    await rows('quiet/1', 'PUT', { price: 3 })
    await write('quiet', '1', 'Once', as)
    expect([await follows('quiet', '1'), await notices('quiet')]).toEqual([false, []])
  })

  it('reach no viewer, who may not read comments', async () => {
    await followedTable('shut')
    await write('shut', '1', 'Look, @vic@example.com')
    expect(await notices('shut', vic)).toEqual([])
  })

  it('count when a comment is changed, once for each person', async () => {
    await followedTable('edits')
    const [id] = await write('edits', '1', 'Look')
    const edit = (description: string) =>
      server.call('commentUpdate', { table: 'edits', rowId: '1', id, text: description }, asBob)
    await edit('Look, @ada@example.com')
    await edit('Look here, @ada@example.com')
    expect(await notices('edits')).toMatchObject([{ kind: 'mention', details: 'Look, @ada@example.com' }])
  })
})

describe('notices', () => {
  it('are read, then deleted, by the person alone', async () => {
    const before = await server.call('noticeList', {}, { token: owner.token })
    expect(before.unread).toBe(before.list.length)
    expect(before.unread).toBeGreaterThan(3)
    await server.call('noticesRead', {}, { token: owner.token })
    const after = await server.call('noticeList', {}, { token: owner.token })
    expect([after.unread, after.list.every(({ read }) => read)]).toEqual([0, true])
    await server.call('noticesClear', {}, { token: owner.token })
    expect((await server.call('noticeList', {}, { token: owner.token })).list).toEqual([])
    expect((await server.call('noticeList', {}, { token: bob.token })).list).not.toEqual([])
  })

  it('are of no use to somebody who is no member any more', async () => {
    giveRoles(server.profileFolder, projectId, { [bob.email]: 'viewer' })
    expect(await server.call('noticeList', {}, { token: bob.token })).toEqual({ list: [], unread: 0 })
  })
})
