import { join } from 'node:path'
import { renameSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveChange } from '@common/live'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let viewer: TestUser
let stranger: TestUser
let projectId: string

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp('ada@example.com')
  viewer = await server.signUp('vic@example.com')
  stranger = await server.signUp('eve@example.com')
  const project = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, owner)
  projectId = project.id
  makeViewer(viewer)
  await server.call(
    'tableCreate',
    {
      tn: 'things',
      columns: [
        { cn: 'id', uidt: 'ID' },
        { cn: 'name', uidt: 'SingleLineText' },
      ] as never,
    },
    { token: owner.token, projectId },
  )
})
afterAll(() => server.close())

const streams: AbortController[] = []
afterEach(() => streams.splice(0).forEach((stream) => stream.abort()))

const makeViewer = ({ email }: TestUser): void => giveRoles(server.profileFolder, projectId, { [email]: 'viewer' })

interface Listening {
  /** The next change that fits. */
  readonly next: (fits: (change: LiveChange) => boolean) => Promise<LiveChange>
  /** The stream has ended. */
  readonly ended: Promise<void>
}

async function listen({ token }: { readonly token: string }, query = ''): Promise<Listening> {
  const controller = new AbortController()
  streams.push(controller)
  const answer = await fetch(`${server.origin}/nc/${projectId}/v1/live${query}`, {
    headers: { 'xc-auth': token },
    signal: controller.signal,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard: LiveChange[] = []
  let wake = (): void => undefined
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  const ended = (async () => {
    let text = ''
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) heard.push(...(JSON.parse(event.slice(6)) as LiveChange[]))
      wake()
    }
  })().catch(() => undefined)
  return {
    ended,
    next: async (fits) => {
      for (;;) {
        const at = heard.findIndex(fits)
        const [found] = at < 0 ? [] : heard.splice(at, 1)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

const rows = (path: string, method: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body, headers })
const ofRows = (change: LiveChange): boolean => change.kind === 'rows'

describe('the stream of changes', () => {
  it('names the rows that are made, changed and deleted, who did it and in which window, and nothing that is in them', async () => {
    const { next } = await listen(owner)
    const made = (await rows('things', 'POST', { name: 'secret' }, { 'xc-client': 'window-1' })).json as { id: number }
    const key = [[String(made.id)]]
    const changeId = expect.stringMatching(/^[0-9a-f]{28}$/) as string
    const table = expect.stringMatching(/things$/) as string
    const told = { kind: 'rows', table, rows: 1, changeId, by: 'ada@example.com' }
    expect(await next(ofRows)).toEqual({ ...told, change: 'create', keys: key, client: 'window-1' })
    await rows(`things/${made.id}`, 'PUT', { name: 'more' })
    expect(await next(ofRows)).toEqual({ ...told, change: 'update', keys: key })
    await rows(`things/${made.id}`, 'DELETE')
    expect(await next(ofRows)).toEqual({ ...told, change: 'delete', keys: key })
  })

  it('counts many rows instead of naming them', async () => {
    const { next } = await listen(owner)
    const many = Array.from({ length: 150 }, (_, at) => ({ name: `bulk ${at}` }))
    await rows('things/bulk', 'POST', many)
    expect(await next(ofRows)).toMatchObject({ change: 'create', keys: [], rows: 150 })
  })

  it('tells of commands, so that schemas and views are read again', async () => {
    const { next } = await listen(owner)
    await server.call(
      'tableCreate',
      { tn: 'more', columns: [{ cn: 'id', uidt: 'ID' }] as never },
      {
        token: owner.token,
        projectId,
      },
    )
    expect(await next(({ kind }) => kind === 'command')).toEqual({
      kind: 'command',
      changes: ['schema'],
      changeId: expect.any(String) as string,
      by: 'ada@example.com',
    })
  })

  it('begins with the commands since a window began to load', async () => {
    await listen(owner)
    const rename = (title: string) => server.call('projectRename', { title }, { token: owner.token, projectId })
    await rename('Shop floor')
    const isCommand = ({ kind }: LiveChange): boolean => kind === 'command'
    const loading = await listen(owner, '?age=5000')
    expect(await loading.next(isCommand)).toMatchObject({ kind: 'command', by: 'ada@example.com' })
    const loaded = await listen(owner, '?age=0')
    const odd = await listen(owner, '?age=x')
    await rows('things', 'POST', { name: 'later' })
    for (const { next } of [loaded, odd]) expect(await next(() => true)).toMatchObject({ kind: 'rows' })
  })

  it('tells of what another program writes into the file', async () => {
    const { next } = await listen(owner)
    const file = join(server.profileFolder, 'projects', `${projectId}.sqlite`)
    // The server compares with its first read of the file, so the other program keeps writing.
    const other = new Sqlite(file)
    const table = other.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%things'").pluck().get() as string
    const timer = setInterval(() => other.exec(`INSERT INTO "${table}" (name) VALUES ('from elsewhere')`), 100)
    try {
      expect(await next(({ kind }) => kind === 'elsewhere')).toEqual({ kind: 'elsewhere' })
    } finally {
      clearInterval(timer)
      other.close()
    }
  })

  it('tells of a file that another program has replaced by renaming', async () => {
    const { next } = await listen(owner)
    const file = join(server.profileFolder, 'projects', `${projectId}.sqlite`)
    const replace = (): void => {
      const other = new Sqlite(file)
      other.exec(`VACUUM INTO '${file}.new'`)
      other.close()
      renameSync(`${file}.new`, file)
    }
    // The server compares with its first read of the file, so the other program keeps replacing it.
    const timer = setInterval(replace, 300)
    try {
      expect(await next(({ kind }) => kind === 'elsewhere')).toEqual({ kind: 'elsewhere' })
    } finally {
      clearInterval(timer)
    }
    expect((await rows('things', 'POST', { name: 'after' })).status).toBe(200)
  })

  it('does not tell a viewer who did it', async () => {
    const { next } = await listen(viewer)
    await rows('things', 'POST', { name: 'seen' })
    expect(await next(ofRows)).not.toHaveProperty('by')
  })

  it('ends with the session of who listens, before he is told anything more', async () => {
    const { ended, next } = await listen(viewer)
    await server.request('/auth/signout', { method: 'POST', token: viewer.token })
    await rows('things', 'POST', { name: 'unseen' })
    const told = next(ofRows).then(() => 'told')
    expect(await Promise.race([told, ended.then(() => 'ended')])).toBe('ended')
  })

  it.each([
    ['nobody', () => undefined, 401],
    ['a stranger', () => stranger.token, 404],
  ])('is not for %s', async (_, token, status) => {
    const answer = await server.request(`/nc/${projectId}/v1/live`, { token: token() })
    expect(answer.status).toBe(status)
  })

  it('is open so often for one person, and for the others all the same', async () => {
    const max = await server.signUp('max@example.com')
    makeViewer(max)
    // The server notices its own writes: any that concerns rights will do.
    await server.call('projectRename', { title: 'Shop floor' }, { token: owner.token, projectId })
    const many = await Promise.all(Array.from({ length: 50 }, () => listen(max)))
    const more = await server.request(`/nc/${projectId}/v1/live`, { token: max.token })
    expect([more.status, more.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    await listen(owner)
    streams.splice(0).forEach((stream) => stream.abort())
    await Promise.all(many.map(({ ended }) => ended))
    await expect
      .poll(() =>
        listen(max).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('is not for pages of other sites', async () => {
    const answer = await server.request(`/nc/${projectId}/v1/live`, {
      token: owner.token,
      headers: { origin: 'http://evil.example' },
    })
    expect(answer.error.code).toBe('ORIGIN_NOT_ALLOWED')
  })
})

it('closing the server ends the streams', async () => {
  const other = await startServer()
  const person = await other.signUp()
  const { id } = await other.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, person)
  const answer = await fetch(`${other.origin}/nc/${id}/v1/live`, { headers: { 'xc-auth': person.token } })
  const read = answer.text()
  await other.close()
  expect(await read).toContain(':')
})
