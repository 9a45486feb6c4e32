import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendForm, type FormPart } from '@tests/helpers/form'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/* Files sent to operations in domain words. attachments.test.ts sends them as scripts of the original do. */

let server: TestServer
let token: string
let projectId: string

beforeAll(async () => {
  server = await startServer()
  token = (await server.signUp('owner@example.com')).token
  projectId = (await server.call('projectCreateSample', {}, { token })).id
})
afterAll(() => server.close())

const file = { name: 'file', filename: 'a.txt', content: 'text' }
const send = (name: string, parts: readonly FormPart[], as = token, project = projectId): Promise<Answer> =>
  sendForm(server, parts, { token: as, path: `/api/v1/operations/${name}?project=${project}` })
const input = (content: unknown): FormPart => ({
  name: 'input',
  content: typeof content === 'string' ? content : JSON.stringify(content),
})

it('stores a file, with or without an input', async () => {
  for (const parts of [[file], [file, input({})], [input({}), file]]) {
    const answer = await send('attachmentUpload', parts)
    expect([answer.status, answer.json]).toEqual([
      200,
      { url: expect.stringMatching(/^\/dl\//) as string, title: 'a.txt', mimetype: 'text/plain', size: 4 },
    ])
  }
})

it('takes the input of an operation beside its file', async () => {
  const rows = { ...file, filename: 'rows.csv', content: 'a,b\n1,2\n' }
  expect((await send('importUpload', [rows, input({ name: 'other.csv' })])).status).toBe(200)
  const answer = await send('importUpload', [rows])
  expect(answer.json).toMatchObject({ name: 'rows.csv', title: 'rows', kind: 'csv' })
})

it.each([
  ['attachmentUpload', [file, input('not json')], 400, 'JSON_INVALID'],
  ['attachmentUpload', [file, input({ appendPath: ['a'] })], 400, 'INPUT_INVALID'],
  ['attachmentUpload', [input({})], 400, 'ATTACHMENT_MISSING'],
  ['attachmentUpload', [file, file], 400, 'REQUEST_MALFORMED'],
  ['tableList', [file], 415, 'CONTENT_TYPE_UNSUPPORTED'],
  ['xcAttachmentUpload', [file], 415, 'CONTENT_TYPE_UNSUPPORTED'],
])('rejects a form for %s that is wrong', async (name, parts, status, code) => {
  const answer = await send(name, parts)
  expect([answer.status, answer.error.code]).toEqual([status, code])
})

it('checks the rights before it reads the file', async () => {
  const other = await server.signUp('other@example.com')
  for (const name of ['attachmentUpload', 'importUpload']) {
    const answer = await send(name, [file], other.token)
    expect([answer.status, answer.error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
  }
})
