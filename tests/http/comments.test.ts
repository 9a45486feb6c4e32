import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedComment } from '@common/operations/comments'
import type { CallName } from '@tests/helpers/calls'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let bob: TestUser
let eve: TestUser
let viewer: TestUser
let projectId: string
let as: { token: string; projectId: string }
let asBob: { token: string; projectId: string }

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('ada@example.com')
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, owner)).id
  bob = await server.signUp('bob@example.com')
  viewer = await server.signUp('vic@example.com')
  eve = await server.signUp('eve@example.com')
  giveRoles(server.profileFolder, projectId, { [bob.email]: 'commenter', [viewer.email]: 'viewer' })
  as = { token: owner.token, projectId }
  asBob = { token: bob.token, projectId }
})
afterAll(() => server.close())

const rows = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body })

const columns = [
  { cn: 'id', uidt: 'ID' },
  { cn: 'name', uidt: 'SingleLineText' },
]

/** A table with three records. */
async function makeTable(tn: string, given: readonly object[] = columns): Promise<void> {
  await server.call('tableCreate', { tn, columns: given as never }, as)
  await rows(`${tn}/bulk`, 'POST', [{ name: 'Lamp' }, { name: 'Chair' }, { name: 'Table' }])
}

const write = async (tn: string, row: string | number, description: string, who = as): Promise<string> => {
  const [id] = await server.call('xcAuditCommentInsert', { model_id: row, model_name: tn, description }, who)
  return id
}
const list = async (tn: string, rowId: string, who = as): Promise<ListedComment[]> =>
  (await server.call('commentList', { table: tn, rowId }, who)).list
const texts = async (tn: string, rowId: string): Promise<string[]> => (await list(tn, rowId)).map(({ text }) => text)

const send = (name: CallName, args: unknown, token: string | undefined, project = projectId): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token,
    body: { api: name, project_id: project, env: '_noco', dbAlias: 'db', args },
  })

