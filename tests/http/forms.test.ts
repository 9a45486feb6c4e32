import Sqlite from 'better-sqlite3'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormOptions } from '@common/views/form'
import { askableColumns } from '@common/views/form-fields'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * Forms over HTTP: the server enforces the same rules as the screen, for every caller. A form creates one record from
 * its permitted fields, and nothing else.
 */

let server: TestServer
let owner: TestUser
let projectId: string
let formId: string
const people = new Map<string, TestUser>()

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  people.set('owner', owner)
  const as = { token: owner.token }
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, as)).id
  const roles = ['creator', 'editor', 'commenter', 'viewer']
  for (const role of roles) people.set(role, await server.signUp(`${role}@example.com`))
  people.set('stranger', await server.signUp('stranger@example.com'))
  giveRoles(server.profileFolder, projectId, Object.fromEntries(roles.map((role) => [`${role}@example.com`, role])))

  const kinds = { options: ['Rock', 'Folk', 'Other'].map((title) => ({ title, color: 'blue' })) }
  await call('tableCreate', {
    tn: 'labels',
    columns: [
      { cn: 'id', uidt: 'ID' },
      { cn: 'name', uidt: 'SingleLineText', pv: true },
    ],
  })
  await call('tableCreate', {
    tn: 'demos',
    columns: [
      { cn: 'id', uidt: 'ID' },
      { cn: 'title', uidt: 'SingleLineText', rqd: true, pv: true },
      { cn: 'genre', uidt: 'SingleSelect', meta: kinds },
      { cn: 'which', uidt: 'SingleLineText' },
      { cn: 'stars', uidt: 'Rating' },
      { cn: 'terms', uidt: 'Checkbox' },
      { cn: 'day', uidt: 'Date' },
      { cn: 'price', uidt: 'Decimal' },
      { cn: 'fee', uidt: 'Decimal' },
      { cn: 'state', uidt: 'SingleLineText', cdf: 'new' },
      { cn: 'made', uidt: 'CreateTime' },
      { cn: 'label', uidt: 'Number' },
    ],
  })
  await call('relationCreate', { childTable: 'demos', childColumn: 'label', parentTable: 'labels', parentColumn: 'id' })
  await rest('POST', 'labels/bulk', [{ name: 'Deep' }, { name: 'Blue' }])
  formId = await makeForm('Send a demo', {
    parts: [
      { kind: 'field', column: 'title' },
      { kind: 'section', id: 'more', title: 'More' },
      { kind: 'field', column: 'genre', required: true },
      {
        kind: 'field',
        column: 'which',
        required: true,
        condition: { join: 'and', filters: [{ column: 'genre', operator: 'is', value: 'Other' }] },
      },
      { kind: 'field', column: 'stars' },
      { kind: 'field', column: 'day' },
      { kind: 'field', column: 'price' },
      { kind: 'field', column: 'label' },
    ],
  })
})
afterAll(() => server.close())

