import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { untilItWorks } from '@tests/helpers/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attachmentLinkLifeMs, attachmentMaxBytes } from '@common/constants'
import { systemClock } from '@main/lib/clock'
import { formType, leaveWhileUploading, sendForm, uploadFile } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

interface Uploaded {
  readonly url: string
  readonly title: string
  readonly mimetype: string
  readonly size: number
}

let server: TestServer
let owner: TestUser
let stranger: TestUser
const members = new Map<string, TestUser>()
let projectId: string
let otherProjectId: string
/** Milliseconds that the server's clock is ahead. */
let ahead = 0

beforeAll(async () => {
  const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
  server = await startServer({ signInAttempts: 0, clock })
  owner = await server.signUp('owner@example.com')
  stranger = await server.signUp('stranger@example.com')
  const project = (title: string) => server.call('projectCreateByWebWithXCDB', { title }, { token: owner.token })
  projectId = (await project('Files')).id
  otherProjectId = (await project('Other files')).id
  for (const role of ['editor', 'commenter', 'viewer']) members.set(role, await server.signUp(`${role}@example.com`))
  const roles = Object.fromEntries([...members.keys()].map((role) => [`${role}@example.com`, role]))
  giveRoles(server.profileFolder, projectId, roles)
  const columns = [
    { cn: 'id', uidt: 'ID', dt: 'integer', pk: true, ai: true },
    { cn: 'files', _cn: 'Files', uidt: 'Attachment' },
  ]
  for (const id of [projectId, otherProjectId])
    await server.call('tableCreate', { tn: 'things', _tn: 'Things', columns }, { token: owner.token, projectId: id })
})
afterAll(() => server.close())
beforeEach(() => {
  ahead = 0
})

