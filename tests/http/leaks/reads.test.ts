import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { secretPattern, makeTwin, type Twin } from '@tests/helpers/twins'
import type { TestUser } from '@tests/helpers/server'
import { expectSame, graphql, json, legacy, operation, rest, send, type Asking } from '@tests/helpers/twin-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * Nothing hidden influences what a user under rules reads. Each path is asked of two servers that differ in their secrets
 * only: the answers must be the same, byte for byte, also after the owner has warmed every cache.
 */

let twins: readonly [Twin, Twin]

beforeAll(async () => {
  const at = new Date()
  twins = [await makeTwin(0, at), await makeTwin(1, at)]
})
afterAll(async () => {
  for (const twin of twins) await twin.close()
})

/** The owner asks first, and each caller twice, so that caches would show themselves. */
const expectSameAnswer = (asking: Asking, caller: 'editor' | 'creator' | 'visitor' = 'editor') =>
  expectSame(twins, asking, { caller, warm: true, times: 2 })

const lists: readonly string[] = [
  'person',
  'person?sort=-id',
  'person?offset=2',
  'person?limit=1&offset=3',
  'person?after=&limit=2',
  'person?fields=id,name,Colleagues,Notes,Loud',
  'person?where=(name,like,%25)',
  'person?where=~not(name,eq,Ada)',
  'person?where=(boss,eq,1)',
  'person?where=(Colleagues,gt,0)',
  'person?sort=-Colleagues,Notes',
  'person?search=Hush',
  'person?search=777',
  'person?search=other',
  'person?find=hush',
  'person?find=777',
  'person?find=o&findIn=name,mail',
  'person?duplicates=team',
  'person?duplicates=mail',
  'person?duplicates=shown&withEmpty=true',
  'person?hm=note&bt=team&mm=tag',
  'person?bt=person',
  `person?conditionGraph=${json({ note: { relationType: 'hm', title: { like: '%' } } })}`,
  `person?conditionGraph=${json({ team: { relationType: 'bt', name: { like: '%' } } })}`,
  'person/50',
  'person/1',
  'person/2',
  'person/30',
  'person/99',
  'person/1/exists',
  'person/30/exists',
  'person/findOne?sort=id',
  'person/findOne?where=(team,eq,1)&sort=id',
  'person/count',
  'person/count?where=(team,eq,1)',
  'person/groupby/team',
  'person/groupby/mail',
  'person/groupby/Colleagues',
  `person/groupby?aggregates=${json([
    ['id', 'min'],
    ['name', 'filled'],
  ])}`,
  'person/distinct?column_name=team',
  'person/distinct?column_name=mail',
  'person/distinct?column_name=name&sort=name',
  'person/aggregate?column_name=id&func=sum,count,min,max,avg',
  'person/distribute?column_name=id&min=0&max=100&step=10',
  'person/distribute?column_name=team',
  'person/50/note',
  'person/50/team',
  'person/50/person',
  'person/1/note',
  'person/1/team',
  'person/30/note',
  'person/50/tag',
  'person/50/tag/count',
  'person/1/note/count',
  'person/has/note',
  'person/belongs/team',
  'person/m2mNotChildren/person_tag/50',
  'person/m2mNotChildren/person_tag/1',
  'person?format=csv',
  'person?format=json',
  'person?format=ndjson',
  'team',
  'team?sort=-Heads',
  'team?sort=Names',
  'team?where=(Heads,gt,2)',
  'team?search=Hush',
  'team?search=Person',
  'team?find=hush',
  'team?fields=id,name,Last',
  'team/count?where=(Last,lt,50)',
  'team/groupby/Heads',
  'team/distinct?column_name=Last',
  'team/aggregate?column_name=Heads&func=sum',
  'team/1/person',
  'team/1/person/count',
  'team/1/person/1',
  'team/1/person/1/exists',
  'team/1/person/findOne?sort=id',
  'team/3/person',
  'team/has/person',
  'team?hm=person',
  'team?hm=person&hfields1=id,name&hsort1=id',
  'team?format=csv',
  `team?conditionGraph=${json({ person: { relationType: 'hm', name: { like: 'Hush%' } } })}`,
  `team?conditionGraph=${json({ person: { relationType: 'hm', id: { lt: 50 } } })}`,
  'note',
  'note?sort=Whose',
  'note?where=(Whose,like,Hush%25)',
  'note?search=Hush',
  'note?bt=person',
  'note/2/person',
  'note/2/person/1',
  'note/groupby/Whose',
  'note?duplicates=Whose&withEmpty=true',
  'note?format=csv',
  `note?conditionGraph=${json({ person: { relationType: 'bt', id: { gt: 0 } } })}`,
  'tag',
  'tag?mm=person',
  'tag?sort=-Bearers',
  'tag/1/person',
  'tag/1/person/count',
  'tag/m2mNotChildren/person_tag/1',
  'tag/groupby/Bearers',
  'vault',
  'vault/1',
  'vault/count',
  'team/1/vault',
  'team?hm=vault',
  'person_tag',
  'person_tag/count',
]

