import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpdaterState } from '@common/bridge'
import { electronUpdateSource } from '@main/updater/electron-updater'
import { createRestart } from '@main/updater/restart'
import { scheduleUpdates } from '@main/updater/schedule'
import { createUpdater, type Updater } from '@main/updater/updater'
import { app, autoUpdater, recorded, resetElectron } from '@tests/helpers/electron-stub'
import { openFeed, pendingFolder, useElectronStub, type Feed, type FeedSystem } from '@tests/helpers/update-feed'
import type { AppUpdater } from 'electron-updater'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/*
 * electron-updater itself, with a stub of `electron` under it, and a feed on a loopback port.
 */

const pem = (): string => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const key = pem()
const good = 'the package of 1.1.0 '.repeat(5_000)

let endStub: () => void
let variables: NodeJS.ProcessEnv
beforeAll(() => {
  endStub = useElectronStub()
  variables = { ...process.env }
})
afterAll(() => {
  endStub()
  for (const name of ['XDG_CACHE_HOME', 'APPIMAGE', 'BASALT_UPDATE_URL'])
    if (variables[name] === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = variables[name]
})

describe.each<FeedSystem>(['linux', 'win32'])('electron-updater on %s', (system) => {
  const manifestPath = system === 'linux' ? '/updates/latest-linux.yml' : '/updates/latest.yml'
  const betaPath = manifestPath.replace('latest', 'beta')
  let folder: string
  let cache: string
  let feed: Feed
  let installs: ReturnType<typeof vi.fn>

  beforeEach(async () => {
    resetElectron()
    app.isPackaged = true
    app.version = '1.0.0'
    folder = await mkdtemp(join(tmpdir(), 'basalt-feed-'))
    cache = join(folder, 'cache')
    recorded.paths['userData'] = join(folder, 'profile')
    process.env['XDG_CACHE_HOME'] = cache
    process.env['APPIMAGE'] = join(folder, 'Basalt.AppImage')
    installs = vi.fn(() => true)
    const files = join(folder, 'feed')
    await mkdir(files)
    feed = await openFeed(files, system)
  })
  afterEach(async () => {
    await feed.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The updater of an installed package; its installer only counts. */
  async function startUpdater(signedWith: string | null = key, feedTimeoutMs?: number): Promise<Updater> {
    const appPath = await feed.installed(join(folder, 'app'), signedWith ?? undefined)
    const { AppImageUpdater, NsisUpdater } = (await import('electron-updater')).default
    const updaterOf = async (): Promise<AppUpdater> => {
      const updater = system === 'linux' ? new AppImageUpdater() : new NsisUpdater()
      updater.updateConfigPath = join(appPath, 'app-update.yml')
      const testing = { platform: system, isUseDifferentialDownload: false }
      return Object.assign(updater, { _testOnlyOptions: testing, doInstall: installs })
    }
    const source = await electronUpdateSource(appPath, { updaterOf, ...(feedTimeoutMs && { feedTimeoutMs }) })
    const updater = createUpdater({ source, now: () => new Date(), onFault: () => undefined })
    updater.setChannel('latest')
    return updater
  }
  const pending = async (): Promise<string[]> => readdir(pendingFolder(cache)).catch(() => [])
  const paths = (): string[] => feed.requests.map(({ path }) => path)

  /** Nothing of the feed is installed or left for a later start. */
  async function expectNothingInstalled(updater: Updater): Promise<void> {
    const restart = createRestart({
      updater,
      ask: () => [],
      prepare: async () => undefined,
      startAgain: () => undefined,
    })
    expect(await restart.run()).toBe('notReady')
    expect(installs).not.toHaveBeenCalled()
    expect(await pending()).toEqual([])
  }
  const state = (updater: Updater): UpdaterState['state'] => updater.state().state

  it('downloads a newer version, and installs it after the question', async () => {
    const name = await feed.publish({ version: '1.1.0', content: good, notes: '- **Faster** lists' }, key)
    const updater = await startUpdater()
    const seen: UpdaterState[] = []
    updater.onChange((next) => void seen.push(next))
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'available', version: '1.1.0', notes: '- **Faster** lists' })
    expect(paths()).toEqual([manifestPath, `${manifestPath}.sig`])
    expect(await pending()).toEqual([])

    await updater.download()
    expect(state(updater)).toBe('downloaded')
    const percents = seen.flatMap((each) => (each.state === 'downloading' ? [each.percent] : []))
    expect(percents[0]).toBe(0)
    expect(percents.at(-1)).toBe(100)
    expect(await readFile(join(pendingFolder(cache), name), 'utf8')).toBe(good)
    expect(installs).not.toHaveBeenCalled()

    const quitting = new Promise((done) => autoUpdater.once('before-quit-for-update', done))
    const calls: string[] = []
    const restart = createRestart({
      updater,
      ask: () => [],
      prepare: async () => void calls.push('prepare'),
      startAgain: () => void calls.push('startAgain'),
    })
    expect(await restart.run()).toBe('restarting')
    await quitting
    expect(calls).toEqual(['prepare'])
    expect(installs).toHaveBeenCalledTimes(1)
    expect(recorded.quitCalls).toBe(1)
  })

  it('sends nothing that names this installation', async () => {
    await feed.publish({ version: '1.1.0', content: good }, key)
    const updater = await startUpdater()
    await updater.check()
    await updater.download()
    expect(feed.requests).toHaveLength(3)
    const sent = new Set(feed.requests.flatMap(({ headers }) => Object.keys(headers)))
    expect([...sent].toSorted()).toEqual(['accept', 'cache-control', 'connection', 'host', 'user-agent'])
    for (const { headers } of feed.requests) expect(headers['user-agent']).toBe('electron-builder')
  })

  it.each(['1.0.0', '0.9.0'])('ignores version %s', async (version) => {
    await feed.publish({ version, content: good }, key)
    const updater = await startUpdater()
    await updater.check()
    expect(updater.state()).toEqual({ state: 'idle', checkedAt: expect.any(String) })
    await updater.download()
    expect(paths()).toEqual([manifestPath, `${manifestPath}.sig`])
    await expectNothingInstalled(updater)
  })

  it('finds betas on their channel only, and stable versions on both', async () => {
    await feed.publish({ version: '1.1.0-beta.1', content: good }, key)
    const updater = await startUpdater()
    await updater.check()
    // A feed without a stable version has no manifest for it.
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'checkFailed' })
    updater.setChannel('beta')
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'available', version: '1.1.0-beta.1' })
    expect(paths()).toContain(betaPath)

    await feed.publish({ version: '1.1.0', content: good }, key)
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'available', version: '1.1.0' })
    updater.setChannel('latest')
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'available', version: '1.1.0' })
  })

  it('ignores the signed manifest of a beta in the place of a stable one', async () => {
    await feed.publish({ version: '1.1.0-beta.1', content: good }, key)
    const beta = feed.file(betaPath.replace('/updates/', ''))
    for (const ending of ['', '.sig']) await copyFile(`${beta}${ending}`, `${beta.replace('beta', 'latest')}${ending}`)
    const updater = await startUpdater()
    await updater.check()
    expect(updater.state()).toEqual({ state: 'idle', checkedAt: expect.any(String) })
    await updater.download()
    await expectNothingInstalled(updater)
  })

  it('does not go back when a beta changes to the stable channel', async () => {
    app.version = '1.1.0-beta.1'
    await feed.publish({ version: '1.0.0', content: good }, key)
    const updater = await startUpdater()
    updater.setChannel('beta')
    updater.setChannel('latest')
    await updater.check()
    expect(state(updater)).toBe('idle')
  })

  it.each<[string, (name: string) => void, string]>([
    [
      'a file with another content',
      (name) => feed.answers.set(`/updates/${name}`, (_request, response) => response.end(good.replace('the', 'The'))),
      'damaged',
    ],
    [
      'a file that ends early',
      (name) => feed.answers.set(`/updates/${name}`, (_request, response) => void cut(response, good.length)),
      'downloadFailed',
    ],
    [
      'a file that ends early without a length',
      (name) => feed.answers.set(`/updates/${name}`, (_request, response) => response.end(good.slice(0, 999))),
      'damaged',
    ],
    [
      'a missing file',
      (name) => feed.answers.set(`/updates/${name}`, (_request, response) => response.writeHead(404).end()),
      'downloadFailed',
    ],
    [
      'a full disk',
      () => {
        const original = fs.createWriteStream
        vi.spyOn(fs, 'createWriteStream').mockImplementation((path) => original(path, { fs: fullDisk }))
      },
      'diskFull',
    ],
  ])('rejects %s', async (_name, spoil, reason) => {
    const name = await feed.publish({ version: '1.1.0', content: good }, key)
    const updater = await startUpdater()
    await updater.check()
    spoil(name)
    await updater.download()
    expect(updater.state()).toMatchObject({ state: 'failed', reason })
    await expectNothingInstalled(updater)

    // The next attempt succeeds.
    vi.restoreAllMocks()
    feed.answers.clear()
    await updater.check()
    await updater.download()
    expect(state(updater)).toBe('downloaded')
  })

  it.each<[string, () => Promise<void>]>([
    ['an unsigned manifest', async () => void (await feed.publish({ version: '1.1.0', content: good }))],
    [
      'a manifest signed with another key',
      async () => void (await feed.publish({ version: '1.1.0', content: good }, pem())),
    ],
    [
      'a manifest that changed after it was signed',
      async () => {
        await feed.publish({ version: '1.1.0', content: good }, key)
        const file = feed.file(manifestPath.replace('/updates/', ''))
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll('1.1.0', '1.1.1'))
      },
    ],
  ])('rejects %s before any download', async (_name, publish) => {
    await publish()
    const updater = await startUpdater()
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'notSigned' })
    await updater.download()
    expect(paths()).toEqual([manifestPath, `${manifestPath}.sig`])
    await expectNothingInstalled(updater)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end()],
    ['a web page', (response) => response.end('<html><p>: sign in</p>')],
    ['nothing', (response) => response.end()],
    ['endless redirects', (response) => response.writeHead(302, { location: manifestPath }).end()],
    ['no end', (response) => void response.write('version: 1.1.0')],
  ])('survives a feed that answers with %s', async (_name, answer) => {
    feed.answers.set(manifestPath, (_request, response) => answer(response))
    const updater = await startUpdater(null, 300)
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'checkFailed' })
    await expectNothingInstalled(updater)
    const asked = feed.requests.length
    await feed.publish({ version: '1.1.0', content: good })
    // The earlier request has ended: a last redirect may have been on its way.
    expect(feed.requests.length - asked).toBeLessThanOrEqual(1)
    feed.answers.clear()
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'available', version: '1.1.0' })
  })

  it('follows redirects of the manifest and of the file', async () => {
    const name = await feed.publish({ version: '1.1.0', content: good }, key)
    for (const path of [manifestPath, `${manifestPath}.sig`, `/updates/${name}`]) {
      const other = path.replace('/updates/', '/updates/moved/')
      feed.answers.set(path, (_request, response) => response.writeHead(302, { location: other }).end())
      feed.answers.set(other, (_request, response) => {
        readFile(feed.file(path.replace('/updates/', ''))).then(
          (bytes) => response.end(bytes),
          () => response.destroy(),
        )
      })
    }
    const updater = await startUpdater()
    await updater.check()
    await updater.download()
    expect(state(updater)).toBe('downloaded')
    expect(await readFile(join(pendingFolder(cache), name), 'utf8')).toBe(good)
  })

  it('writes a file only into its own folder, whatever its address', async () => {
    await feed.publish({ version: '1.1.0', content: good })
    const file = feed.file(manifestPath.replace('/updates/', ''))
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Basalt-1.1.0', '../../../outside-1.1.0'))
    const updater = await startUpdater(null)
    const outside = new URL('../../../outside-1.1.0', `${feed.url()}/`).pathname
    for (const ending of ['AppImage', 'exe'])
      feed.answers.set(`${outside}.${ending}`, (_request, response) => response.end(good))
    await updater.check()
    await updater.download()
    expect(state(updater)).toBe('downloaded')
    expect((await pending()).filter((name) => name.startsWith('outside'))).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('outside'))).toEqual([])
  })

  it('deletes a file that another program changed after the download', async () => {
    const name = await feed.publish({ version: '1.1.0', content: good }, key)
    const updater = await startUpdater()
    await updater.check()
    await updater.download()
    await writeFile(join(pendingFolder(cache), name), 'malware')
    const restart = createRestart({
      updater,
      ask: () => [],
      prepare: async () => undefined,
      startAgain: () => undefined,
    })
    expect(await restart.run()).toBe('damaged')
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'damaged' })
    expect(installs).not.toHaveBeenCalled()
    expect(await pending()).not.toContain(name)

    await updater.check()
    await updater.download()
    expect(await readFile(join(pendingFolder(cache), name), 'utf8')).toBe(good)
    expect(await updater.readiness()).toBe('ready')
  })

  it('takes the download of an earlier start, unless it changed', async () => {
    const name = await feed.publish({ version: '1.1.0', content: good }, key)
    const first = await startUpdater()
    await first.check()
    await first.download()
    const downloads = () => paths().filter((path) => path === `/updates/${name}`).length
    expect(downloads()).toBe(1)

    const second = await startUpdater()
    await second.check()
    await second.download()
    expect([state(second), downloads()]).toEqual(['downloaded', 1])

    await writeFile(join(pendingFolder(cache), name), 'malware')
    const third = await startUpdater()
    await third.check()
    await third.download()
    expect([state(third), downloads()]).toEqual(['downloaded', 2])
    expect(await readFile(join(pendingFolder(cache), name), 'utf8')).toBe(good)
  })

  it('asks every ten minutes while the feed is down for an hour, and finds the version afterwards', async () => {
    const updater = await startUpdater()
    const states: string[] = []
    updater.onChange((next) => void states.push(next.state === 'failed' ? next.reason : next.state))
    await feed.stop()
    let lastCheck: Promise<void> = Promise.resolve()
    let tick: () => void = () => undefined
    let everyMs = 0
    scheduleUpdates({
      updater: { ...updater, check: () => (lastCheck = updater.check()) },
      version: '1.0.0',
      settings: () => ({ checkForUpdate: true, downloadAndUpdateRelease: true, updateChannel: null }),
      onSettings: () => undefined,
      every: (ms, work) => {
        everyMs = ms
        tick = work
        return () => undefined
      },
    })
    await lastCheck
    for (let passedMs = 0; passedMs < 3_600_000; passedMs += everyMs) {
      tick()
      await lastCheck
    }
    expect(states).toEqual(Array.from({ length: 7 }, () => ['checking', 'checkFailed']).flat())
    await expectNothingInstalled(updater)

    await feed.start()
    await feed.publish({ version: '1.1.0', content: good }, key)
    tick()
    await lastCheck
    await vi.waitUntil(() => state(updater) === 'downloaded')
  })

  it('says that a copy outside a package can not update itself', async () => {
    app.isPackaged = false
    const updater = await startUpdater()
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'notPackaged' })
    expect(feed.requests).toEqual([])
  })
})

it('has no source of updates in a package without a feed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'basalt-no-feed-'))
  await writeFile(join(folder, 'package.json'), '{"name":"basalt"}')
  expect(await electronUpdateSource(folder)).toBeUndefined()
  await rm(folder, { recursive: true })
})

/** Promises more bytes than it sends, then ends the connection. */
function cut(response: ServerResponse, length: number): void {
  response.writeHead(200, { 'content-length': length })
  response.write(good.slice(0, length / 2), () => response.destroy())
}

const noSpace = (...given: unknown[]): void => {
  const done = given.at(-1) as (error: Error) => void
  done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
}
const fullDisk = { ...fs, write: noSpace, writev: noSpace } as unknown as typeof fs
