import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationInput, OperationName, OperationOutput } from '@common/operations'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * An editor sees neither the salaries nor the people of others, and may not change names. The owner asks first, so that
 * every cache is warm. Secret values begin with 777 or contain "secret".
 */

let server: TestServer
let folder: string
let projectId: string
let owner: TestUser
let editor: TestUser

const schema = `
  CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, mail TEXT, team INTEGER REFERENCES team,
    code TEXT UNIQUE);
  CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, person INTEGER REFERENCES person);
  CREATE TABLE vault (id INTEGER PRIMARY KEY, word TEXT, team INTEGER REFERENCES team);
  INSERT INTO team VALUES (1, 'Red', 777001), (2, 'Blue', 777002);
  INSERT INTO person VALUES (1, 'Ada', 777100, 'eve@example.com', 1, 'a'), (2, 'Bob', 777200, 'eve@example.com', 1, 'b'),
    (3, 'Cy secret', 777300, 'other@example.com', 1, 'c'), (4, 'Di secret', 777400, 'other@example.com', 2, 'd');
  INSERT INTO note VALUES (1, 'Of Ada', 1), (2, 'Of Cy', 3), (3, 'Of Cy too', 3);
  INSERT INTO vault VALUES (1, 'secret word', 1);`

async function call<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  as: TestUser = owner,
): Promise<OperationOutput<N>> {
  const answer = await operate(name, input, as)
  expect([name, answer.status, answer.text]).toEqual([name, 200, expect.any(String)])
  return answer.json as OperationOutput<N>
}
const operate = (name: string, body: unknown, as: TestUser = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: as.token, body })

const rows = (as: TestUser, path: string, method = 'GET', body?: unknown): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: as.token, body })