describe('lists and records', () => {
  it.each(lists)('%s', async (path) => {
    await expectSameAnswer(rest(path))
  })

  it('as an Excel workbook', async () => {
    await expectSameAnswer(rest('person?format=xlsx'))
  })

  it.each(['team', 'note', 'person'])('have no tag of the answer that the owner got, for %s', async (table) => {
    for (const twin of twins) {
      const ask = rest(table)(twin)
      const { headers } = await send(twin, ask, twin.owner)
      const own = await send(twin, { ...ask, headers: { 'if-none-match': String(headers['etag']) } }, twin.editor)
      expect([table, own.status]).toEqual([table, 200])
      const tag = String(own.headers['etag'])
      expect((await send(twin, { ...ask, headers: { 'if-none-match': tag } }, twin.editor)).status).toBe(304)
    }
  })

  it.each(['person', 'person/count', 'person/1', 'person?search=Hush', 'person?sort=name', 'person/groupby/team'])(
    'a visitor of a link asks %s',
    async (path) => {
      await expectSameAnswer(rest(path), 'visitor')
    },
  )
})

/** Each hidden name, as any path may send it. An unknown name must get the same answer. */
const hiddenNames = ['salary', 'born', 'level', 'scan', 'Yearly', 'Twice', 'Budget']
const withName: readonly string[] = [
  'person?fields=*',
  'person?sort=*',
  'person?where=(*,gt,0)',
  'person?find=7&findIn=*',
  'person?duplicates=*',
  `person?condition=${json({ '*': { gt: 0 } })}`,
  'person/groupby/*',
  'person/distinct?column_name=*',
  'person/aggregate?column_name=*&func=sum',
  'person/distribute?column_name=*&min=0&max=1&step=1',
  'person?format=csv&fields=*',
  'note?bt=person&bfields1=*',
  'note?bt=person&bsort1=*',
  'note?bt=person&bwhere1=(*,gt,0)',
  `note?conditionGraph=${json({ person: { relationType: 'bt', '*': { gt: 0 } } })}`,
]

describe('a hidden name', () => {
  it.each(withName)('%s', async (path) => {
    for (const name of hiddenNames) {
      const hidden = await expectSameAnswer(rest(path.replaceAll('*', name)))
      const unknown = await expectSameAnswer(rest(path.replaceAll('*', 'nothing')))
      expect([name, hidden.status, hidden.text.replaceAll(name, 'nothing')]).toEqual([
        name,
        unknown.status,
        unknown.text,
      ])
    }
  })
})

const operations: readonly (readonly [name: string, input?: object | ((twin: Twin) => object)])[] = [
  ['tableList', { associations: true }],
  ['tableRead', { table: 'person' }],
  ['tableRead', { table: 'team' }],
  ['tableRead', { table: 'vault' }],
  ['projectDiagram'],
  ['relationList'],
  ['viewList', { table: 'person' }],
  ['viewList', { table: 'team' }],
  ['viewList', { table: 'vault' }],
  ['viewNameList'],
  ['formGet', ({ views }: Twin) => ({ id: views['Ask'] })],
  ['formResponseCount', ({ views }: Twin) => ({ id: views['Ask'] })],
  ['rowHistory', { table: 'person', rowId: '50', limit: 50 }],
  ['rowHistory', { table: 'person', rowId: '1', limit: 50 }],
  ['rowHistory', { table: 'vault', rowId: '1', limit: 50 }],
  ['cellHistory', { table: 'person', rowId: '50', column: 'name', limit: 50 }],
  ['cellHistory', { table: 'person', rowId: '50', column: 'salary', limit: 50 }],
  ['cellHistory', { table: 'person', rowId: '1', column: 'name', limit: 50 }],
  ['rowAuditList', { table: 'person', rowId: '50' }],
  ['rowAuditList', { table: 'person', rowId: '1' }],
  ['commentList', { table: 'person', rowId: '50' }],
  ['commentList', { table: 'person', rowId: '1' }],
  ['commentCounts', { table: 'person', rowIds: ['1', '2', '30', '50', '51'] }],
  ['recordFollowing', { table: 'person', rowId: '1' }],
  ['recordFollowing', { table: 'person', rowId: '50' }],
  ['trashList'],
  ['trashList', { table: 'person' }],
  ['trashList', { kind: 'rows', limit: 1 }],
  ['trashList', { limit: 0 }],
  ['changesSince', { limit: 500 }],
  ['noticeList'],
  ['projectOpen'],
  ['projectMemberList'],
  ['memberList'],
  ['roleList'],
  ['rowsPreview', { changes: [{ kind: 'update', table: 'person', rowId: '50', values: { name: 'N' } }] }],
  ['rowsPreview', { changes: [{ kind: 'update', table: 'person', rowId: '1', values: { name: 'N' } }] }],
  ['rowsPreview', { changes: [{ kind: 'update', table: 'person', rowId: '30', values: { name: 'N' } }] }],
  ['rowsPreview', { changes: [{ kind: 'update', table: 'person', rowId: '50', values: { salary: 1 } }] }],
  ['rowsPreview', { changes: [{ kind: 'delete', table: 'person', rowId: '30' }] }],
]

