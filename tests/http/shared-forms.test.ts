import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenedShare, Share } from '@common/operations/shares'
import type { FieldPart } from '@common/views/form'
import { systemClock, type Clock } from '@main/lib/clock'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendForm, type FormPart } from '@tests/helpers/form'
import { startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Visitors answer a shared form by the rules of the form. They learn nothing about its table and its records. */

const schema = `
  CREATE TABLE Team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE Talent (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT UNIQUE, passport TEXT UNIQUE, kind TEXT, why TEXT,
    secret TEXT DEFAULT 'set by the database', team INTEGER REFERENCES Team);
  CREATE TABLE Strict (id INTEGER PRIMARY KEY, name TEXT, needed TEXT NOT NULL);
  INSERT INTO Team VALUES (1, 'Red', 900), (2, 'Blue', 800), (3, 'Green', 700);
  INSERT INTO Talent (name, mail, passport, secret) VALUES ('Existing person', 'taken@example.com', 'P1', 'hidden value');`

const parts: readonly FieldPart[] = [
  { kind: 'field', column: 'name', label: 'Your name', required: true },
  { kind: 'field', column: 'mail' },
  { kind: 'field', column: 'kind' },
  {
    kind: 'field',
    column: 'why',
    required: true,
    condition: { join: 'and', filters: [{ column: 'kind', operator: 'is', value: 'other' }] },
  },
  { kind: 'field', column: 'team' },
  { kind: 'field', column: 'cv', files: { count: 2, megabytes: 1, types: ['txt', 'pdf'] } },
]

let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }

let server: TestServer
let folder: string
let owner: TestUser
let projectId: string
let formId: string
let share: Share
/** The token of a visitor who opened the form a minute ago. */
let visitor: string

beforeAll(async () => {
  server = await startServer({ clock })
  folder = await mkdtemp(join(tmpdir(), 'basalt-forms-'))
  owner = await server.signUp('owner@example.com')
  const filename = join(folder, 'talents.sqlite')
  const file = new Sqlite(filename)
  file.exec(schema)
  file.close()
  projectId = (await server.operate('projectCreateFromFile', { filename }, owner)).id
  await server.call(
    'tableUpdate',
    { tn: 'Talent', columns: [{ cn: 'cv', _cn: 'CV', uidt: 'Attachment', altered: 1 }] as never },
    as(),
  )
  const options = { title: 'Join us', parts } as never
  formId = (await server.operate('viewCreate', { table: 'Talent', title: 'Join', kind: 'form', options }, as())).id
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  forgetAttempts()
  share = await server.operate(
    'shareCreate',
    { table: 'Talent', view: formId, enabled: true, password: null, expiresAt: null },
    as(),
  )
  visitor = (await opened()).visitor.token
  aheadMs += 60_000
})

/** Resets the throttle, which counts all tests of this file together. */
function forgetAttempts(): void {
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  meta.exec('DELETE FROM nc_attempts')
  meta.close()
}

const as = () => ({ token: owner.token, projectId })
const open = (input: { link?: string; password?: string; visitor?: string } = {}): Promise<Answer> =>
  server.request('/api/v1/operations/shareOpen', { method: 'POST', body: { link: share.link, ...input } })