const upload = async (name: string, content: string | Uint8Array, args?: unknown): Promise<Uploaded> => {
  const answer = await uploadFile(server, { name, content }, { token: owner.token, projectId }, args)
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json as Uploaded
}
const read = (
  url: string,
  headers: Record<string, string> = {},
  token: string | undefined = owner.token,
): Promise<Answer> => server.request(url, { token, headers })
const folder = (): string => join(server.profileFolder, 'attachments')
const stored = async (): Promise<string[]> =>
  (await readdir(join(folder(), projectId)).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
const arriving = (): Promise<string[]> => readdir(join(folder(), '.arriving'))
const link = (
  args: { url: string; title?: string; download?: boolean },
  token = owner.token,
): Promise<{ url: string }> => server.call('attachmentLink', args, { token, projectId })
/** Returns the file's id from a response. */
const idOf = (url: string): string => /[0-9a-f]{32}/.exec(url)?.[0] ?? ''

describe('an upload', () => {
  it('answers an entry of a cell and keeps the bytes under a name of its own', async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 13, 10, 45, 45])
    const file = await upload('cover.PNG', bytes, { appendPath: ['a', 'b'], prependName: ['x'] })
    expect(file).toEqual({
      url: expect.stringMatching(new RegExp(`^/dl/${projectId}/db/[0-9a-f]{32}/cover\\.PNG$`)) as string,
      title: 'cover.PNG',
      mimetype: 'image/png',
      size: bytes.length,
    })
    expect(await readFile(join(folder(), projectId, idOf(file.url)))).toEqual(bytes)
    expect(await arriving()).toEqual([])
    const answer = await read(file.url)
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '8'])
  })

  it('needs no envelope, and takes a file without a byte', async () => {
    const answer = await sendForm(server, [{ name: 'file', filename: 'empty.txt', content: '' }], {
      token: owner.token,
      path: `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`,
    })
    expect([answer.status, answer.json]).toMatchObject([200, { title: 'empty.txt', size: 0 }])
    expect(await read((answer.json as Uploaded).url)).toMatchObject({ status: 200, text: '' })
  })

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['', 'file'],
    ['/', 'file'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a<script>.html', 'a<script>.html'],
    ['Ä 名 (1).png', 'Ä 名 (1).png'],
    ["it's 100%.txt", "it's 100%.txt"],
    [`${'long'.repeat(100)}.tar.gz`, `${'long'.repeat(63)}.gz`],
  ])('takes %j as the name %j, and as no path', async (name, title) => {
    const before = await stored()
    const file = await upload(name.replaceAll('\\', '\\\\').replaceAll('"', '%22'), 'text')
    expect(file.title).toBe(title)
    const added = (await stored()).filter((each) => !before.includes(each))
    expect(added).toEqual([idOf(file.url)])
    expect((await read(file.url)).text).toBe('text')
    const names = JSON.stringify([file])
    const row = await server.request(`/nc/${projectId}/api/v1/Things`, {
      method: 'POST',
      token: owner.token,
      body: { Files: names },
    })
    expect([row.status, (row.json as { Files: string }).Files]).toEqual([200, names])
  })

  it('says that a file is missing, whether the call is a form or not', async () => {
    const path = `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`
    const body = { api: 'xcAttachmentUpload', project_id: projectId, args: {} }
    const plain = await server.request(path, { method: 'POST', token: owner.token, body })
    const form = await sendForm(server, [{ name: 'json', content: JSON.stringify(body) }], { token: owner.token, path })
    for (const answer of [plain, form]) expect([answer.status, answer.error.code]).toEqual([400, 'ATTACHMENT_MISSING'])
  })

  it('keeps nothing of a file with a wrong envelope', async () => {
    const before = await stored()
    const path = `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`
    const file = { name: 'file', filename: 'a.txt', content: 'text' }
    const envelopes: [string, string][] = [
      ['not json', 'JSON_INVALID'],
      [JSON.stringify({ api: 'xcAttachmentUpload', project_id: otherProjectId }), 'OPERATION_MISMATCH'],
      [JSON.stringify({ api: 'tableList', project_id: projectId }), 'OPERATION_MISMATCH'],
      ['{"api":"xcAttachmentUpload","__proto__":{"a":1}}', 'INPUT_INVALID'],
    ]
    for (const [content, code] of envelopes) {
      const answer = await sendForm(server, [file, { name: 'json', content }], { token: owner.token, path })
      expect([content, answer.status, answer.error.code]).toEqual([content, 400, code])
    }
    expect([await stored(), await arriving()]).toEqual([before, []])
  })

  it('takes one file at a time', async () => {
    const before = await stored()
    const file = { name: 'file', filename: 'a.txt', content: 'text' }
    const answer = await sendForm(server, [file, file], {
      token: owner.token,
      path: `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`,
    })
    expect([answer.status, answer.error.code]).toEqual([400, 'REQUEST_MALFORMED'])
    expect([await stored(), await arriving()]).toEqual([before, []])
  })

  it('is refused when it is larger than the limit, announced or not', async () => {
    const before = await stored()
    const path = `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`
    const announced = await sendForm(server, [{ name: 'file', filename: 'a.txt', content: 'x' }], {
      token: owner.token,
      path,
      headers: { 'content-length': String(attachmentMaxBytes * 2) },
    }).catch(() => undefined)
    if (announced) expect([announced.status, announced.error.code]).toEqual([413, 'ATTACHMENT_TOO_LARGE'])
    // Slightly over the limit. The client sees the response only if the server doesn't close first.
    const large = Buffer.alloc(attachmentMaxBytes + 1024)
    const sent = await uploadFile(server, { name: 'b.bin', content: large }, { token: owner.token, projectId }).catch(
      () => undefined,
    )
    if (sent) expect([sent.status, sent.error.code]).toEqual([413, 'ATTACHMENT_TOO_LARGE'])
    await untilItWorks(async () => expect([await stored(), await arriving()]).toEqual([before, []]))
  })

  it('leaves nothing behind when the sender leaves in its middle', async () => {
    const before = await stored()
    await leaveWhileUploading(server, { token: owner.token, projectId }, async () => (await arriving()).length > 0)
    await untilItWorks(async () => expect([await stored(), await arriving()]).toEqual([before, []]))
    expect((await upload('after.txt', 'still here')).size).toBe(10)
  })

  it('is for editors and above, and asked before anything is read', async () => {
    const send = (token: string | undefined, id = projectId): Promise<Answer> =>
      uploadFile(server, { name: 'a.txt', content: 'text' }, { token, projectId: id })
    expect((await send(members.get('editor')?.token)).status).toBe(200)
    for (const role of ['commenter', 'viewer'])
      expect([role, (await send(members.get(role)?.token)).error.code]).toEqual([role, 'NOT_ALLOWED'])
    expect((await send(stranger.token)).error.code).toBe('PROJECT_NOT_FOUND')
    expect((await send(undefined)).status).toBe(401)
    expect((await send(owner.token, 'nothing')).status).toBe(404)
    expect((await send(members.get('editor')?.token, otherProjectId)).status).toBe(404)
  })

  it('goes to the dashboard call alone', async () => {
    const file = { name: 'file', filename: 'a.txt', content: 'text' }
    for (const path of [`/nc/${projectId}/api/v1/Things`, '/auth/signin', '/auth/signup']) {
      const answer = await sendForm(server, [file], { token: owner.token, path })
      expect([path, answer.status, answer.error.code]).toEqual([path, 415, 'CONTENT_TYPE_UNSUPPORTED'])
    }
    const path = `/dashboard?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`
    const broken = await server.request(path, {
      method: 'POST',
      token: owner.token,
      text: 'nothing like a form',
      headers: { 'content-type': formType },
    })
    expect([broken.status, broken.error.code]).toEqual([400, 'REQUEST_MALFORMED'])
    const foreign = await sendForm(server, [file], {
      token: owner.token,
      path,
      headers: { origin: 'http://evil.example' },
    })
    expect([foreign.status, foreign.error.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
  })
})