describe('operations', () => {
  it.each(operations.map(([name, input]) => [name, input] as const))('%s %j', async (name, input) => {
    await expectSameAnswer(operation(name, input))
  })

  const ofCreators: readonly (readonly [name: string, input?: object | ((twin: Twin) => object)])[] = [
    ['accessRulesRead'],
    ['accessExplain', { role: 'viewer' }],
    ['accessExplain', { role: 'editor' }],
    ['disabledModelsRead'],
    ['auditList', { limit: 500 }],
    ['auditList', { limit: 1, perChange: true }],
    ['auditList', { limit: 500, table: 'person' }],
    ['auditList', { limit: 500, text: 'Hush' }],
    ['auditList', { limit: 500, text: '777' }],
    ['auditList', { limit: 500, table: 'vault' }],
    ['auditCount', {}],
    ['auditCount', { table: 'person' }],
    ['auditCount', { text: 'Hush' }],
    ['shareList'],
    ['shareRead', ({ views }: Twin) => ({ table: 'person', view: views['Open'] })],
    ['apiTokenList'],
    ['formulaCheck', { table: 'person', formula: '{salary} + 1' }],
    ['formulaPreview', { table: 'person', formula: '{salary} + 1' }],
    ['formulaPreview', { table: 'person', formula: 'RECORD_ID()' }],
    ['columnChangePreview', { table: 'person' }],
    ['checkList', { table: 'person' }],
    ['triggerList', { table: 'person' }],
    ['schemaDrift'],
    ['sqlViewRead', { name: 'nothing' }],
    ['trashList', { kind: 'table' }],
    ['projectConnectionRead'],
    ['memberInvitationList'],
  ]
  it.each(ofCreators.map(([name, input]) => [name, input] as const))('of creators: %s %j', async (name, input) => {
    await expectSameAnswer(operation(name, input), 'creator')
  })
})

it.each([{}, { table: 'person' }, { table: 'vault' }, { text: 'Hush' }, { text: '777' }])(
  'of creators: the audit as a file, %j',
  async (body) => {
    const file: Asking = ({ projectId }) => ({
      path: `/api/v1/audit/export?project=${projectId}`,
      method: 'POST',
      body,
    })
    expect((await expectSameAnswer(file, 'creator')).text).not.toMatch(/vault|salary|budget/)
  },
)

