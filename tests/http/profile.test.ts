import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { tinyPng } from '@tests/contract/account-calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startServer({ signUpAttempts: 0 })
  admin = await server.signUp('admin@example.com')
})
afterAll(() => server.close())

const put = (body: unknown, token?: string): Promise<Answer> => server.request('/user', { method: 'PUT', body, token })
const me = async ({ token }: TestUser): Promise<unknown> => (await server.request('/user/me', { token })).json
const operation = (name: string, input: unknown, token?: string): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', body: input, token })
const picturesFor = ({ token }: TestUser, emails: string[]): Promise<{ email: string; picture: string }[]> =>
  server.operate('pictureList', { emails }, { token })

describe('the name', () => {
  it('is changed, kept and deleted, and shows at once', async () => {
    const user = await server.signUp()
    const answer = await put({ firstname: '  Ada ', lastname: 'Lovelace' }, user.token)
    expect([answer.status, answer.json]).toMatchObject([200, { msg: 'User details updated successfully' }])
    expect(await me(user)).toMatchObject({ firstname: 'Ada', lastname: 'Lovelace' })
    await put({ lastname: 'King' }, user.token)
    expect(await me(user)).toMatchObject({ firstname: 'Ada', lastname: 'King' })
    await put({ firstname: null, lastname: '  ' }, user.token)
    expect(await me(user)).toMatchObject({ firstname: null, lastname: null })
  })

  it.each([{ firstname: 'a'.repeat(121) }, { firstname: 'Ada\nLovelace' }, { lastname: 7 }, []])(
    'refuses %j and changes nothing',
    async (body) => {
      const user = await server.signUp()
      await put({ firstname: 'Ada' }, user.token)
      expect((await put(body, user.token)).status).toBe(400)
      expect(await me(user)).toMatchObject({ firstname: 'Ada', lastname: null })
    },
  )

  it('changes nothing else that a body names', async () => {
    const user = await server.signUp()
    const answer = await put({ firstname: 'Eve', email: 'admin@example.com', roles: 'owner', id: 1 }, user.token)
    expect([answer.status, answer.headers['basalt-ignored']]).toEqual([200, 'email,roles,id'])
    expect(await me(user)).toMatchObject({ email: user.email, isSuperAdmin: false, firstname: 'Eve' })
    expect(await me(admin)).toMatchObject({ firstname: null })
  })

  it('needs a signed-in user', async () => {
    expect((await put({ firstname: 'Eve' })).status).toBe(401)
  })
})

/** Returns the header of a file of each format with the given size. */
const headers = {
  png: (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  },
  jpeg: (width: number, height: number) => {
    // APP0 of 16 bytes, then the frame.
    const bytes = Buffer.alloc(64)
    bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 16])
    bytes.set([0xff, 0xc0, 0, 17, 8], 20)
    bytes.writeUInt16BE(height, 25)
    bytes.writeUInt16BE(width, 27)
    return bytes
  },
  webp: (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1')
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
    return bytes
  },
  lossless: (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('RIFF\0\0\0\0WEBPVP8L\0\0\0\0/', 'latin1')
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
    return bytes
  },
}

describe('the picture', () => {
  it('is stored, replaced and removed', async () => {
    const user = await server.signUp()
    expect(await picturesFor(user, [user.email])).toEqual([])
    await server.operate('pictureSave', { picture: tinyPng }, user)
    expect(await picturesFor(user, [user.email])).toEqual([
      { email: user.email, picture: `data:image/png;base64,${tinyPng}` },
    ])
    await server.operate('pictureSave', { picture: headers.jpeg(64, 64).toString('base64') }, user)
    expect((await picturesFor(user, [user.email]))[0]?.picture).toMatch(/^data:image\/jpeg;base64,/)
    await server.operate('pictureRemove', {}, user)
    expect(await picturesFor(user, [user.email])).toEqual([])
  })

  it.each(Object.entries(headers))('may be %s, square and not too large', async (_format, headerOf) => {
    const user = await server.signUp()
    const statusOf = async (bytes: Buffer): Promise<number> =>
      (await operation('pictureSave', { picture: bytes.toString('base64') }, user.token)).status
    expect(await statusOf(headerOf(512, 512))).toBe(200)
    expect(await statusOf(headerOf(64, 65))).toBe(400)
    expect(await statusOf(headerOf(513, 513))).toBe(400)
  })

  it.each([
    ['nothing', ''],
    ['text', Buffer.from('<script>alert(1)</script>').toString('base64')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').toString('base64')],
    ['letters outside of Base64', `${tinyPng}"><script>`],
    ['too many bytes', Buffer.concat([headers.png(64, 64), Buffer.alloc(100_000)]).toString('base64')],
    ['a JPEG that is cut off', headers.jpeg(64, 64).subarray(0, 22).toString('base64')],
    [
      'a JPEG of segments without length',
      Buffer.from([0xff, 0xd8, ...Array<number>(200).fill(0xff)]).toString('base64'),
    ],
  ])('is refused for %s, and the earlier one stays', async (_what, picture) => {
    const user = await server.signUp()
    await server.operate('pictureSave', { picture: tinyPng }, user)
    const answer = await operation('pictureSave', { picture }, user.token)
    expect([answer.status, answer.error.code]).toEqual([400, 'PICTURE_INVALID'])
    expect((await picturesFor(user, [user.email]))[0]?.picture).toContain(tinyPng)
  })

  it('is seen by people with a common project and by super admins only', async () => {
    const [owner, member, stranger] = [await server.signUp(), await server.signUp(), await server.signUp()]
    for (const user of [owner, member, stranger]) await server.operate('pictureSave', { picture: tinyPng }, user)
    const project = await server.call('projectCreateByWebWithXCDB', { title: 'Team', projectType: 'rest' }, admin)
    giveRoles(server.profileFolder, project.id, { [owner.email]: 'owner', [member.email]: 'viewer' })
    const all = [owner.email, member.email, stranger.email, 'nobody@example.com']
    const seenBy = async (user: TestUser): Promise<string[]> => (await picturesFor(user, all)).map(({ email }) => email)
    expect(await seenBy(owner)).toEqual([owner.email, member.email])
    expect(await seenBy(member)).toEqual([owner.email, member.email])
    expect(await seenBy(stranger)).toEqual([stranger.email])
    expect(await seenBy(admin)).toEqual([owner.email, member.email, stranger.email])
    expect((await operation('pictureList', { emails: all })).status).toBe(401)
  })

  it('belongs to one of several accounts of an address', async () => {
    const { email, token } = await server.signUp()
    const made = await server.request('/auth/signup', { method: 'POST', body: { email, password: 'the second one' } })
    const second = { email, password: '', cookie: '', ...(made.json as { token: string }) }
    await server.operate('pictureSave', { picture: tinyPng }, { token })
    const own = headers.png(64, 64).toString('base64')
    expect(await picturesFor(second, [email])).toEqual([])
    await server.operate('pictureSave', { picture: own }, second)
    expect((await picturesFor(second, [email]))[0]?.picture).toContain(own)
    expect((await picturesFor({ ...second, token }, [email]))[0]?.picture).toContain(tinyPng)
  })
})
