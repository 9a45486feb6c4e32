import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedReleases } from '@main/updater/feed-release'
import { readArguments } from '@main/lib/serve-arguments'
import { startServer, type TestServer } from '@tests/helpers/server'
import { openFeed, type Feed } from '@tests/helpers/update-feed'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('the newest version, for a server', () => {
  let folder: string
  let feed: Feed
  let nowMs = 0
  let faults: unknown[]
  let server: TestServer | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-release-'))
    feed = await openFeed(folder, 'linux')
    faults = []
    nowMs = 0
  })
  afterEach(async () => {
    await server?.close()
    server = undefined
    await feed.stop()
    await rm(folder, { recursive: true, force: true })
    Reflect.deleteProperty(process.env, 'BASALT_UPDATE_URL')
  })

  const start = async (version = '1.0.0'): Promise<TestServer> => {
    server = await startServer({
      version,
      newestRelease: feedReleases({
        url: feed.url(),
        channel: 'latest',
        platform: 'linux',
        arch: 'x64',
        nowMs: () => nowMs,
        onFault: (error) => void faults.push(error),
      }),
    })
    return server
  }

  it('comes from the feed, with its notes, and in the words of the original', async () => {
    await feed.publish({ version: '1.1.0', content: 'x', notes: '- Faster' })
    const { operate, call } = await start()
    expect(await operate('releaseRead', {})).toEqual({
      current: '1.0.0',
      newest: { version: '1.1.0', notes: '- Faster' },
      isNewer: true,
      hasFeed: true,
    })
    expect(await call('xcRelease', {})).toEqual({
      current: '1.0.0',
      isDocker: false,
      docker: { name: '1.1.0', upgrade: true },
    })
    expect(feed.requests.map(({ path }) => path)).toEqual(['/updates/latest-linux.yml'])
  })

  it('is no upgrade for the same or a later version', async () => {
    await feed.publish({ version: '1.1.0', content: 'x' })
    const { operate, call } = await start('1.1.0')
    expect(await operate('releaseRead', {})).toMatchObject({
      newest: { version: '1.1.0', notes: null },
      isNewer: false,
    })
    expect(await call('xcRelease', {})).toEqual({ current: '1.1.0', isDocker: false, docker: { name: '1.1.0' } })
  })

  it('is asked once in five minutes, however many windows ask', async () => {
    await feed.publish({ version: '1.1.0', content: 'x' })
    const { operate } = await start()
    await Promise.all(Array.from({ length: 5 }, () => operate('releaseRead', {})))
    nowMs = 299_000
    await operate('releaseRead', {})
    expect(feed.requests).toHaveLength(1)
    nowMs = 301_000
    await operate('releaseRead', {})
    expect(feed.requests).toHaveLength(2)
    expect(Object.keys(feed.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([])
  })

  it.each<[string, () => void]>([
    [
      'an error',
      () => feed.answers.set('/updates/latest-linux.yml', (_request, response) => response.writeHead(500).end()),
    ],
    [
      'a page',
      () => feed.answers.set('/updates/latest-linux.yml', (_request, response) => response.end('<html>: </html>')),
    ],
    [
      'too much',
      () => feed.answers.set('/updates/latest-linux.yml', (_request, response) => response.end('#'.repeat(2 ** 21))),
    ],
    ['nothing', () => undefined],
  ])('is unknown if the feed answers with %s', async (_name, spoil) => {
    spoil()
    const { operate, call } = await start()
    expect(await operate('releaseRead', {})).toEqual({
      current: '1.0.0',
      newest: null,
      isNewer: false,
      hasFeed: true,
    })
    expect(await call('xcRelease', {})).toEqual({ current: '1.0.0', isDocker: false })
    expect(faults).toHaveLength(1)
  })

  it('is not asked without a feed', async () => {
    server = await startServer({ version: '1.0.0' })
    expect(await server.operate('releaseRead', {})).toEqual({
      current: '1.0.0',
      newest: null,
      isNewer: false,
      hasFeed: false,
    })
    expect(readArguments([], {}).updates).toBeUndefined()
  })

  it('is configured by the environment', () => {
    const read = (BASALT_UPDATE_URL: string, BASALT_UPDATE_CHANNEL = '') =>
      readArguments([], { BASALT_UPDATE_URL, BASALT_UPDATE_CHANNEL }).updates
    expect(read('https://updates.example.com/basalt')).toEqual({
      url: 'https://updates.example.com/basalt',
      channel: undefined,
    })
    expect(read('http://127.0.0.1:9000', 'beta')).toEqual({ url: 'http://127.0.0.1:9000', channel: 'beta' })
    expect(() => read('http://updates.example.com')).toThrow()
    expect(() => read('file:///etc/passwd')).toThrow()
    expect(() => read('https://updates.example.com', 'nightly')).toThrow()
  })
})