describe('comments on a record', () => {
  it('stand there oldest first, with who wrote them', async () => {
    await makeTable('things')
    await write('things', 1, '  First\r\nline two ')
    await write('things', '1', 'Second', asBob)
    await write('things', 2, 'Elsewhere')
    expect(await list('things', '1', asBob)).toMatchObject([
      { user: 'ada@example.com', text: 'First\nline two', mine: false, editedAt: null, resolvedAt: null },
      { user: 'bob@example.com', text: 'Second', mine: true },
    ])
  })

  it('come in parts, the newest first asked', async () => {
    await makeTable('parts')
    for (const text of ['1', '2', '3', '4', '5']) await write('parts', 1, text)
    const first = await server.call('commentList', { table: 'parts', rowId: '1', limit: 2 }, as)
    expect([first.list.map(({ text }) => text), first.more, first.count]).toEqual([['4', '5'], true, 5])
    const before = first.list[0]?.id
    const rest = await server.call('commentList', { table: 'parts', rowId: '1', limit: 3, before }, as)
    expect([rest.list.map(({ text }) => text), rest.more]).toEqual([['1', '2', '3'], false])
  })

  it('name members of the project, and tell who is named', async () => {
    await makeTable('named')
    await write('named', 1, '@Bob@example.com and @eve@example.com, look')
    const [forBob] = await list('named', '1', asBob)
    expect(forBob).toMatchObject({ mentions: ['bob@example.com'], mentionsMe: true })
    const [forOwner] = await list('named', '1')
    expect(forOwner).toMatchObject({ mentions: ['bob@example.com'], mentionsMe: false })
    await server.call('commentUpdate', { table: 'named', rowId: '1', id: forBob?.id ?? '', text: 'Nobody' }, as)
    expect(await list('named', '1', asBob)).toMatchObject([{ mentions: [], mentionsMe: false }])
  })

  it('are changed and deleted by who wrote them alone', async () => {
    await makeTable('own')
    const id = await write('own', 1, 'Mine')
    const about = { table: 'own', rowId: '1', id }
    for (const [name, args] of [
      ['commentUpdate', { ...about, text: 'Yours' }],
      ['commentDelete', about],
    ] as const) {
      const answer = await send(name, args, bob.token)
      expect([answer.status, answer.error.code]).toEqual([403, 'COMMENT_NOT_YOURS'])
    }
    const changed = await server.call('commentUpdate', { ...about, text: 'Better' }, as)
    expect(changed).toMatchObject({ text: 'Better', editedAt: expect.any(String) as string })
    await server.call('commentDelete', about, as)
    expect(await list('own', '1')).toEqual([])
    const gone = await send('commentDelete', about, owner.token)
    expect([gone.status, gone.error.code]).toEqual([404, 'COMMENT_NOT_FOUND'])
  })

  it('are settled and opened again by anybody who may write some', async () => {
    await makeTable('settled')
    const id = await write('settled', 1, 'Check the price')
    const about = { table: 'settled', rowId: '1', id }
    await server.call('commentResolve', { ...about, resolved: true }, asBob)
    expect(await list('settled', '1')).toMatchObject([{ resolvedBy: 'bob@example.com' }])
    const opened = await server.call('commentResolve', { ...about, resolved: false }, as)
    expect(opened).toMatchObject({ resolvedAt: null, resolvedBy: null })
  })

  it('are counted for many records at once', async () => {
    await makeTable('counted')
    await write('counted', 1, 'a')
    const id = await write('counted', 1, 'b')
    await write('counted', 3, 'c')
    await server.call('commentResolve', { table: 'counted', rowId: '1', id, resolved: true }, as)
    const counts = await server.call('xcAuditModelCommentsCount', { model_name: 'counted', ids: ['1', 2, 3] }, as)
    expect(counts).toEqual([
      { model_id: '1', count: 2, open: 1 },
      { model_id: 3, count: 1, open: 1 },
    ])
  })

  it('are lines of the audit, beside what happened to the record', async () => {
    await makeTable('lines')
    await rows('lines/1', 'PUT', { name: 'Big lamp' })
    const id = await write('lines', 1, 'Why?', asBob)
    const all = await server.call('xcModelRowAuditAndCommentList', { model_id: 1, model_name: 'lines' }, as)
    expect(all.list.map(({ op_type, op_sub_type }) => `${op_type} ${op_sub_type}`)).toEqual([
      'DATA INSERT',
      'DATA UPDATE',
      'COMMENT INSERT',
    ])
    const about = { model_id: '1', model_name: 'lines', comments: true }
    const alone = await server.call('xcModelRowAuditAndCommentList', about, as)
    expect(alone).toMatchObject({ count: 1, list: [{ id, user: 'bob@example.com', description: 'Why?' }] })
    const audit = await server.call('xcAuditList', { op_type: 'COMMENT', model_name: 'lines' }, as)
    expect(audit).toMatchObject({ count: 1, list: [{ id, op_sub_type: 'INSERT' }] })
  })
})