describe('a stored file', () => {
  it('is read by every member of its project and by nobody else', async () => {
    const { url } = await upload('a.txt', 'text')
    for (const role of ['editor', 'commenter', 'viewer'])
      expect([role, (await read(url, {}, members.get(role)?.token)).status]).toEqual([role, 200])
    expect((await server.request(url)).status).toBe(401)
    expect((await read(url, {}, 'nonsense')).status).toBe(401)
    expect((await read(url, {}, stranger.token)).error.code).toBe('PROJECT_NOT_FOUND')
    expect((await server.request(url, { headers: { cookie: owner.cookie } })).status).toBe(401)
    expect((await server.request(`${url}?xc-auth=${owner.token}`)).status).toBe(401)
  })

  it('is not there under another project, and nothing else is there at all', async () => {
    const { url } = await upload('a.txt', 'text')
    const id = idOf(url)
    const paths = [
      url.replace(projectId, otherProjectId),
      url.replace('/db/', '/other/'),
      url.replace(id, '0'.repeat(32)),
      `/dl/${projectId}/db/..%2f..%2fmeta.sqlite/a`,
      `/dl/${projectId}/db/%2e%2e/meta.sqlite`,
      `/dl/..%2f/db/${id}/a.txt`,
      `/dl/${projectId}/db/${id}%00/a.txt`,
      `/dl/${projectId}/db/.arriving/a`,
      `/dl/${projectId}/db/${id.toUpperCase()}x/a.txt`,
    ]
    for (const path of paths) {
      const answer = await read(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('SQLite format')
    }
    expect((await read(url.replace('a.txt', 'another%20name.html'))).headers['content-type']).toContain('text/plain')
  })

  it.each([
    ['a.html', 'text/plain; charset=utf-8', 'inline'],
    ['a.svg', 'image/svg+xml', 'attachment'],
    ['a.js', 'text/plain; charset=utf-8', 'inline'],
    ['a.png', 'image/png', 'inline'],
    ['a.mp4', 'video/mp4', 'inline'],
    ['a.pdf', 'application/pdf', 'inline'],
    ['a.exe', 'application/octet-stream', 'attachment'],
    ['a', 'application/octet-stream', 'attachment'],
    ['a.constructor', 'application/octet-stream', 'attachment'],
    ['a.zip', 'application/zip', 'attachment'],
  ])('%s is answered as %s, %s, and runs nothing', async (name, type, disposition) => {
    const { url } = await upload(name, '<script>alert(1)</script>')
    const { headers } = await read(url)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toBe(`${disposition}; filename="${name}"; filename*=UTF-8''${name}`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    if (!name.endsWith('.pdf')) expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('says its name in a header that no name can break', async () => {
    const { url } = await upload('a\u00e4"; x=y\u{1f600}.png'.replace('"', '%22'), 'x')
    const { headers } = await read(url)
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\w .()-]*"; filename\*=UTF-8''[\w.%-]*$/)
  })

  it('is answered in parts', async () => {
    const { url } = await upload('a.txt', '0123456789')
    const part = (range: string, more: Record<string, string> = {}) => read(url, { range, ...more })
    for (const [range, status, text, contentRange] of [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=8-', 206, '89', 'bytes 8-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=3-1', 200, '0123456789', undefined],
      ['bytes=0-1,3-4', 200, '0123456789', undefined],
      ['pages=1-2', 200, '0123456789', undefined],
    ] as const) {
      const answer = await part(range)
      expect([range, answer.status, answer.text, answer.headers['content-range']]).toEqual([
        range,
        status,
        text,
        contentRange,
      ])
    }
    expect((await part('bytes=0-3', { 'if-range': '"another"' })).status).toBe(200)
    const whole = await read(url)
    const tag = String(whole.headers.etag)
    expect((await part('bytes=0-3', { 'if-range': tag })).status).toBe(206)
    expect(await read(url, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
    expect((await server.request(url, { headers: { 'if-none-match': tag } })).status).toBe(401)
    const head = await server.request(url, { method: 'HEAD', token: owner.token })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10'])
  })

  it('stays when its cell is emptied, and goes with its project', async () => {
    const short = await server.call('projectCreateByWebWithXCDB', { title: 'Short' }, { token: owner.token })
    const answer = await uploadFile(
      server,
      { name: 'a.txt', content: 'kept' },
      { token: owner.token, projectId: short.id },
    )
    expect(answer.status).toBe(200)
    await server.call('projectDelete', {}, { token: owner.token, projectId: short.id })
    await untilItWorks(async () => {
      const saved = (await readdir(join(server.profileFolder, 'backups'))).filter((name) =>
        name.includes('attachments'),
      )
      expect(saved.filter((name) => name.startsWith(short.id))).toHaveLength(1)
      expect(await readdir(folder())).not.toContain(short.id)
    })
    expect((await read((answer.json as Uploaded).url)).status).toBe(404)
  })
})

describe('a link to a file', () => {
  it('needs no token, in the session of who asked, for ten minutes', async () => {
    const { url } = await upload('a b.png', 'picture')
    const made = await link({ url })
    expect(made.url).toMatch(/^\/dl\/link\/[\w.-]+\/a%20b\.png$/)
    const answer = await server.request(made.url)
    expect([answer.status, answer.text]).toEqual([200, 'picture'])
    ahead = attachmentLinkLifeMs + 1_000
    const late = await server.request(made.url)
    expect([late.status, late.error.code]).toEqual([403, 'ATTACHMENT_LINK_ENDED'])
  })

  it('saves under the name that is asked for, as what the file is', async () => {
    const { url } = await upload('a.txt', 'text')
    const made = await link({ url, title: '../Notes <1>.html', download: true })
    const { headers } = await server.request(made.url)
    expect(headers['content-type']).toContain('text/plain')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Notes _1_.html"; filename*=UTF-8''Notes%20%3C1%3E.html`,
    )
  })

  it('ends with the session, and with the membership', async () => {
    const { url } = await upload('a.txt', 'text')
    const viewer = members.get('viewer')
    const seen = await link({ url }, viewer?.token)
    expect((await server.request(seen.url)).status).toBe(200)
    await server.request('/auth/signout', { method: 'POST', token: viewer?.token })
    expect((await server.request(seen.url)).error.code).toBe('ATTACHMENT_LINK_ENDED')

    const commented = await link({ url }, members.get('commenter')?.token)
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file
      .prepare(`DELETE FROM nc_projects_users WHERE user_id = (SELECT id FROM xc_users WHERE email = ?)`)
      .run('commenter@example.com')
    file.close()
    expect((await server.request(commented.url)).error.code).toBe('ATTACHMENT_LINK_ENDED')
  })

  it('cannot be made up, changed, or asked for a file of another project', async () => {
    const { url } = await upload('a.txt', 'text')
    const made = await link({ url })
    const ticket = made.url.split('/')[3] ?? ''
    const turned = ticket.slice(0, -2) + (ticket.endsWith('AA') ? 'BB' : 'AA')
    for (const wrong of [
      turned,
      'v1.AAAA',
      'v1.',
      'x',
      encodeURIComponent('../../meta.sqlite'),
      `${ticket}.more`.slice(3),
    ])
      expect((await server.request(`/dl/link/${wrong}/a.txt`)).status).toBe(403)
    for (const wrong of [url.replace(projectId, otherProjectId), '/etc/passwd', 'https://example.com/a.png', '/dl/x']) {
      const body = { api: 'attachmentLink', project_id: projectId, args: { url: wrong } }
      const answer = await server.request('/dashboard', { method: 'POST', token: owner.token, body })
      expect([wrong, answer.status, answer.error.code]).toEqual([wrong, 404, 'ATTACHMENT_NOT_FOUND'])
    }
  })
})

describe('an attachment cell', () => {
  const write = (files: unknown): Promise<Answer> =>
    server.request(`/nc/${projectId}/api/v1/Things`, { method: 'POST', token: owner.token, body: { Files: files } })

  it('takes files of its project and addresses of the web, and no others', async () => {
    const file = await upload('a.txt', 'text')
    expect((await write([file])).status).toBe(200)
    expect((await write([{ title: 'a', url: 'https://example.com/a.png' }])).status).toBe(200)
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//example.com/a',
      `/dl/${projectId}/../../etc/passwd`,
      `/dl/${projectId}/%2e%2e/a`,
      `/dl/${projectId}\\..\\a`,
      file.url.replace(projectId, otherProjectId),
    ])
      expect([url, (await write([{ title: 'a', url }])).error.code]).toEqual([url, 'ROW_INVALID'])
    expect((await write(Array.from({ length: 101 }, () => file))).error.code).toBe('ROW_INVALID')
  })

  it('is exported as names with addresses', async () => {
    const file = await upload('a (1).txt', 'text')
    await write([file, { title: 'b', url: 'https://example.com/b' }])
    const csv = await read(`/nc/${projectId}/api/v1/Things?format=csv&sort=-id&limit=1`)
    const line = csv.text.split('\r\n').find((each) => each.includes('a (1).txt'))
    expect(line).toContain(`a (1).txt(${file.url}), b(https://example.com/b)`)
  })
})