describe('other protocols', () => {
  const documents: readonly string[] = [
    'db/swagger.json',
    'projectApiInfo',
    'v1/graphql?query=%7B__schema%7Btypes%7Bname%20fields%7Bname%7D%20inputFields%7Bname%7D%7D%7D%7D',
  ]
  it.each(documents)('the document %s', async (path) => {
    const { text } = await expectSameAnswer(({ projectId }) => ({ path: `/nc/${projectId}/${path}` }))
    expect(text).not.toMatch(/salary|budget|vault|Yearly|Twice/i)
  })

  it.each([
    '{ personList { id name Colleagues Notes Loud } personCount }',
    '{ personList(sort: "-id", where: "(name,like,H%)") { id } }',
    '{ teamList { id Heads Last Names personList { id name noteList { id title } } } }',
    '{ noteList { id Whose personRead { id name } } }',
    '{ tagList { id word Bearers } }',
    '{ personRead(id: "1") { id name } }',
    '{ personExists(id: "1") }',
    '{ personList { salary } }',
    '{ vaultList { id } }',
    '{ teamList { budget } }',
    '{ personGroupBy(fields: "team") { team count } }',
    '{ personDistinct(column_name: "mail") { mail } }',
    '{ personAggregate(column_name: "id", func: "sum,count") { sum count } }',
    '{ __type(name: "person") { fields { name } } }',
  ])('GraphQL %s', async (query) => {
    await expectSameAnswer(graphql(query))
  })

  it.each([
    ['list', { tn: 'person', size: 50 }],
    ['list', { tn: 'vault', size: 50 }],
    ['xcTableAndViewList', {}],
    ['tableXcModelGet', { tn: 'person' }],
    ['columnList', { tn: 'person' }],
    ['columnList', { tn: 'vault' }],
    ['relationListAll', {}],
    ['xcRelationList', { tn: 'team' }],
    ['indexList', { tn: 'person' }],
    ['xcVirtualTableList', { tn: 'person' }],
    ['xcExportAsCsv', { model_name: 'person', query: {} }],
    ['xcExportAsCsv', { model_name: 'person', view_name: 'Rich', query: {} }],
    ['xcModelRowAuditAndCommentList', { model_name: 'person', model_id: '1', comments: true }],
    ['xcAuditModelCommentsCount', { model_name: 'person', ids: ['1', '50'] }],
    ['tableSelectStatement', { tn: 'person' }],
    ['tableInsertStatement', { tn: 'person' }],
  ])('the old call %s %j', async (api, args) => {
    await expectSameAnswer(legacy(api, args))
  })

  it.each([
    ['List', 'person', ''],
    ['List', 'team', ''],
    ['List', 'vault', ''],
    ['Count', 'person', ''],
    ['Count', 'team', '(Last,lt,50)'],
    ['List', 'person', '(salary,gt,0)'],
    ['Read', 'person', '1'],
    ['Read', 'person', '50'],
    ['Exists', 'person', '1'],
  ])('gRPC %s %s %s', async (method, table, second) => {
    const answers: string[] = []
    for (const twin of twins) {
      await callGrpc(twin, twin.owner, method, table, second)
      answers.push(await callGrpc(twin, twin.editor, method, table, second))
    }
    expect(answers[1]).toBe(answers[0])
    expect(Buffer.from(answers[0] ?? '', 'base64').toString()).not.toMatch(secretPattern)
  })
})

/** Calls a method with two texts as its first fields. Returns the bytes of the reply, or the error. */
async function callGrpc(twin: Twin, as: TestUser, method: string, table: string, second: string): Promise<string> {
  const { json: info } = await twin.server.request(`/nc/${twin.projectId}/projectApiInfo`, { token: twin.owner.token })
  const { grpcApiUrl } = (info as { readonly info: { readonly db: { readonly grpcApiUrl: string } } }).info.db
  const client = new Client(grpcApiUrl, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('xc-auth', as.token)
  const field = (tag: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([tag, text.length]), Buffer.from(text)])
  const request = Buffer.concat([field(0x0a, table), ...(second === '' ? [] : [field(0x12, second)])])
  const same = (message: Buffer): Buffer => message
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      `/basalt.${twin.projectId}/${method}`,
      same,
      same,
      request,
      metadata,
      (error, reply?: Buffer) => {
        client.close()
        resolve(error ? `${error.code} ${error.details}` : (reply?.toString('base64') ?? ''))
      },
    )
  })
}

describe('files', () => {
  it.each(['column', 'row'] as const)('of a hidden %s open at no address', async (kind) => {
    for (const twin of twins) {
      const unknown = twin.files[kind].replace(/[0-9a-f]{32}/, 'f'.repeat(32))
      expect((await twin.server.request(twin.files[kind], { token: twin.owner.token })).status).toBe(200)
      const [asked, missing] = await Promise.all(
        [twin.files[kind], unknown].map((path) => twin.server.request(path, { token: twin.editor.token })),
      )
      expect([asked?.status, asked?.text]).toEqual([missing?.status, missing?.text])
      const linked = await twin.server.request(`/api/v1/operations/attachmentLink?project=${twin.projectId}`, {
        method: 'POST',
        token: twin.editor.token,
        body: { url: twin.files[kind] },
      })
      expect([linked.status, linked.error.code]).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
    }
  })

  it('of visible cells open', async () => {
    for (const { server, files, editor } of twins)
      expect((await server.request(files.visible, { token: editor.token })).text).toBe('A face')
  })
})