/** Asks as the owner first. */
async function seen(path: string): Promise<unknown> {
  await rows(owner, path)
  await rows(owner, path)
  const answer = await rows(editor, path)
  expect(answer.text).not.toMatch(/777|secret/)
  return answer.json
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-rules-'))
  const filename = join(folder, 'rules.sqlite')
  const file = new Sqlite(filename)
  file.exec(schema)
  file.close()
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('eve@example.com')
  projectId = (await server.call('projectCreateFromFile', { filename }, { token: owner.token })).id
  giveRoles(server.profileFolder, projectId, { 'eve@example.com': 'editor' })
  const team = await call('tableRead', { table: 'team' })
  const people = team?.virtualColumns.find((each) => each.kind === 'link' && each.link.relatedTable === 'person')
  const person = await call('tableRead', { table: 'person' })
  const notes = person?.virtualColumns.find((each) => each.kind === 'link' && each.link.relatedTable === 'note')
  const ownTeam = person?.virtualColumns.find((each) => each.kind === 'link' && each.link.relatedTable === 'team')
  const make = (table: string, title: string, definition: object) =>
    call('virtualColumnCreate', { table, title, definition } as never)
  await make('team', 'Heads', { kind: 'count', link: people?.id })
  await make('team', 'Pay', { kind: 'rollup', link: people?.id, column: 'salary', function: 'sum' })
  await make('team', 'Last', { kind: 'rollup', link: people?.id, column: 'id', function: 'max' })
  await make('team', 'Names', { kind: 'lookup', link: people?.id, column: 'name' })
  await make('person', 'Yearly', { kind: 'formula', formula: '{salary} * 12' })
  await make('person', 'Notes', { kind: 'count', link: notes?.id })
  await make('person', 'Twice', { kind: 'formula', formula: '{Yearly} * 2' })
  await make('person', 'Budget', { kind: 'lookup', link: ownTeam?.id, column: 'budget' })
  await make('person', 'Loud', { kind: 'formula', formula: 'UPPER({name})' })
  await call('accessRulesSave', {
    table: 'person',
    role: 'editor',
    rules: {
      columns: { salary: 'hidden', name: 'read' },
      rows: { join: 'and', filters: [{ column: 'mail', operator: 'is', value: { currentUser: true } }] },
    },
  })
  await call('accessRulesSave', { table: 'team', role: 'editor', rules: { columns: { budget: 'hidden' } } })
  await call('disabledModelsSave', { list: [{ kind: 'table', name: 'vault', disabled: { editor: true } }] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('reading under rules', () => {
  it('shows visible columns and rows only', async () => {
    expect(await seen('person')).toEqual([
      expect.objectContaining({ id: 1, name: 'Ada', Notes: 1, Loud: 'ADA' }),
      expect.objectContaining({ id: 2, name: 'Bob', Notes: 0 }),
    ])
    const [row] = (await seen('person?limit=1')) as [object]
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['salary', 'Yearly', 'Twice', 'Budget']))
    expect(await seen('person/3')).toEqual({})
    expect(await seen('person/3/exists')).toEqual(false)
    expect(await seen('person/count')).toEqual({ count: 2 })
  })

  it('computes from visible rows, and hides what is computed from hidden columns', async () => {
    const [red, blue] = (await seen('team')) as [Record<string, unknown>, Record<string, unknown>]
    expect(red).toMatchObject({ Heads: 2, Last: 2 })
    expect(blue).toMatchObject({ Heads: 0, Last: null })
    expect(Object.keys(red)).not.toEqual(expect.arrayContaining(['Pay', 'budget']))
    expect(JSON.stringify(red)).toContain('Bob')
  })

  it.each([
    'person?where=(salary,gt,0)',
    'person?sort=salary',
    'person?fields=salary',
    'person?where=(Yearly,gt,0)',
    'person/groupby/salary',
    'person/distinct?column_name=salary',
    'person/aggregate?column_name=salary&func=sum',
    'person/distribute?column_name=salary&min=0&max=1&step=1',
    'team?where=(Pay,gt,0)',
    'team?sort=budget',
  ])('answers %s as if the column did not exist', async (path) => {
    await rows(owner, path)
    const asked = await rows(editor, path)
    const missing = await rows(editor, path.replace(/salary|Yearly|Pay|budget/, 'nothing'))
    expect([asked.status, asked.error.code]).toEqual([missing.status, missing.error.code])
    expect(asked.status).toBe(400)
  })

  it('nests, groups, finds and counts visible rows only', async () => {
    const [red] = (await seen('team?hm=person')) as [{ readonly personList: readonly object[] }]
    expect(red.personList.map((each) => ('id' in each ? each.id : 0))).toEqual([1, 2])
    expect(await seen('team/1/person/count')).toEqual({ count: 2 })
    expect(JSON.stringify(await seen('person/groupby/team'))).toContain('2')
    const notes = (await seen('note?bt=person&where=(person,eq,3)')) as readonly object[]
    expect(notes.map((note) => Object.hasOwn(note, 'personRead'))).toEqual([false, false])
    expect(await seen('person?search=secret')).toEqual([])
    expect(await seen('person?search=777')).toEqual([])
    const tag = (await rows(owner, 'person')).headers['etag']
    expect((await rows(editor, 'person')).headers['etag']).not.toBe(tag)
  })

  it('does not know a disabled table', async () => {
    await rows(owner, 'vault')
    expect((await rows(editor, 'vault')).error.code).toBe('TABLE_NOT_FOUND')
    const [link, nothing] = await Promise.all(['vault', 'nothing'].map((name) => rows(editor, `team/1/${name}`)))
    expect([link?.status, link?.error.code]).toEqual([nothing?.status, nothing?.error.code])
    expect(JSON.stringify(await call('tableList', { associations: false }, editor))).not.toContain('vault')
    expect(await call('tableRead', { table: 'vault' }, editor)).toBeNull()
    expect(JSON.stringify(await call('tableRead', { table: 'team' }, editor))).not.toContain('vault')
  })

  it('describes neither in the metadata nor in OpenAPI and GraphQL', async () => {
    const read = JSON.stringify(await call('tableRead', { table: 'person' }, editor))
    expect(read).not.toMatch(/salary|Yearly|Twice|Budget/)
    await server.request(`/nc/${projectId}/swagger.json`, { token: owner.token })
    const document = await server.request(`/nc/${projectId}/swagger.json`, { token: editor.token })
    expect(document.text).not.toMatch(/salary|Yearly|vault/)
    const ask = (as: TestUser) =>
      server.request(`/nc/${projectId}/v1/graphql`, {
        method: 'POST',
        token: as.token,
        body: { query: '{ personList { id salary } }' },
      })
    await ask(owner)
    expect((await ask(editor)).text).toContain('Cannot query field')
  })
})

describe('writing under rules', () => {
  const salaryOf = async (id: number) => (await rows(owner, `person/${id}`)).json as Record<string, unknown>

  it('stores what the rules allow, and keeps hidden values', async () => {
    const answer = await rows(editor, 'person/1', 'PUT', { code: 'a2' })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('a2')])
    expect(answer.text).not.toMatch(/777|salary/)
    expect(await salaryOf(1)).toMatchObject({ code: 'a2', salary: 777_100 })
    const made = await rows(editor, 'person', 'POST', { code: 'new', mail: 'eve@example.com' })
    expect([made.status, made.text]).toEqual([200, expect.stringContaining('new')])
    expect((await rows(editor, `person/${(made.json as { id: number }).id}`, 'DELETE')).text).toBe('1')
  })

  it.each([
    ['a read-only column', 'PUT', 'person/1', { name: 'Eve' }, 403, 'COLUMN_NOT_WRITABLE'],
    ['a hidden column', 'PUT', 'person/1', { salary: 1 }, 400, 'ROW_INVALID'],
    ['a row out of sight by update', 'PUT', 'person/1', { mail: 'other@example.com' }, 403, 'ROW_OUTSIDE_RULES'],
    ['a new row out of sight', 'POST', 'person', { code: 'x', mail: 'other@example.com' }, 403, 'ROW_OUTSIDE_RULES'],
    ['a new row without the user', 'POST', 'person', { code: 'y' }, 403, 'ROW_OUTSIDE_RULES'],
    [
      'a read-only column of a new row',
      'POST',
      'person',
      { name: 'N', mail: 'eve@example.com' },
      403,
      'COLUMN_NOT_WRITABLE',
    ],
    [
      'bulk rows of which one is out of sight',
      'POST',
      'person/bulk',
      [
        { code: 'p', mail: 'eve@example.com' },
        { code: 'q', mail: 'other@example.com' },
      ],
      403,
      'ROW_OUTSIDE_RULES',
    ],
    [
      'bulk changes of which one leads out of sight',
      'PUT',
      'person/bulk',
      [
        { id: 1, code: 'r' },
        { id: 2, mail: 'other@example.com' },
      ],
      403,
      'ROW_OUTSIDE_RULES',
    ],
    [
      'an upsert out of sight',
      'POST',
      'person/bulk?upsert=1',
      [{ id: 1, mail: 'o@example.com' }],
      403,
      'ROW_OUTSIDE_RULES',
    ],
    ['an upsert of a new row out of sight', 'POST', 'person?upsert=1', { code: 'z' }, 403, 'ROW_OUTSIDE_RULES'],
  ])('refuses %s, and changes nothing', async (_, method, path, body, status, code) => {
    const before = (await rows(owner, 'person?limit=100')).text
    const answer = await rows(editor, path, method, body)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(answer.text).not.toMatch(/777|secret/)
    expect((await rows(owner, 'person?limit=100')).text).toBe(before)
  })

  it('knows no hidden rows', async () => {
    const before = (await rows(owner, 'person?limit=100')).text
    expect((await rows(editor, 'person/3', 'PUT', { code: 'h' })).json).toEqual({})
    expect((await rows(editor, 'person/3', 'DELETE')).text).toBe('0')
    expect(
      (
        await rows(editor, 'person/bulk', 'PUT', [
          { id: 3, code: 'h' },
          { id: 999, code: 'i' },
        ])
      ).json,
    ).toEqual([0, 0])
    expect((await rows(editor, 'person/bulk', 'DELETE', [{ id: 3 }, { id: 999 }])).json).toEqual([0, 0])
    const link = await rows(editor, 'note/1/person/3', 'POST')
    const nowhere = await rows(editor, 'note/1/person/999', 'POST')
    expect([link.status, link.error.code]).toEqual([nowhere.status, nowhere.error.code])
    const changed = await operate(
      'rowsApply',
      { changes: [{ kind: 'update', table: 'person', rowId: '3', values: { code: 'h' }, expected: {} }] },
      editor,
    )
    expect(changed.status).toBeGreaterThanOrEqual(400)
    expect(changed.text).not.toMatch(/777|secret/)
    expect((await rows(owner, 'person?limit=100')).text).toBe(before)
  })

  it('writes whole rows into the history', async () => {
    await rows(editor, 'person/2', 'PUT', { code: 'b2' })
    const history = await call('rowHistory', { table: 'person', rowId: '2', limit: 10 })
    expect(JSON.stringify(history)).toContain('b2')
    expect(await salaryOf(2)).toMatchObject({ salary: 777_200 })
  })
})