async function call(api: string, args: unknown, token: string | undefined = owner.token): Promise<Answer> {
  const answer = await server.request(`/dashboard/?q=sqlOp_${api}`, {
    method: 'POST',
    token,
    body: { api, project_id: projectId, env: '_noco', dbAlias: 'db', args },
  })
  return answer
}
async function rest(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await server.request(`/nc/${projectId}/api/v1/${path}`, {
    method,
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json
}
async function makeForm(title: string, options: FormOptions, table = 'demos'): Promise<string> {
  const answer = await call('xcVirtualTableCreate', { title, parent_model_title: table, show_as: 'form', options })
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  return (answer.json as { id: string }).id
}
let sent = 0
const submission = (): string => `submission-${String((sent += 1)).padStart(10, '0')}`
const submit = (answers: unknown, more: Record<string, unknown> = {}, token?: string): Promise<Answer> =>
  call('formSubmit', { id: formId, answers, submission: submission(), ...more }, token ?? owner.token)
const count = async (table = 'demos'): Promise<number> =>
  ((await rest('GET', `${table}/count`)) as { count: number }).count
const row = (answer: Answer): Promise<unknown> => rest('GET', `demos/${(answer.json as { rowId: string }).rowId}`)

const good = { title: 'Balls to the Wall', genre: 'Rock' }

describe('a form', () => {
  it('makes a record of its answers', async () => {
    const answer = await submit({ ...good, stars: 4, day: '2026-09-18', price: '1.29', label: 2 })
    expect(answer.status).toBe(200)
    expect(await row(answer)).toMatchObject({
      title: 'Balls to the Wall',
      genre: 'Rock',
      stars: 4,
      day: '2026-09-18',
      price: 1.29,
      label: 2,
      // Fields that are hidden or empty get the record's own defaults.
      state: 'new',
      which: null,
      made: expect.any(String),
    })
  })

  it('is told in the history of the record', async () => {
    const answer = await submit(good)
    const { rowId } = answer.json as { rowId: string }
    const history = await call('rowHistory', { table: 'demos', rowId })
    expect(JSON.stringify(history.json)).toContain(`"why":"form ${formId}"`)
  })

  it('counts its responses, not those of another form nor records made otherwise', async () => {
    const countOf = async (id: string, role = 'owner'): Promise<unknown> => {
      const answer = await call('formResponseCount', { id }, people.get(role)?.token)
      return answer.status === 200 ? (answer.json as { count: number }).count : answer.status
    }
    const before = Number(await countOf(formId))
    const other = await makeForm('Other', { parts: [{ kind: 'field', column: 'title' }] })
    await submit(good)
    await submit(good, {}, people.get('editor')?.token)
    await submit({ title: 'Other' }, { id: other })
    await rest('POST', 'demos', { title: 'By hand' })
    expect([await countOf(formId), await countOf(other)]).toEqual([before + 2, 1])
    // Thinning the history loses nothing.
    const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    meta.prepare('DELETE FROM nc_row_history').run()
    meta.close()
    expect([await countOf(formId), await countOf(other)]).toEqual([before + 2, 1])
    expect([await countOf(other, 'viewer'), await countOf('vw_nothing')]).toEqual([403, 404])
  })

  it('makes one record of one submission, sent at once and again', async () => {
    const before = await count()
    const same = { submission: submission() }
    const answers = await Promise.all([submit(good, same), submit(good, same), submit(good, same)])
    answers.push(await submit({ ...good, title: 'Other' }, same))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('of one person is not that of another', async () => {
    const before = await count()
    const same = { submission: submission() }
    await submit(good, same)
    await submit(good, same, people.get('editor')?.token)
    expect(await count()).toBe(before + 2)
  })

  it('that was refused can be corrected and sent again', async () => {
    const same = { submission: submission() }
    expect((await submit({ genre: 'Rock' }, same)).status).toBe(400)
    expect((await submit(good, same)).status).toBe(200)
  })

  it('follows columns to new names, and goes on without those that are gone', async () => {
    const id = await makeForm('Names', {
      parts: [
        { kind: 'field', column: 'title' },
        { kind: 'field', column: 'fee', label: 'How much' },
        {
          kind: 'field',
          column: 'which',
          required: true,
          condition: { join: 'and', filters: [{ column: 'fee', operator: 'greater', value: 5 }] },
        },
      ],
    })
    const [before] = (await rest('GET', 'demos?limit=1')) as Record<string, unknown>[]
    expect(before).toHaveProperty('fee')
    const rename = { tn: 'demos', columns: [{ cn: 'cost', cno: 'fee', uidt: 'Decimal', altered: 8 }] }
    expect((await call('tableUpdate', rename)).status).toBe(200)
    expect((await submit({ title: 'Dear', cost: 9 }, { id })).error.details).toMatchObject({
      fields: [{ field: 'which', problem: 'required' }],
    })
    expect((await submit({ title: 'Dear', cost: 9, which: 'yes' }, { id })).status).toBe(200)
    const drop = { tn: 'demos', columns: [{ cn: 'cost', cno: 'cost', altered: 4 }] }
    expect((await call('tableUpdate', drop)).status).toBe(200)
    // Without its condition, the form always shows the field.
    expect((await submit({ title: 'Dear' }, { id })).status).toBe(400)
    expect((await submit({ title: 'Dear', which: 'yes' }, { id })).status).toBe(200)
    expect((await submit({ title: 'Dear', which: 'yes', cost: 1 }, { id })).status).toBe(400)
  })
})

describe('a form refuses', () => {
  const refused: readonly [name: string, answers: Record<string, unknown>, field: string, problem: string][] = [
    ['a field that is not in it', { ...good, state: 'paid' }, 'state', 'unknownColumn'],
    ['a column that the database counts', { ...good, id: 7 }, 'id', 'unknownColumn'],
    ['a time that Basalt keeps', { ...good, made: '2020-01-01 00:00:00' }, 'made', 'unknownColumn'],
    ['a column that is not there', { ...good, nothing: 1 }, 'nothing', 'unknownColumn'],
    ['what the database demands and is missing', { genre: 'Rock' }, 'title', 'required'],
    ['what the form demands and is missing', { title: 'One' }, 'genre', 'required'],
    ['an answer of blanks', { title: ' \t', genre: 'Rock' }, 'title', 'required'],
    [
      'what is asked because of an earlier answer and is missing',
      { title: 'One', genre: 'Other' },
      'which',
      'required',
    ],
    ['an option that is none', { title: 'One', genre: 'Polka' }, 'genre', 'notOption'],
    ['a rating beyond its end', { ...good, stars: 9 }, 'stars', 'ratingOutOfRange'],
    ['a day that is none', { ...good, day: '2026-02-31' }, 'day', 'notDate'],
    ['a text for a number', { ...good, price: 'dear' }, 'price', 'notNumber'],
  ]
  it.each(refused)('%s, and makes nothing', async (_name, answers, column, problem) => {
    const before = await count()
    const answer = await submit(answers)
    expect(answer.status).toBe(400)
    expect(answer.error.code).toBe('ROW_INVALID')
    const fields = answer.error.details?.['fields'] as {
      field?: string
      column: string
      problem: string
      msg: string
    }[]
    expect(fields.map((one) => [one.field ?? one.column, one.problem])).toEqual([[column, problem]])
    expect(fields[0]?.msg).toMatch(/\.$/)
    expect(await count()).toBe(before)
  })

  it('everything that is wrong at once', async () => {
    const answer = await submit({ genre: 'Polka', stars: 9 })
    expect(answer.error.details?.['fields']).toHaveLength(3)
  })

  it('a link to a record that is not there', async () => {
    const before = await count()
    expect((await submit({ ...good, label: 99 })).status).toBeGreaterThanOrEqual(400)
    expect(await count()).toBe(before)
  })

  it('to answer for what was not asked: that counts for nothing', async () => {
    const answer = await submit({ ...good, which: 'hidden' })
    expect(await row(answer)).toMatchObject({ genre: 'Rock', which: null })
  })

  it('callers without the right, and calls that name no form', async () => {
    for (const [role, status] of [
      ['owner', 200],
      ['creator', 200],
      ['editor', 200],
      ['commenter', 403],
      ['viewer', 403],
      ['stranger', 404],
    ] as const)
      expect([role, (await submit(good, {}, people.get(role)?.token)).status]).toEqual([role, status])
    expect((await call('formSubmit', { id: formId, answers: good, submission: submission() }, '')).status).toBe(401)
    const grid = await call('xcVirtualTableCreate', { title: 'Grid', parent_model_title: 'demos' })
    for (const id of ['vw_nothing', (grid.json as { id: string }).id])
      expect([id, (await submit(good, { id })).status]).toEqual([id, 404])
    for (const bad of [
      { answers: [] },
      { answers: { ...good, constructor: 1 } },
      { submission: 'x' },
      { submission: undefined },
      { extra: 1 },
    ])
      expect((await submit(good, bad)).status).toBe(400)
  })

  it('to tell its table to people who are no members, or for a view that is no form', async () => {
    const asked = async (id: string, role: string): Promise<unknown> => {
      const answer = await call('formGet', { id }, people.get(role)?.token)
      return answer.status === 200 ? answer.json : answer.status
    }
    expect(await asked(formId, 'viewer')).toEqual({ table: expect.stringMatching(/demos$/) })
    expect(await asked(formId, 'stranger')).toBe(404)
    expect(await asked('vw_nothing', 'owner')).toBe(404)
  })

  it('to be sent while it does not ask for what every record needs', async () => {
    const id = await makeForm('Too short', { parts: [{ kind: 'field', column: 'genre' }] })
    const answer = await submit({ genre: 'Rock' }, { id })
    expect(answer.error.details).toMatchObject({ fields: [{ column: 'title', problem: 'required' }] })
  })

  it('a tick that is demanded and not set', async () => {
    const parts = [
      { kind: 'field', column: 'title' },
      { kind: 'field', column: 'terms', required: true },
    ] as const
    const id = await makeForm('Terms', { parts: [...parts] })
    expect((await submit({ title: 'One', terms: false }, { id })).status).toBe(400)
    expect((await submit({ title: 'One', terms: true }, { id })).status).toBe(200)
  })
})

describe('links to several records', () => {
  let id: string
  beforeAll(async () => {
    const { meta } = (await call('tableXcModelGet', { tn: 'labels' })).json as { meta: string }
    const table = tableFromWire(wireTableMeta.parse(JSON.parse(meta)))
    const link = askableColumns(table).find(({ many }) => many)?.id ?? ''
    expect(link).not.toBe('')
    id = await makeForm(
      'New label',
      {
        parts: [
          { kind: 'field', column: 'name' },
          { kind: 'field', column: link },
        ],
      },
      'labels',
    )
    linkId = link
  })
  let linkId: string

  it('are made together with the record', async () => {
    const made = [await submit({ ...good, title: 'A' }), await submit({ ...good, title: 'B' })]
    const ids = made.map(({ json }) => (json as { rowId: string }).rowId)
    const answer = await submit({ name: 'Fresh', [linkId]: [...ids, ...ids] }, { id })
    expect(answer.status).toBe(200)
    const { rowId } = answer.json as { rowId: string }
    for (const demo of ids) expect(await rest('GET', `demos/${demo}`)).toMatchObject({ label: Number(rowId) })
  })

  it('change nothing else of those records, and make none', async () => {
    const [demos, labels] = [await count(), await count('labels')]
    for (const hostile of [[{ id: 1, title: 'Stolen' }], ['999999'], ['nonsense'], 'text', [1], [['1']]]) {
      const answer = await submit({ name: 'Bad', [linkId]: hostile }, { id })
      expect([hostile, answer.status >= 400 && answer.status < 500]).toEqual([hostile, true])
    }
    expect([await count(), await count('labels')]).toEqual([demos, labels])
    expect(JSON.stringify(await rest('GET', 'demos'))).not.toContain('Stolen')
  })
})

describe('the options of a form', () => {
  it.each([
    ['an address that is not https', { after: { kind: 'redirect', address: 'http://example.com' } }],
    ['a script for an address', { after: { kind: 'redirect', address: 'javascript:alert(1)' } }],
    ['an address with a name in it', { after: { kind: 'redirect', address: 'https://bank.example@evil.example' } }],
    ['what no form has', { colour: 'blue' }],
    ['a part of no kind', { parts: [{ kind: 'picture' }] }],
    ['a text without an end', { description: 'x'.repeat(20_000) }],
  ])('do not take %s', async (_name, options) => {
    const at = { table: 'demos', view: formId }
    const answer = await call('viewSettingsSave', { ...at, options })
    expect([answer.status, answer.error.code]).toEqual([400, 'TABLE_VIEW_OPTIONS_INVALID'])
  })
})

describe('a form that takes other answers', () => {
  const optionsOf = async (): Promise<unknown> => {
    const found = (await call('tableXcModelGet', { tn: 'bands' })).json as { meta: string }
    const table = tableFromWire(wireTableMeta.parse(JSON.parse(found.meta)))
    return table.columns.map(({ name, options }) => [name, (options.options ?? []).map(({ title }) => title)])
  }
  const parts = [
    { kind: 'field', column: 'style', other: true },
    { kind: 'field', column: 'tags', other: true },
  ] as const
  let id: string
  beforeAll(async () => {
    const list = (titles: readonly string[]) => ({ options: titles.map((title) => ({ title, color: 'blue' })) })
    await call('tableCreate', {
      tn: 'bands',
      columns: [
        { cn: 'id', uidt: 'ID' },
        { cn: 'style', uidt: 'SingleSelect', meta: list(['Rock', 'Folk']) },
        { cn: 'tags', uidt: 'MultiSelect', meta: list(['new']) },
      ],
    })
    id = await makeForm('Tell us of a band', { parts: [...parts] }, 'bands')
  })

  it('adds them to the options, though the person who answers may not', async () => {
    const token = people.get('editor')?.token
    const answer = await submit({ style: ' Polka ', tags: ['new', 'live'] }, { id }, token)
    expect(answer.status).toBe(200)
    const { rowId } = answer.json as { rowId: string }
    expect(await rest('GET', `bands/${rowId}`)).toMatchObject({ style: 'Polka', tags: 'new,live' })
    const answers = ['Ska', 'Dub', 'Ska', 'Rock'].map((style) => submit({ style }, { id }, token))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [, style, tags] = (await optionsOf()) as [string, string[]][]
    expect([style?.[1].toSorted(), tags?.[1]]).toEqual([
      ['Dub', 'Folk', 'Polka', 'Rock', 'Ska'],
      ['new', 'live'],
    ])
  })

  it('is opened by those who may change columns, and by nobody else', async () => {
    const closed = await makeForm('Closed', { parts: [{ kind: 'field', column: 'style' }] }, 'bands')
    const save = async (role: string, form: string, options: FormOptions): Promise<number> =>
      (await call('viewSettingsSave', { table: 'bands', view: form, options }, people.get(role)?.token)).status
    expect((await submit({ style: 'Swing' }, { id: closed })).status).toBe(400)
    expect(await save('editor', closed, { parts: [parts[0]] })).toBe(403)
    // A form that a creator shared stays shared when an editor changes it.
    expect(await save('editor', id, { parts: [...parts], title: 'All bands' })).toBe(200)
    expect(await save('editor', id, { parts: [parts[0]] })).toBe(200)
    expect(await save('editor', id, { parts: [...parts] })).toBe(403)
    // Copying the settings of a shared form doesn't share the copy either.
    const copy = (role: string) =>
      call('viewSettingsCopy', { table: 'bands', view: closed, from: id }, people.get(role)?.token)
    expect([(await copy('editor')).status, (await submit({ style: 'Swing' }, { id: closed })).status]).toEqual([
      403, 400,
    ])
    expect(await save('creator', closed, { parts: [parts[0]] })).toBe(200)
    expect((await submit({ style: 'Swing' }, { id: closed })).status).toBe(200)
  })
})

describe('a submission that is sent again after a restart', () => {
  it('makes no second record', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'basalt-forms-'))
    const first = await startServer({ profileFolder })
    const { token } = await first.signUp()
    const project = (await first.call('projectCreateByWebWithXCDB', { title: 'Kept', projectType: 'rest' }, { token }))
      .id
    const as = { token, projectId: project }
    const columns = [
      { cn: 'id', uidt: 'ID' as const },
      { cn: 'title', uidt: 'SingleLineText' as const },
    ]
    await first.call('tableCreate', { tn: 'notes', columns }, as)
    const options = { parts: [{ kind: 'field', column: 'title' }] }
    const view = { title: 'Note', parent_model_title: 'notes', show_as: 'form' as const, options }
    const made = await first.call('xcVirtualTableCreate', view, as)
    const sent = { id: made?.id ?? '', answers: { title: 'Once' }, submission: 'sent-before-and-after' }
    const answer = await first.call('formSubmit', sent, as)
    await first.close()
    const second = await startServer({ profileFolder })
    try {
      expect(await second.call('formSubmit', sent, as)).toEqual(answer)
      const { json } = await second.request(`/nc/${project}/api/v1/notes/count`, { token })
      expect(json).toEqual({ count: 1 })
    } finally {
      await second.close()
      await rm(profileFolder, { recursive: true, force: true })
    }
  })
})
