import { uploadFile } from '@tests/helpers/form'
import { expectSame, operation, rest, type Asking } from '@tests/helpers/twin-answers'
import { makeTwin, secretPattern, type Twin } from '@tests/helpers/twins'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * Nothing hidden influences the answer to a write of a user under rules, and no such write changes anything hidden. Row 1
 * is hidden on both servers, row 30 exists on one of them only, and row 99 on none.
 */

let twins: readonly [Twin, Twin]

beforeAll(async () => {
  const at = new Date()
  twins = [await makeTwin(0, at), await makeTwin(1, at)]
})
afterAll(async () => {
  for (const twin of twins) await twin.close()
})

const to =
  (path: string, method: string, body?: unknown): Asking =>
  (twin) => ({ ...rest(path)(twin), method, ...(body !== undefined && { body }) })

/** Everything that the rules hide, as the owner sees it. */
const hiddenOf = async ({ rows }: Twin): Promise<string> =>
  [
    (await rows('person?where=(mail,eq,other@example.com)&limit=100')).text,
    (await rows('team?fields=id,budget&hm=&bt=&where=(id,lt,4)')).text,
    (await rows('vault')).text,
  ].join('\n')

/** Sends a write to both, and checks that what is hidden stays as it was. */
async function expectSameWrite(asking: Asking, caller: 'editor' | 'creator' = 'editor') {
  const before = await Promise.all(twins.map(hiddenOf))
  const answer = await expectSame(twins, asking, { caller })
  expect(await Promise.all(twins.map(hiddenOf))).toEqual(before)
  return answer
}

describe('a row that exists on one server only', () => {
  const paths: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['PUT', 'person/*', { code: 'x' }],
    ['PUT', 'person/*', { salary: 1 }],
    ['PUT', 'person/bulk', [{ id: '*', code: 'x' }]],
    ['DELETE', 'person/*'],
    ['DELETE', 'person/bulk', [{ id: '*' }]],
    ['PUT', 'note/1', { person: '*' }],
    ['POST', 'note', { title: 'New', person: '*' }],
    ['POST', 'note/bulk', [{ title: 'New' }, { title: 'New too', person: '*' }]],
    ['PUT', 'note/bulk', [{ id: 1, person: '*' }]],
    ['POST', 'note?upsert=1', { id: 1, person: '*' }],
    ['POST', 'note/bulk?upsert=1', [{ id: 1, person: '*' }]],
    ['PUT', 'person/51', { boss: '*' }],
    ['POST', 'person', { mail: 'eve@example.com', boss: '*' }],
    ['POST', 'person_tag', { person: '*', tag: 1 }],
    ['POST', 'note/3/person/*'],
    ['PUT', 'note/3/person/*/link'],
    ['PUT', 'person/*/tag/2/link'],
    ['PUT', 'tag/2/person/*/link'],
    ['DELETE', 'tag/2/person/*/link'],
    ['PUT', 'tag/2/person/*', { code: 'y' }],
    ['DELETE', 'team/1/person/*'],
    ['POST', 'person/*/note', { title: 'New' }],
  ]
  const withId = (value: unknown, id: number): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"*"', String(id)))

  it.each(paths.map(([method, path, body]) => [method, path, body] as const))(
    '%s %s %j',
    async (method, path, body) => {
      const answers: string[] = []
      for (const id of [30, 1, 99]) {
        const sent = body === undefined ? undefined : withId(body, id)
        const { status, text } = await expectSameWrite(to(path.replaceAll('*', String(id)), method, sent))
        answers.push(`${status} ${text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '*')}`)
      }
      // A hidden row and none at all are the same to the caller.
      expect(new Set(answers)).toEqual(new Set([answers[0]]))
    },
  )

  const change = (kind: string, more: object, table = 'person'): Asking =>
    operation('rowsApply', { id: `write-${JSON.stringify(more).length}-${kind}`, changes: [{ kind, table, ...more }] })

  it.each([
    ['an update', (id: number) => change('update', { rowId: String(id), values: { code: 'x' } })],
    ['a delete', (id: number) => change('delete', { rowId: String(id) })],
    ['a new link', (id: number) => change('create', { values: { title: 'N', person: id } }, 'note')],
    ['a changed link', (id: number) => change('update', { rowId: '1', values: { person: id } }, 'note')],
    [
      'values written back',
      (id: number) =>
        operation('rowsWriteBack', {
          table: 'person',
          rows: [{ rowId: String(id), values: { code: 'x' }, expected: { code: 'v50' } }],
        }),
    ],
    ['a comment', (id: number) => operation('commentCreate', { table: 'person', rowId: String(id), text: 'Hello' })],
    ['following', (id: number) => operation('recordFollow', { table: 'person', rowId: String(id), following: true })],
    ['a restored row', (id: number) => operation('trashRestore', { table: 'person', rowIds: [String(id)] })],
  ])('%s by an operation', async (_, ask) => {
    const answers: string[] = []
    for (const id of [30, 29, 99]) {
      const { status, text } = await expectSameWrite(ask(id))
      answers.push(`${status} ${text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '*')}`)
    }
    expect(new Set(answers)).toEqual(new Set([answers[0]]))
  })
})