describe('other roads', () => {
  const ofHidden = { table: 'person', rowId: '3' }

  it('comments, history and followers of a hidden row do not exist', async () => {
    const { id } = await call('commentCreate', { ...ofHidden, text: 'secret remark' })
    await call('commentCreate', { table: 'person', rowId: '1', text: 'About Ada' })
    await rows(owner, 'person/3', 'PUT', { code: 'c2' })
    for (const [name, input] of [
      ['commentList', { ...ofHidden, limit: 5 }],
      ['commentCreate', { ...ofHidden, text: 'x' }],
      ['commentResolve', { ...ofHidden, id, resolved: true }],
      ['rowHistory', { ...ofHidden, limit: 5 }],
      ['cellHistory', { ...ofHidden, column: 'code', limit: 5 }],
      ['rowAuditList', { ...ofHidden, onlyComments: false, limit: 5, offset: 0 }],
      ['recordFollow', { ...ofHidden, following: true }],
      ['recordFollowing', ofHidden],
    ] as const) {
      const hidden = await operate(name, input, editor)
      expect([name, hidden.status, hidden.error.code]).toEqual([name, 404, 'ROW_NOT_FOUND'])
    }
    expect(await call('commentCounts', { table: 'person', rowIds: ['1', '3'] }, editor)).toEqual([
      expect.objectContaining({ rowId: '1' }),
    ])
  })

  it('the history leaves out hidden columns', async () => {
    await rows(owner, 'person/2', 'PUT', { salary: 777_201, code: 'b3' })
    const history = JSON.stringify(await call('rowHistory', { table: 'person', rowId: '2', limit: 10 }, editor))
    expect(history).toContain('b3')
    expect(history).not.toMatch(/777|salary/)
    expect(
      (await operate('cellHistory', { table: 'person', rowId: '2', column: 'salary', limit: 5 }, editor)).status,
    ).toBe(400)
  })

  it('the change log, the audit and the trash name nothing hidden', async () => {
    await rows(owner, 'person', 'POST', { name: 'Gone secret', mail: 'o@example.com', code: 'gone', salary: 777_500 })
    const [gone] = (await rows(owner, 'person?where=(code,eq,gone)')).json as [{ readonly id: number }]
    await rows(owner, `person/${gone.id}`, 'DELETE')
    expect(JSON.stringify(await call('trashList', { limit: 50, offset: 0 }))).toContain('person')
    for (const [name, input] of [
      ['trashList', { limit: 50, offset: 0 }],
      ['changesSince', { limit: 500 }],
    ] as const) {
      const answer = await operate(name, input, editor)
      expect([name, answer.status]).toEqual([name, 200])
      expect(answer.text).not.toMatch(/777|secret|vault|salary/)
    }
    const restored = await operate('trashRestore', { table: 'person', rowIds: [String(gone.id)] }, editor)
    expect(restored.error.code).toBe('NOT_ALLOWED')
  })

  it('an undo of what touched hidden columns is refused', async () => {
    const changed = await rows(owner, 'person/2', 'PUT', { salary: 777_202 })
    const answer = await operate('changeUndo', { change: String(changed.headers['basalt-change']) }, editor)
    expect(answer.error.code).toBe('NOT_ALLOWED')
    const own = await rows(editor, 'person/2', 'PUT', { code: 'b4' })
    expect((await operate('changeUndo', { change: String(own.headers['basalt-change']) }, editor)).status).toBe(200)
    expect((await rows(owner, 'person/2')).json).toMatchObject({ code: 'b3', salary: 777_202 })
  })

  it('views leave out hidden columns, and keep what the caller does not see', async () => {
    await call('viewSettingsSave', {
      table: 'person',
      settings: {
        filter: { join: 'and', filters: [{ column: 'salary', operator: 'greater', value: 777_150 }] },
        sorts: [
          { column: 'salary', descending: true },
          { column: 'code', descending: false },
        ],
      },
    })
    const seenViews = JSON.stringify(await call('viewList', { table: 'person' }, editor))
    expect(seenViews).toContain('code')
    expect(seenViews).not.toMatch(/salary|777/)
    const saved = await operate('viewSettingsSave', { table: 'person', settings: { sorts: [] } }, editor)
    expect(saved.error.code).toBe('NOT_ALLOWED')
    expect((await operate('viewList', { table: 'vault' }, editor)).error.code).toBe('TABLE_NOT_FOUND')
  })

  it('relations and the diagram leave out hidden tables', async () => {
    expect(JSON.stringify(await call('relationList', {}))).toContain('vault')
    expect(JSON.stringify(await call('relationList', {}, editor))).not.toContain('vault')
    expect(JSON.stringify(await call('projectDiagram', {}, editor))).not.toMatch(/vault|salary/)
  })

  it('old calls list visible rows and columns', async () => {
    const listed = await server.request('/dashboard/?q=sqlOp_list', {
      method: 'POST',
      token: editor.token,
      body: { api: 'list', project_id: projectId, env: '_noco', dbAlias: 'db', args: { tn: 'person', size: 10 } },
    })
    expect(listed.status).toBe(200)
    expect(listed.text).not.toMatch(/777|secret/)
    const exported = await rows(editor, 'person/export?format=csv')
    expect(exported.text).not.toMatch(/777|secret|salary/)
  })

  it('an import into a table with hidden parts is refused', async () => {
    const { id } = await call('importUpload', { text: 'id,code\n3,x\n' }, editor)
    const order = {
      id,
      sheets: [
        {
          sheet: 0,
          into: { kind: 'table', table: 'person' },
          columns: [
            { source: 0, column: 'id' },
            { source: 1, column: 'code' },
          ],
          key: ['id'],
          onMatch: 'update',
        },
      ],
    }
    const answer = await operate('importStart', order, editor)
    expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  it('live updates name no hidden row', async () => {
    const controller = new AbortController()
    const stream = await fetch(`${server.origin}/nc/${projectId}/v1/live`, {
      headers: { 'xc-auth': editor.token },
      signal: controller.signal,
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await rows(owner, 'vault', 'POST', { word: 'secret' })
    await rows(owner, 'person/3', 'PUT', { code: 'c3' })
    await rows(owner, 'note/1', 'PUT', { title: 'Last' })
    let text = ''
    while (!text.includes('"note"')) text += (await reader?.read())?.value ?? '"note"'
    controller.abort()
    expect(text).not.toMatch(/vault|"person"|elsewhere/)
  })
})

describe('rules', () => {
  it('follow tables and columns to their new names, and stay when a column returns', async () => {
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'plain', type: 'SingleLineText' },
      { name: 'hidden', type: 'SingleLineText' },
    ]
    await call('tableCreate', { table: 'moving', columns } as never)
    await rows(owner, 'moving', 'POST', { plain: 'a', hidden: 'secret' })
    const filter = { join: 'and' as const, filters: [{ column: 'hidden', operator: 'isNotEmpty' as const }] }
    await call('accessRulesSave', {
      table: 'moving',
      role: 'editor',
      rules: { columns: { hidden: 'hidden' }, rows: filter },
    })
    await call('tableRename', { table: 'moving', name: 'moved' })
    await call('tableUpdate', {
      table: 'moved',
      changes: [{ change: 'rename', name: 'hidden', to: 'concealed' }],
    } as never)
    const [row] = (await seen('moved')) as [object]
    expect(Object.keys(row)).toEqual(['id', 'plain'])
    await call('tableUpdate', { table: 'moved', changes: [{ change: 'delete', name: 'concealed' }] } as never)
    // The rule names a column that is gone, so nothing is shown.
    expect(await seen('moved')).toEqual([])
    const [entry] = (await call('trashList', { kind: 'column', limit: 1, offset: 0 })).list
    await call('trashRestore', { id: entry?.id ?? '' })
    expect(Object.keys(((await seen('moved')) as [object])[0])).toEqual(['id', 'plain'])
  })
})

describe('a creator with rules', () => {
  it('can not change the schema, which would show what is hidden', async () => {
    const creator = await server.signUp('creator@example.com')
    giveRoles(server.profileFolder, projectId, { 'creator@example.com': 'creator' })
    await call('accessRulesSave', { table: 'person', role: 'creator', rules: { columns: { salary: 'hidden' } } })
    const copied = await operate('columnDuplicate', { table: 'person', column: 'salary' }, creator)
    expect(copied.error.code).toBe('NOT_ALLOWED')
    expect((await operate('checkList', { table: 'person' }, creator)).error.code).toBe('NOT_ALLOWED')
    expect((await operate('sqlQuery', { sql: 'SELECT salary FROM person' }, creator)).error.code).toBe('NOT_ALLOWED')
    for (const role of ['creator', 'owner'])
      expect((await operate('accessRulesSave', { table: 'person', role, rules: {} }, creator)).error.code).toBe(
        'RULES_NOT_YOURS',
      )
    const named = { table: 'person', role: 'viewer', rules: { columns: { salary: 'read' } } }
    expect((await operate('accessRulesSave', named, creator)).error.code).toBe('COLUMN_NOT_FOUND')
    expect(JSON.stringify(await call('accessRulesRead', {}, creator))).not.toContain('salary')
    await call('accessRulesSave', { table: 'person', role: 'creator', rules: {} })
  })
})

describe('saving rules', () => {
  const save = (input: unknown, as?: TestUser): Promise<Answer> => operate('accessRulesSave', input, as)
  it.each([
    ['an unknown table', { table: 'nothing', role: 'viewer', rules: {} }, 404, 'TABLE_NOT_FOUND'],
    ['an unknown role', { table: 'team', role: 'nobody', rules: {} }, 404, 'ROLE_NOT_FOUND'],
    ['the owner', { table: 'team', role: 'owner', rules: {} }, 403, 'RULES_NOT_YOURS'],
    [
      'an unknown column',
      { table: 'team', role: 'viewer', rules: { columns: { x: 'read' } } },
      400,
      'COLUMN_NOT_FOUND',
    ],
    [
      'a row rule about an unknown column',
      { table: 'team', role: 'viewer', rules: { rows: { join: 'and', filters: [{ column: 'x', operator: 'is' }] } } },
      400,
      'COLUMN_NOT_FOUND',
    ],
    [
      'an incomplete row rule',
      {
        table: 'team',
        role: 'viewer',
        rules: { rows: { join: 'and', filters: [{ column: 'name', operator: 'is' }] } },
      },
      400,
      'ROW_RULE_INVALID',
    ],
    [
      'an operator that does not fit',
      {
        table: 'team',
        role: 'viewer',
        rules: { rows: { join: 'and', filters: [{ column: 'name', operator: 'greater', value: 1 }] } },
      },
      400,
      'ROW_RULE_INVALID',
    ],
    [
      'an unknown access',
      { table: 'team', role: 'viewer', rules: { columns: { name: 'maybe' } } },
      400,
      'INPUT_INVALID',
    ],
  ])('refuses %s, and changes nothing', async (_, input, status, code) => {
    const before = await call('accessRulesRead', {})
    const answer = await save(input)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await call('accessRulesRead', {})).toEqual(before)
  })

  it('is for stronger roles', async () => {
    expect((await save({ table: 'team', role: 'viewer', rules: {} }, editor)).error.code).toBe('NOT_ALLOWED')
  })

  it('reads them back with the rights that remain', async () => {
    const { list } = await call('accessRulesRead', { table: 'person' })
    expect(list[0]?.roles.find(({ role }) => role === 'editor')).toMatchObject({
      create: true,
      columns: { salary: 'hidden', name: 'read' },
      disabled: false,
    })
    expect(list[0]?.roles.find(({ role }) => role === 'viewer')).toMatchObject({ read: true, create: false })
  })

  it('applies with the next request', async () => {
    await call('accessRulesSave', { table: 'note', role: 'editor', rules: { update: false } })
    expect((await rows(editor, 'note/1', 'PUT', { title: 'No' })).error.code).toBe('NOT_ALLOWED')
    await call('accessRulesSave', { table: 'note', role: 'editor', rules: { read: false } })
    expect((await rows(editor, 'note')).error.code).toBe('NOT_ALLOWED')
    expect(JSON.stringify(await seen('person/1'))).not.toContain('Notes')
    await call('accessRulesSave', { table: 'note', role: 'editor', rules: {} })
    expect((await rows(editor, 'note/1', 'PUT', { title: 'Of Ada' })).status).toBe(200)
  })
})

describe('the explanation', () => {
  it('names each hidden column, table and right with its cause', async () => {
    const { list } = { list: (await call('accessExplain', { role: 'editor' })).tables }
    const person = list.find(({ table }) => table === 'person')
    expect(person?.columns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ column: 'salary', access: 'hidden', because: 'rule', cause: null }),
        expect.objectContaining({ column: 'name', access: 'read', because: 'rule' }),
        expect.objectContaining({
          title: 'Twice',
          access: 'hidden',
          because: 'madeFromHidden',
          cause: { table: 'person', column: 'salary' },
        }),
        expect.objectContaining({ title: 'Budget', cause: { table: 'team', column: 'budget' } }),
      ]),
    )
    expect(person).toMatchObject({ rows: { join: 'and' }, rowsRuled: true, rowColumns: ['mail'] })
    expect(list.find(({ table }) => table === 'vault')?.rights).toContainEqual({ right: 'read', because: 'disabled' })
    const viewer = await call('accessExplain', { role: 'viewer', table: 'team' })
    expect(viewer.missing).toContain('row.create')
    expect(viewer.tables[0]?.rights).toContainEqual({ right: 'create', because: 'permission' })
  })

  it('is about an API token, with the rules of its role and of its creator', async () => {
    const explained = (tokenId: string, as?: TestUser) => operate('accessExplain', { tokenId, table: 'person' }, as)
    const expiresAt = null
    const strong = await call('apiTokenCreate', { title: 'Of the owner', role: 'editor', expiresAt })
    const own = await call('apiTokenCreate', { title: 'Of Eve', role: 'viewer', expiresAt }, editor)
    expect((await explained(strong.id)).json).toMatchObject({
      role: 'editor',
      tables: [
        {
          table: 'person',
          rowsRuled: true,
          columns: expect.arrayContaining([expect.objectContaining({ column: 'salary' })]),
        },
      ],
    })
    expect((await explained(own.id)).json).toMatchObject({
      role: 'viewer',
      missing: expect.arrayContaining(['row.create']),
      tables: [{ rowsRuled: true, columns: expect.arrayContaining([expect.objectContaining({ column: 'salary' })]) }],
    })
    expect((await explained('nothing')).error.code).toBe('API_TOKEN_NOT_FOUND')
    expect((await explained(own.id, editor)).error.code).toBe('NOT_ALLOWED')
    await call('apiTokenDelete', { id: strong.id })
    expect((await explained(strong.id)).error.code).toBe('API_TOKEN_NOT_FOUND')
    await call('apiTokenDelete', { id: own.id }, editor)
  })

  it('of tokens of others needs the permission to manage tokens', async () => {
    const permissions = ['schema.read', 'table.read', 'access.manage', 'token.use']
    const { id: role } = await call('roleCreate', { title: 'Guard', permissions } as never)
    const guard = await server.signUp('guard@example.com')
    giveRoles(server.profileFolder, projectId, { 'guard@example.com': role })
    const foreign = await call('apiTokenCreate', { title: 'Foreign', role: 'viewer', expiresAt: null })
    const own = await call('apiTokenCreate', { title: 'Own', role, expiresAt: null }, guard)
    const codes = [foreign, own].map(async ({ id }) => (await operate('accessExplain', { tokenId: id }, guard)).status)
    expect(await Promise.all(codes)).toEqual([404, 200])
    await call('apiTokenDelete', { id: foreign.id })
  })

  it('is about a member, or refuses', async () => {
    const me = (await server.request('/user/me', { token: editor.token })).json as { readonly id: number }
    expect(await call('accessExplain', { userId: me.id, table: 'person' })).toMatchObject({ role: 'editor' })
    expect((await operate('accessExplain', { userId: 9_999 })).error.code).toBe('USER_NOT_FOUND')
    expect((await operate('accessExplain', { role: 'nothing' })).error.code).toBe('ROLE_NOT_FOUND')
  })
})