async function opened(input?: Parameters<typeof open>[0]): Promise<OpenedShare & { kind: 'form' }> {
  const answer = await open(input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as OpenedShare & { kind: 'form' }
}
const headers = (link = share.link): Record<string, string> => ({ 'basalt-share': link, 'basalt-visitor': visitor })

let submissions = 0
const newSubmission = (): string => `submission-${(submissions += 1)}`.padEnd(20, '0')
const inputOf = (answers: object, more: object = {}) => ({ answers, submission: newSubmission(), visitor, ...more })
const path = (name: string): string => `/api/v1/operations/${name}?project=${projectId}`
const submit = (answers: object, more: object = {}, link = share.link): Promise<Answer> =>
  server.request(path('shareSubmit'), { method: 'POST', body: inputOf(answers, more), headers: headers(link) })
const submitFiles = (answers: object, files: readonly FormPart[]): Promise<Answer> =>
  sendForm(server, [{ name: 'input', content: JSON.stringify(inputOf(answers)) }, ...files], {
    path: path('shareSubmit'),
    headers: headers(),
  })
const records = async (input: object): Promise<unknown> =>
  (await server.request(path('shareRecords'), { method: 'POST', body: input, headers: headers() })).json

type Row = Readonly<Record<string, unknown>>
async function rows(): Promise<Row[]> {
  const answer = await server.request(`/nc/${projectId}/api/v1/Talent?limit=1000&sort=id`, { token: owner.token })
  return answer.json as Row[]
}
const lastRow = async (): Promise<Row> => (await rows()).at(-1) ?? {}

/** Sends answers that must be refused, and change nothing. */
async function expectRefused(send: () => Promise<Answer>, code: string, status = 400): Promise<Answer> {
  const before = await rows()
  const answer = await send()
  expect([answer.status, answer.error.code]).toEqual([status, code])
  expect(answer.text).not.toMatch(/hidden value|Existing person|secret|passport/)
  expect(await rows()).toEqual(before)
  return answer
}

describe('an opened form', () => {
  it('has its fields, and nothing else of its table', async () => {
    const answer = await opened()
    expect(answer).toMatchObject({ kind: 'form', survey: false, closed: null, view: { id: formId, title: 'Join' } })
    expect(answer.table.columns.map(({ name }) => name)).toEqual(['name', 'mail', 'kind', 'why', 'team', 'cv'])
    expect(JSON.stringify(answer)).not.toMatch(/secret|passport|hidden|budget|Existing|"Talent"/)
    expect(share.url).toContain(`/dashboard/#/nc/form/${share.link}`)
  })

  it('follows the form and the settings of the link', async () => {
    const save = (options: object) =>
      server.operate('viewSettingsSave', { table: 'Talent', view: formId, options: options as never }, as())
    await server.operate('shareUpdate', { id: share.id, survey: true }, as())
    await save({ title: 'Join us', parts: parts.slice(0, 2) })
    try {
      const answer = await opened()
      expect([answer.survey, answer.table.columns.length]).toEqual([true, 2])
      await expectRefused(() => submit({ name: 'Kim', kind: 'other' }), 'ROW_INVALID')
    } finally {
      await save({ title: 'Join us', parts })
      await server.operate('shareUpdate', { id: share.id, survey: false }, as())
    }
  })

  it('says that it is closed if the table needs a value that it does not ask for', async () => {
    const options = { parts: [{ kind: 'field' as const, column: 'name' }] }
    const view = await server.operate('viewCreate', { table: 'Strict', title: 'S', kind: 'form', options }, as())
    const { link } = await server.operate('shareCreate', { table: 'Strict', view: view.id }, as())
    const answer = await opened({ link })
    expect(answer.closed).toBe('incomplete')
    expect(JSON.stringify(answer)).not.toContain('needed')
    aheadMs += 60_000
    visitor = answer.visitor.token
    const sent = await submit({ name: 'Kim' }, {}, link)
    expect([sent.status, sent.error.code, sent.text.includes('needed')]).toEqual([400, 'SHARE_FORM_INCOMPLETE', false])
  })
})

describe('an answer', () => {
  it('becomes a record with the defaults of hidden columns', async () => {
    const answer = await submit({ name: 'Kim', mail: 'kim@example.com', kind: 'other', why: 'Music', team: 2 })
    expect([answer.status, answer.json]).toEqual([200, { done: true }])
    expect(await lastRow()).toMatchObject({
      name: 'Kim',
      kind: 'other',
      why: 'Music',
      team: 2,
      secret: 'set by the database',
    })
    const { count } = await server.operate('formResponseCount', { id: formId }, as())
    expect(count).toBeGreaterThan(0)
  })

  it('makes one record, however often it is sent', async () => {
    const submission = newSubmission()
    const before = (await rows()).length
    for (const _ of [1, 2]) expect((await submit({ name: 'Twice' }, { submission })).status).toBe(200)
    expect(await rows()).toHaveLength(before + 1)
  })

  it('names the form in the history of the record', async () => {
    await submit({ name: 'Traced' })
    const { id } = await lastRow()
    const { list } = await server.operate('rowHistory', { table: 'Talent', rowId: String(id) }, as())
    expect(list).toMatchObject([{ kind: 'insert', user: null, why: `form ${formId}` }])
  })

  it('ignores values of fields that a condition hides', async () => {
    expect((await submit({ name: 'Kim', why: 'Music' })).status).toBe(200)
    expect(await lastRow()).toMatchObject({ name: 'Kim', why: null })
  })

  it.each([
    ['without a required answer', {}],
    ['without an answer that a condition requires', { name: 'Kim', kind: 'other' }],
    ['with a value of a hidden column', { name: 'Kim', id: 7 }],
    ['with a file of its own choice', { name: 'Kim', cv: [{ url: '/dl/x', title: 'a.txt' }] }],
    ['with a team that does not exist', { name: 'Kim', team: 99 }],
  ])('is refused %s', async (_what, answers) => {
    const before = await rows()
    const answer = await submit(answers)
    expect(answer.status, answer.text).toBe(400)
    expect(await rows()).toEqual(before)
  })

  it('learns that a value is taken for a field that it sent, and nothing about others', async () => {
    const answer = await expectRefused(() => submit({ name: 'Kim', mail: 'taken@example.com' }), 'VALUE_NOT_UNIQUE')
    expect(answer.text).toContain('mail')
  })

  it('is mailed to members who want it', async () => {
    const mail: MailServer = await startMailServer()
    try {
      await server.operate('mailSettingsSave', mail.settings, { token: owner.token })
      await server.operate('formMailSet', { id: formId, on: true }, as())
      await submit({ name: 'Mailed person' })
      const { text } = await mail.mailTo('owner@example.com')
      expect(text).toContain('Mailed person')
    } finally {
      await server.operate('formMailSet', { id: formId, on: false }, as())
      await mail.close()
    }
  })
})

describe('records to link', () => {
  it('have a key and a name', async () => {
    expect(await records({ field: 'team', search: 're' })).toEqual({
      list: [
        { value: '1', label: 'Red' },
        { value: '3', label: 'Green' },
      ],
    })
    expect(await records({ field: 'team', values: ['2'] })).toEqual({ list: [{ value: '2', label: 'Blue' }] })
  })

  it.each([
    ['hidden columns', { field: 'team', search: '900' }],
    ['other fields', { field: 'name', search: 'Existing' }],
    ['unknown fields', { field: 'secret' }],
  ])('are not found by %s', async (_what, input) => {
    expect(await records(input)).toEqual({ list: [] })
  })
})

describe('files', () => {
  const text = (name: string, size = 4): FormPart => ({ name: 'cv', filename: name, content: 'x'.repeat(size) })
  const megabyte = 1024 * 1024

  it('arrive with the answer, and stay out of reach of visitors', async () => {
    const answer = await submitFiles({ name: 'With files' }, [text('one.txt'), text('two.pdf')])
    expect(answer.status, answer.text).toBe(200)
    const files = JSON.parse(String((await lastRow())['CV'])) as readonly { url: string; title: string }[]
    expect(files.map(({ title }) => title)).toEqual(['one.txt', 'two.pdf'])
    const url = files[0]?.url ?? ''
    expect(url).toMatch(/[0-9a-f]{32}/)
    expect((await server.request(url, { token: owner.token })).text).toBe('xxxx')
    expect([(await server.request(url)).status, (await server.request(url, { headers: headers() })).status]).toEqual([
      401, 403,
    ])
    const link = await server.request(path('attachmentLink'), { method: 'POST', body: { url }, headers: headers() })
    expect(link.error.code).toBe('NOT_ALLOWED')
  })

  it.each([
    ['too many', [text('1.txt'), text('2.txt'), text('3.txt')], 'tooManyFiles'],
    ['too large', [text('large.txt', megabyte + 1)], 'fileTooLarge'],
    ['of another type', [text('program.exe')], 'fileTypeRefused'],
  ])('are refused if they are %s', async (_what, files, problem) => {
    const before = storedFiles()
    const answer = await expectRefused(() => submitFiles({ name: 'Kim' }, files), 'ROW_INVALID')
    expect(answer.json).toMatchObject({ details: { fields: [{ field: 'cv', problem }] } })
    expect(storedFiles()).toBe(before)
  })

  it('are refused for fields that take none', async () => {
    const before = storedFiles()
    await expectRefused(() => submitFiles({ name: 'Kim' }, [{ ...text('a.txt'), name: 'mail' }]), 'ROW_INVALID')
    await expectRefused(() => submitFiles({ name: 'Kim' }, [{ ...text('a.txt'), name: 'nothing' }]), 'ROW_INVALID')
    expect(storedFiles()).toBe(before)
  })

  it('have a limit for one answer', async () => {
    const parts = Array.from({ length: 6 }, (_, at) => text(`${at}.txt`, 9 * megabyte))
    await expectRefused(() => submitFiles({ name: 'Kim' }, parts), 'SHARE_FILES_TOO_LARGE', 413)
  })

  const storedFiles = (): number => {
    const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const { count } = meta.prepare('SELECT count(*) AS count FROM nc_attachments').get() as { count: number }
    meta.close()
    return count
  }
})

describe('a link to a form', () => {
  it('asks for its password before anything else', async () => {
    await server.operate('shareUpdate', { id: share.id, password: 'open sesame' }, as())
    expect((await open()).error.code).toBe('SHARE_PASSWORD_NEEDED')
    expect((await open({ password: 'wrong' })).error.code).toBe('SHARE_PASSWORD_WRONG')
    await expectRefused(() => submit({ name: 'Kim' }), 'SHARE_PASSWORD_NEEDED', 403)
    visitor = (await opened({ password: 'open sesame' })).visitor.token
    aheadMs += 60_000
    expect((await submit({ name: 'Kim' })).status).toBe(200)
  })

  it.each([
    ['off', () => server.operate('shareUpdate', { id: share.id, enabled: false }, as())],
    [
      'expired',
      async () => {
        const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString()
        await server.operate('shareUpdate', { id: share.id, expiresAt }, as())
        aheadMs += 2_000
      },
    ],
    ['revoked', () => server.operate('shareRevoke', { id: share.id }, as())],
  ])('takes no answers once it is %s', async (_state, end) => {
    await end()
    await expectRefused(() => submit({ name: 'Kim' }), 'SHARE_CLOSED', 404)
  })

  it.each([
    ['GET', 'Talent'],
    ['GET', 'Talent/count'],
    ['GET', 'Team'],
    ['POST', 'Talent'],
  ])('opens no data: %s %s', async (method, table) => {
    const body = method === 'POST' ? { body: { name: 'Kim' } } : {}
    const answer = await server.request(`/nc/${projectId}/api/v1/${table}`, { method, headers: headers(), ...body })
    expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  it.each(['tableRead', 'formGet', 'formSubmit', 'viewList', 'rowHistory', 'attachmentUpload'])(
    'opens no operation of members: %s',
    async (name) => {
      const answer = await server.request(path(name), { method: 'POST', body: {}, headers: headers() })
      expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
    },
  )
})

describe('spam', () => {
  it.each([
    ['without a token of the form', { visitor: 'forged' }, 'SHARE_ANSWER_REFUSED'],
    ['that fills in the field that people do not see', { website: 'https://spam.example' }, 'SHARE_ANSWER_REFUSED'],
  ])('%s is refused', async (_what, more, code) => {
    await expectRefused(() => submit({ name: 'Kim' }, more), code)
  })

  it('that comes faster than people write is refused', async () => {
    const { token } = (await opened()).visitor
    await expectRefused(() => submit({ name: 'Kim' }, { visitor: token }), 'SHARE_ANSWER_EARLY')
  })

  it('with the token of another form is refused', async () => {
    const view = await server.operate('viewCreate', { table: 'Team', title: 'T', kind: 'form' }, as())
    const { link } = await server.operate('shareCreate', { table: 'Team', view: view.id }, as())
    const { token } = (await opened({ link })).visitor
    aheadMs += 60_000
    await expectRefused(() => submit({ name: 'Kim' }, { visitor: token }), 'SHARE_ANSWER_REFUSED')
  })

  it('from one network has a limit that survives a restart', async () => {
    for (let answer = 0; answer < 60; answer += 1) await submit({})
    const { profileFolder } = server
    const limit = await expectRefused(() => submit({ name: 'Kim' }), 'SHARE_ANSWERS_TOO_MANY', 429)
    expect(limit.json).toMatchObject({ details: { minutes: 15 } })
    await server.server.close()
    server = await startServer({ clock, profileFolder })
    await expectRefused(() => submit({ name: 'Kim' }), 'SHARE_ANSWERS_TOO_MANY', 429)
    aheadMs += 16 * 60_000
    expect((await submit({ name: 'Kim' })).status).toBe(200)
  })
})