describe('other writes', () => {
  it.each<[string, string, unknown]>([
    ['POST', 'person', { code: 'n1', mail: 'eve@example.com' }],
    ['PUT', 'person/50', { code: 'n2' }],
    ['PUT', 'person/52', { boss: 51 }],
    ['PUT', 'note/3', { person: 50 }],
    ['POST', 'note', { title: 'To 51', person: 51 }],
    ['PUT', 'person/52/tag/2/link', undefined],
    ['DELETE', 'person/52/tag/2/link', undefined],
    ['POST', 'team', { name: 'Team 4' }],
    ['PUT', 'team/4', { name: 'Team four' }],
    ['DELETE', 'team/4', undefined],
    ['DELETE', 'note/3', undefined],
  ])('%s %s %j is done', async (method, path, body) => {
    const answer = await expectSameWrite(to(path, method, body))
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  })

  it.each([
    ['DELETE', 'team/1', undefined],
    ['POST', 'person', { code: 'n3', mail: 'other@example.com' }],
    ['PUT', 'person/50', { mail: 'other@example.com' }],
    ['PUT', 'person/50', { Yearly: 1 }],
    ['PUT', 'person/50', { level: 'secret 1' }],
    ['PUT', 'team/1', { budget: 1 }],
    ['POST', 'team', { name: 'T', budget: 5 }],
    ['POST', 'vault', { word: 'w' }],
    ['PUT', 'team/1/vault/1', { word: 'w' }],
  ])('%s %s %j is refused', async (method, path, body) => {
    const answer = await expectSameWrite(to(path, method, body))
    expect(answer.status).toBeGreaterThanOrEqual(400)
  })

  it('name nothing of the record that already has a unique value', async () => {
    for (const { rows, editor } of twins) {
      const answer = await rows('person', 'POST', { code: 'h1', mail: 'eve@example.com' }, editor)
      expect([answer.status, answer.error.code]).toEqual([400, 'VALUE_NOT_UNIQUE'])
      expect(answer.text).not.toMatch(secretPattern)
      expect(answer.text).not.toMatch(/other@example/)
    }
  })

  it.each(['column', 'row'] as const)('an undo of a change to a hidden %s is refused', async (kind) => {
    for (const name of ['changeUndo', 'changeRedo'])
      expect(
        (await expectSameWrite(operation(name, ({ changes }) => ({ change: changes[kind] })))).status,
      ).toBeGreaterThanOrEqual(400)
  })

  const answers = (given: object): Asking =>
    operation('formSubmit', ({ views }) => ({
      id: views['Ask'] ?? '',
      answers: given,
      submission: 'submission-000001',
    }))
  it('the form has no hidden field', async () => {
    expect((await expectSameWrite(answers({ name: 'F', mail: 'eve@example.com', salary: 5 }))).status).toBe(400)
  })

  it('an import may not name what guards its records', async () => {
    for (const twin of twins) {
      const as = { token: twin.editor.token, projectId: twin.projectId }
      const { id } = await twin.server.operate('importUpload', { text: 'title,person\nA,30\n' }, as)
      const sheet = {
        sheet: 0,
        into: { kind: 'table', table: 'note' },
        columns: [
          { source: 0, column: 'title' },
          { source: 1, column: 'person' },
        ],
      }
      const answer = await twin.server.request(`/api/v1/operations/importStart?project=${twin.projectId}`, {
        method: 'POST',
        token: twin.editor.token,
        body: { id, sheets: [sheet] },
      })
      expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
    }
  })

  it.each([
    ['viewSettingsSave', { table: 'person', settings: { sorts: [] } }],
    ['viewSettingsSave', { table: 'vault', settings: { sorts: [] } }],
    ['viewPersonalSave', { table: 'vault', settings: { sorts: [] } }],
    ['viewPersonalSave', { table: 'person', settings: { sorts: [{ column: 'salary', descending: true }] } }],
    ['viewPersonalClear', { table: 'vault' }],
  ])('%s %j', async (name, input) => {
    await expectSameWrite(operation(name, input))
    expect(await expectSame(twins, operation('viewList', { table: 'person' }), {})).toMatchObject({ status: 200 })
  })

  type Given = object | ((twin: Twin) => object)
  it.each<[name: string, code: string, input: Given]>([
    ['viewDuplicate', 'TABLE_NOT_FOUND', { table: 'vault', title: 'Copy of vault' }],
    ['viewCreate', 'TABLE_NOT_FOUND', { table: 'vault', title: 'Of vault' }],
    ['columnDuplicate', 'NOT_ALLOWED', { table: 'person', column: 'salary' }],
    ['tableDuplicate', 'NOT_ALLOWED', { table: 'vault', title: 'Open vault', rows: true }],
    ['tableDuplicate', 'NOT_ALLOWED', { table: 'person', title: 'Open people', rows: true }],
    [
      'virtualColumnCreate',
      'NOT_ALLOWED',
      { table: 'person', title: 'S', definition: { kind: 'formula', formula: '{salary}' } },
    ],
    ['shareCreate', 'SHARE_TABLE_RESTRICTED', ({ views }) => ({ table: 'person', view: views['Rich'] })],
    ['shareUpdate', 'SHARE_TABLE_RESTRICTED', ({ shareId }) => ({ id: shareId, password: null })],
    ['shareReplace', 'SHARE_TABLE_RESTRICTED', ({ shareId }) => ({ id: shareId })],
    ['shareBaseCreate', 'ROLE_ABOVE_OWN', { role: 'viewer' }],
    ['memberInvite', 'ROLE_ABOVE_OWN', { emails: ['new@example.com'], role: 'viewer' }],
    ['memberRoleSet', 'ROLE_ABOVE_OWN', { userId: 2, role: 'viewer' }],
    ['accessRulesSave', 'RULES_NOT_YOURS', { table: 'person', role: 'editor', rules: {} }],
    ['accessRulesSave', 'TABLE_NOT_FOUND', { table: 'vault', role: 'editor', rules: {} }],
    [
      'disabledModelsSave',
      'TABLE_NOT_FOUND',
      { list: [{ kind: 'table', name: 'vault', disabled: { editor: false } }] },
    ],
  ])('of a creator under rules are refused: %s, %s', async (name, code, input) => {
    expect((await expectSameWrite(operation(name, input), 'creator')).error.code).toBe(code)
  })

  it('a file that one uploaded closes when its field is hidden later', async () => {
    const { server, projectId, editor, operate, rows } = twins[0]
    const upload = async (): Promise<{ readonly url: string }> => {
      const { json } = await uploadFile(server, { name: 'own.txt', content: 'Own' }, { token: editor.token, projectId })
      return json as { readonly url: string }
    }
    const [file, unplaced] = [await upload(), await upload()]
    expect((await rows('person/51', 'PUT', { photo: [file] }, editor)).status).toBe(200)
    const answers = async (): Promise<unknown[]> => {
      const path = `/api/v1/operations/attachmentLink?project=${projectId}`
      const link = await server.request(path, { method: 'POST', token: editor.token, body: { url: file.url } })
      const read = [file, unplaced].map(({ url }) => server.request(url, { token: editor.token }))
      return [link.status, ...(await Promise.all(read)).map(({ status }) => status)]
    }
    expect(await answers()).toEqual([200, 200, 200])
    const { list } = await operate('accessRulesRead', { table: 'person' })
    const before = list[0]?.roles.find(({ role }) => role === 'editor')
    const save = (columns: Readonly<Record<string, 'hidden' | 'read' | 'write'>>) =>
      operate('accessRulesSave', { table: 'person', role: 'editor', rules: { columns, rows: before?.rows ?? null } })
    await save({ ...before?.columns, photo: 'hidden' })
    expect(await answers()).toEqual([404, 404, 200])
    await save(before?.columns ?? {})
    expect(await answers()).toEqual([200, 200, 200])
  })

  it('give a creator under rules no role without rules', async () => {
    const as = (twin: Twin) => ({ token: twin.creator.token, projectId: twin.projectId })
    for (const twin of twins) {
      const { id } = await twin.server.operate('roleCreate', { title: 'Reader', permissions: ['row.read'] }, as(twin))
      const { list } = await twin.server.operate('roleList', {}, as(twin))
      expect(list.filter(({ givable }) => givable).map((role) => role.id)).toEqual(['creator'])
      const invited = operation('memberInvite', { emails: ['new@example.com'], role: id })
      expect((await expectSame([twin], invited, { caller: 'creator' })).error.code).toBe('ROLE_ABOVE_OWN')
    }
  })

  it('a copy of a view has no hidden column either', async () => {
    const copy = operation('viewDuplicate', ({ views }) => ({ table: 'person', view: views['Rich'], title: 'Copy' }))
    const { json } = await expectSameWrite(copy, 'creator')
    expect(JSON.stringify(json)).not.toContain('salary')
  })
})
