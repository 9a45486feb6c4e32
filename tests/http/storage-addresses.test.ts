import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { uploadFile } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

/* Links to large files lead to the storage, if an administrator allows it. */

const content = 'of the storage '.repeat(1_000)

describe('downloads straight from the storage', () => {
  let s3: TestS3
  let server: TestServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    s3 = await startS3()
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, owner)
    projectId = (await server.call('projectCreate', { title: 'Files' }, owner)).id
    await store({ direct: 'on' })
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })
  afterEach(async () => {
    s3.aheadMs = 0
    s3.hold = undefined
    s3.faults.length = 0
    await store({ direct: 'on' })
  })

  const as = (user: TestUser = owner) => ({ token: user.token, projectId })
  const store = (changed: Record<string, string>) => {
    const values = {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
      ...changed,
    }
    return server.operate('serviceSave', { service: 'minio', values }, owner)
  }
  const upload = async (name: string, of: string | Uint8Array = content): Promise<string> => {
    const answer = await uploadFile(server, { name, content: of }, as())
    return (answer.json as { readonly url: string }).url
  }
  const linkTo = async (url: string, options: object = { download: true }, user = owner): Promise<string> =>
    (await server.operate('attachmentLink', { url, ...options }, as(user))).url
  const follow = (answer: Answer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(String(answer.headers['location']), { headers, redirect: 'error' })

  it('are redirected after our own check, with our name and type', async () => {
    const url = await upload('page.html')
    const answer = await server.request(await linkTo(url, { download: true, title: 'a/b ü+%2f&x=1.html' }))
    expect([answer.status, answer.text]).toEqual([302, ''])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const file = await follow(answer)
    expect([file.status, await file.text()]).toEqual([200, content])
    // Like our own response: never a page that runs.
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const disposition = file.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; /)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe('b ü+%2f&x=1.html')
    const part = await follow(answer, { range: 'bytes=3-5' })
    expect([part.status, await part.text()]).toEqual([206, content.slice(3, 6)])
  })

  it('cover videos and sounds, but nothing that scripts of the page read', async () => {
    for (const [name, status] of [
      ['a.mp4', 302],
      ['a.mp3', 302],
      ['a.png', 200],
      ['a.pdf', 200],
      ['a.txt', 200],
      ['a.zip', 200],
    ] as const) {
      const answer = await server.request(await linkTo(await upload(name), {}))
      expect([name, answer.status]).toEqual([name, status])
      if (status === 302) expect((await follow(answer)).headers.get('content-disposition')).toMatch(/^inline; /)
    }
  })

  it('never take a secret header along: such requests get the bytes from us', async () => {
    const url = await upload('a.mp4')
    const link = await linkTo(url)
    for (const [name, value] of [
      ['xc-auth', owner.token],
      ['authorization', 'Bearer x'],
      ['xc-token', 'x'],
    ] as const)
      expect((await server.request(link, { headers: { [name]: value } })).status).toBe(200)
    expect((await server.request(url, { token: owner.token })).text).toBe(content)
    expect((await server.request(link, { method: 'HEAD' })).status).toBe(200)
  })

  it('keep our rules about readers', async () => {
    const url = await upload('a.mp4')
    const member = await server.signUp('member@example.com')
    giveRoles(server.profileFolder, projectId, { [member.email]: 'viewer' })
    const link = await linkTo(url, { download: true }, member)
    expect((await server.request(link)).status).toBe(302)
    await server.request('/auth/signout', { method: 'POST', token: member.token })
    expect((await server.request(link)).error.code).toBe('ATTACHMENT_LINK_ENDED')
    expect((await server.request(link.replace('/dl/link/', '/dl/link/x'))).error.code).toBe('ATTACHMENT_LINK_ENDED')
  })

  it('lead to no error of the storage: our own answer tells it', async () => {
    const link = await linkTo(await upload('a.mp4'))
    for (const kind of [403, 404] as const) {
      s3.faults.push({ method: 'GET', kind, left: 2 })
      const answer = await server.request(link)
      expect([kind, answer.status]).toEqual([kind, kind === 403 ? 502 : 404])
      expect(answer.headers['location']).toBeUndefined()
      s3.faults.length = 0
    }
    expect((await server.request(link)).status).toBe(302)
  })

  it('end by themselves, and only then', async () => {
    const answer = await server.request(await linkTo(await upload('a.mp4')))
    await store({ direct: '' })
    expect((await follow(answer)).status).toBe(200)
    s3.aheadMs = 302_000
    expect((await follow(answer)).status).toBe(403)
  })

  it('are off by default, and off again without a trace in links and pages', async () => {
    const link = await linkTo(await upload('a.mp4'))
    const policy = async (): Promise<string> =>
      String((await server.request('/dashboard/')).headers['content-security-policy'])
    expect(await policy()).toContain(`media-src 'self' ${s3.origin};`)
    await store({})
    expect((await server.request(link)).text).toBe(content)
    expect(await policy()).toContain("media-src 'self';")
    expect(await policy()).not.toContain(new URL(s3.origin).port)
  })

  it('name the address for browsers', async () => {
    await store({ direct: 'on', browser_endpoint: 'https://files.example.com/' })
    const answer = await server.request(await linkTo(await upload('a.mp4')))
    expect(String(answer.headers['location'])).toMatch(/^https:\/\/files\.example\.com\/files\/attachments\//)
    const page = await server.request('/dashboard/')
    expect(page.headers['content-security-policy']).toContain("media-src 'self' https://files.example.com;")
    for (const [field, value] of [
      ['browser_endpoint', 'https://a.example/path'],
      ['browser_endpoint', "https://a.example; script-src 'unsafe-inline'"],
      ['direct', 'yes'],
    ] as const)
      await expect(store({ direct: 'on', [field]: value })).rejects.toThrow('SERVICE_FIELD_INVALID')
  })

  it('wait for the end of a move, which deletes objects', async () => {
    const link = await linkTo(await upload('a.mp4'))
    await server.operate('serviceActiveSet', { service: 'minio', active: false }, owner)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    s3.hold = () => held
    await server.operate('fileMoveStart', { to: 'local' }, owner)
    const answer = server.request(link)
    s3.hold = undefined
    expect((await answer).status).toBe(200)
    release()
    await until(async () => (await server.operate('fileMoveRead', {}, owner)).move?.state !== 'running' || undefined)
    expect((await server.request(link)).text).toBe(content)
  })
})