describe('comments follow their record', () => {
  it('when its table is renamed', async () => {
    await makeTable('before')
    await write('before', 2, 'Stays')
    await server.call('tableRename', { tn_old: 'before', tn: 'after' }, as)
    expect(await texts('after', '2')).toEqual(['Stays'])
  })

  it('when its key changes', async () => {
    const keyed = [
      { cn: 'code', uidt: 'SingleLineText', pk: true, rqd: true },
      { cn: 'name', uidt: 'SingleLineText' },
    ]
    await server.call('tableCreate', { tn: 'keyed', columns: keyed }, as)
    await rows('keyed', 'POST', { code: 'a b', name: 'Lamp' })
    await write('keyed', 'a%20b', 'Bright')
    await rows('keyed/a%20b', 'PUT', { code: 'c' })
    expect([await texts('keyed', 'a%20b'), await texts('keyed', 'c')]).toEqual([[], ['Bright']])
  })

  it('and go with it: what gets its key later has none of them', async () => {
    await makeTable('reused')
    await write('reused', 3, 'Old')
    await rows('reused/3', 'DELETE')
    expect(await texts('reused', '3')).toEqual([])
    await rows('reused', 'POST', { id: 3, name: 'Another' })
    expect(await texts('reused', '3')).toEqual([])
    await server.call('tableDelete', { tn: 'reused' }, as)
    await makeTable('reused')
    expect(await texts('reused', '1')).toEqual([])
  })

  it('and come back with it, or with its table, out of the trash', async () => {
    await makeTable('kept')
    await write('kept', 2, 'Still here')
    const restore = async (kind: 'rows' | 'table'): Promise<void> => {
      const [entry] = (await server.call('trashList', { kind, limit: 1 }, as)).list
      await server.call('trashRestore', { id: entry?.id ?? '' }, as)
    }
    await rows('kept/2', 'DELETE')
    expect(await texts('kept', '2')).toEqual([])
    await restore('rows')
    expect(await texts('kept', '2')).toEqual(['Still here'])
    await server.call('tableDelete', { tn: 'kept' }, as)
    await restore('table')
    expect(await texts('kept', '2')).toEqual(['Still here'])
  })

  it('however it was deleted', async () => {
    await makeTable('many')
    await write('many', 1, 'a')
    await write('many', 2, 'b')
    await write('many', 3, 'c')
    await rows('many/bulk', 'DELETE', [{ id: 1 }, { id: 2 }])
    const counts = await server.call('xcAuditModelCommentsCount', { model_name: 'many', ids: [1, 2, 3] }, as)
    expect(counts).toEqual([{ model_id: 3, count: 1, open: 1 }])
  })
})

describe('comments refuse', () => {
  beforeAll(() => makeTable('closed'))

  it.each(['commentList', 'commentUpdate', 'commentResolve', 'commentDelete'] as const)(
    '%s of viewers, strangers and people of other projects',
    async (name) => {
      const id = await write('closed', 1, 'Secret')
      const more = {
        commentUpdate: { id, text: 'x' },
        commentResolve: { id, resolved: true },
        commentDelete: { id },
      }
      const args = { table: 'closed', rowId: '1', ...(name === 'commentList' ? {} : more[name]) }
      const codes = await Promise.all(
        [viewer.token, eve.token, undefined].map(async (token) => (await send(name, args, token)).status),
      )
      expect(codes).toEqual([403, 404, 401])
    },
  )

  it('records that are not there', async () => {
    const answer = await send(
      'xcAuditCommentInsert',
      { model_id: 99, model_name: 'closed', description: 'x' },
      owner.token,
    )
    expect([answer.status, answer.error.code]).toEqual([404, 'ROW_NOT_FOUND'])
    const table = await send('xcAuditCommentInsert', { model_id: 1, model_name: 'none', description: 'x' }, owner.token)
    expect([table.status, table.error.code]).toEqual([404, 'TABLE_NOT_FOUND'])
  })

  it.each([
    ['an empty text', { model_id: 1, model_name: 'closed', description: ' \n ' }, 'COMMENT_EMPTY'],
    ['a text without end', { model_id: 1, model_name: 'closed', description: 'x'.repeat(10_001) }, 'INPUT_INVALID'],
    ['a key that is none', { model_id: 'abc', model_name: 'closed', description: 'x' }, 'ROW_KEY_INVALID'],
  ])('%s', async (_what, args, code) => {
    const answer = await send('xcAuditCommentInsert', args, owner.token)
    expect([answer.status, answer.error.code]).toEqual([400, code])
    expect(answer.error.msg.length).toBeGreaterThan(20)
  })

  it('a comment of another record', async () => {
    const id = await write('closed', 2, 'Here')
    const answer = await send('commentResolve', { table: 'closed', rowId: '3', id, resolved: true }, owner.token)
    expect([answer.status, answer.error.code]).toEqual([404, 'COMMENT_NOT_FOUND'])
  })
})