describe('a copy', () => {
  it('of a table or a column hides what its original hides', async () => {
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'plain', type: 'SingleLineText' },
      { name: 'hidden', type: 'SingleLineText' },
    ]
    await call('tableCreate', { table: 'first', columns } as never)
    await rows(owner, 'first', 'POST', { plain: 'a', hidden: 'secret' })
    await rows(owner, 'first', 'POST', { plain: 'b', hidden: 'secret too' })
    const filter = { join: 'and' as const, filters: [{ column: 'plain', operator: 'is' as const, value: 'a' }] }
    const rules = { columns: { hidden: 'hidden' as const }, rows: filter }
    await call('accessRulesSave', { table: 'first', role: 'editor', rules })
    const copy = await call('tableDuplicate', { table: 'first', title: 'Second', rows: true })
    expect(await seen(copy.name)).toEqual([{ id: 1, plain: 'a' }])
    await call('columnDuplicate', { table: 'first', column: 'hidden' })
    expect(await seen('first')).toEqual([{ id: 1, plain: 'a' }])
    await call('disabledModelsSave', { list: [{ kind: 'table', name: 'first', disabled: { editor: true } }] })
    const off = await call('tableDuplicate', { table: 'first', title: 'Third', rows: true })
    expect((await rows(editor, off.name)).error.code).toBe('TABLE_NOT_FOUND')
  })

  it('of a computed column too', async () => {
    const definition = { kind: 'formula', formula: 'LEN({name})' } as const
    const { id } = await call('virtualColumnCreate', { table: 'person', title: 'Length', definition })
    const before = { salary: 'hidden', name: 'read' } as const
    const mine = {
      join: 'and' as const,
      filters: [{ column: 'mail', operator: 'is' as const, value: { currentUser: true as const } }],
    }
    const rules = { columns: { ...before, [id]: 'hidden' as const }, rows: mine }
    await call('accessRulesSave', { table: 'person', role: 'editor', rules })
    await call('columnDuplicate', { table: 'person', column: 'Length' })
    const [row] = (await seen('person')) as [object]
    expect(Object.keys(row).filter((title) => title.startsWith('Length'))).toEqual([])
  })
})
