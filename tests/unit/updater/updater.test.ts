import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseFound, updaterAfter, updaterAtStart, type UpdaterEvent, type UpdaterState } from '@common/bridge'
import {
  checkTimeoutMs,
  createUpdater,
  downloadStallMs,
  UpdateNotSignedError,
  type UpdateListeners,
  type UpdateSource,
} from '@main/updater/updater'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UpdateFacts } from '@main/updater/types'

const after = (...events: UpdaterEvent[]): UpdaterState => events.reduce(updaterAfter, updaterAtStart)
const at = '2026-11-21T00:00:00.000Z'
const found: UpdaterEvent[] = [{ event: 'checkAsked' }, { event: 'found', version: '2.0.0', notes: null, at }]
const release = { version: '2.0.0', notes: null, checkedAt: at }

describe('the states of the updater', () => {
  it('go from a check to a download to a restart', () => {
    expect(after({ event: 'checkAsked' })).toEqual({ state: 'checking', checkedAt: null })
    expect(after({ event: 'checkAsked' }, { event: 'nothingNew', at })).toEqual({ state: 'idle', checkedAt: at })
    expect(after(...found)).toEqual({ state: 'available', ...release })
    expect(after(...found, { event: 'downloadAsked' }, { event: 'progress', percent: 40 })).toEqual({
      state: 'downloading',
      percent: 40,
      ...release,
    })
    expect(after(...found, { event: 'downloadAsked' }, { event: 'downloaded' })).toEqual({
      state: 'downloaded',
      ...release,
    })
  })

  it('can fail, keep the time of the last check, and be tried again', () => {
    const failed = after({ event: 'checkAsked' }, { event: 'failed', reason: 'checkFailed' })
    expect(failed).toEqual({ state: 'failed', reason: 'checkFailed', checkedAt: null })
    expect(updaterAfter(failed, { event: 'checkAsked' })).toEqual({ state: 'checking', checkedAt: null })
    expect(after(...found, { event: 'downloadAsked' }, { event: 'failed', reason: 'damaged' })).toEqual({
      state: 'failed',
      reason: 'damaged',
      checkedAt: at,
    })
  })

  it.each<[string, UpdaterEvent[], UpdaterEvent]>([
    ['a download before a check', [], { event: 'downloadAsked' }],
    ['a second check', [{ event: 'checkAsked' }], { event: 'checkAsked' }],
    ['progress without a download', found, { event: 'progress', percent: 5 }],
    ['a failure while idle', [], { event: 'failed', reason: 'checkFailed' }],
    [
      'a check after the download',
      [...found, { event: 'downloadAsked' }, { event: 'downloaded' }],
      { event: 'checkAsked' },
    ],
  ])('are not moved by %s', (_name, before, event) => {
    const state = after(...before)
    expect(updaterAfter(state, event)).toBe(state)
  })

  it('keep the percentage within its bounds', () => {
    expect(after(...found, { event: 'downloadAsked' }, { event: 'progress', percent: 140 })).toMatchObject({
      percent: 100,
    })
  })

  it('name the release from the moment it is found', () => {
    expect(releaseFound(after({ event: 'checkAsked' }))).toBeUndefined()
    expect(releaseFound(after(...found))).toEqual({ version: '2.0.0', notes: null })
    expect(releaseFound(after(...found, { event: 'downloadAsked' }))).toEqual({ version: '2.0.0', notes: null })
  })
})

/** Plays the package server. */
function fakeSource() {
  let listeners: UpdateListeners | undefined
  const played = {
    installs: 0,
    channels: [] as string[],
    fails: undefined as Error | undefined,
    isPackaged: true,
    /** Called in place of a finished download. */
    install: (): void => undefined,
    cancelled: 0,
    hangs: false,
  }
  const answer = async (): Promise<boolean> => {
    if (played.hangs) await new Promise(() => undefined)
    if (played.fails === undefined) return played.isPackaged
    listeners?.failed(played.fails)
    throw played.fails
  }
  const source: UpdateSource = {
    listen: (given) => (listeners = given),
    setChannel: (channel) => void played.channels.push(channel),
    check: answer,
    startDownload: () => ({ done: answer(), cancel: () => (played.cancelled += 1) }),
    quitAndInstall: () => {
      played.installs += 1
      played.install()
    },
  }
  return { source, played, send: (): UpdateListeners => listeners as UpdateListeners }
}

/** Timers that tests end. */
function manualTimers() {
  const waiting: { ms: number; work: () => void }[] = []
  const after = (ms: number, work: () => void) => {
    const end = (): void => void waiting.splice(0, waiting.length, ...waiting.filter((each) => each !== timer))
    const timer = {
      ms,
      work: () => {
        end()
        work()
      },
    }
    waiting.push(timer)
    return end
  }
  return { waiting, after }
}

function updaterWith(source: UpdateSource | undefined, timers = manualTimers()) {
  const seen: UpdaterState[] = []
  const faults: unknown[] = []
  const updater = createUpdater({
    source,
    now: () => new Date(at),
    onFault: (error) => void faults.push(error),
    after: timers.after,
  })
  updater.onChange((state) => void seen.push(state))
  return { updater, seen, faults, timers }
}

describe('the updater', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-updater-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A file in the cache of downloads, and the facts of its manifest. */
  const downloadedFile = async (content: string, published = content): Promise<UpdateFacts> => {
    const file = join(folder, 'Basalt-2.0.0.AppImage')
    await writeFile(file, content)
    const sha512 = createHash('sha512').update(published).digest('base64')
    return { version: '2.0.0', downloadedFile: file, files: [{ sha512 }] }
  }

  it('tells each change once, and installs only a finished download', async () => {
    const { source, played, send } = fakeSource()
    const { updater, seen } = updaterWith(source)
    expect(updater.install()).toBe(false)
    expect(await updater.readiness()).toBe('notReady')
    await updater.check()
    send().found({ version: '2.0.0', releaseNotes: ' - Faster ' })
    await updater.download()
    send().progress(50)
    send().downloaded(await downloadedFile('new'))
    expect(played.installs).toBe(0)
    expect(await updater.readiness()).toBe('ready')
    expect(updater.install()).toBe(true)
    expect(played.installs).toBe(1)
    expect(seen.map(({ state }) => state)).toEqual([
      'checking',
      'available',
      'downloading',
      'downloading',
      'downloaded',
    ])
    expect(seen[1]).toMatchObject({ notes: '- Faster' })
  })

  it('joins the notes of several versions, and cuts long ones', async () => {
    const { source, send } = fakeSource()
    const { updater } = updaterWith(source)
    await updater.check()
    send().found({
      version: '2.0.0',
      releaseNotes: [
        { version: '2.0.0', note: 'Two' },
        { version: '1.9.0', note: 'x'.repeat(30_000) },
      ],
    })
    const { notes } = releaseFound(updater.state()) ?? {}
    expect(notes).toMatch(/^## 2.0.0\n\nTwo\n\n## 1.9.0\n\nx+$/)
    expect(notes).toHaveLength(20_000)
  })

  it('deletes a file that changed after its download, and does not install it', async () => {
    const { source, played, send } = fakeSource()
    const { updater } = updaterWith(source)
    await updater.check()
    send().found({ version: '2.0.0' })
    await updater.download()
    const facts = await downloadedFile('tampered', 'published')
    send().downloaded(facts)
    expect(await updater.readiness()).toBe('damaged')
    expect(updater.state()).toEqual({ state: 'failed', reason: 'damaged', checkedAt: at })
    expect(existsSync(facts.downloadedFile ?? '')).toBe(false)
    expect(updater.install()).toBe(false)
    expect(played.installs).toBe(0)
  })

  it.each<[string, Error & { code?: string }, string]>([
    ['an error of the network', new Error('getaddrinfo ENOTFOUND'), 'downloadFailed'],
    ['a wrong hash', Object.assign(new Error('x'), { code: 'ERR_CHECKSUM_MISMATCH' }), 'damaged'],
    ['a wrong publisher', Object.assign(new Error('x'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' }), 'damaged'],
    ['a full disk', Object.assign(new Error('x'), { code: 'ENOSPC' }), 'diskFull'],
    ['an unsigned manifest', new UpdateNotSignedError('/latest.yml'), 'notSigned'],
  ])('tells %s once, as a code', async (_name, error, reason) => {
    const { source, played, send } = fakeSource()
    const { updater, seen, faults } = updaterWith(source)
    await updater.check()
    send().found({ version: '2.0.0' })
    played.fails = error
    await updater.download()
    expect(seen.slice(3)).toEqual([{ state: 'failed', reason, checkedAt: at }])
    expect(faults).toEqual([error])
  })

  it('says that the feed did not answer', async () => {
    const { source, played } = fakeSource()
    played.fails = new Error('net::ERR_CONNECTION_REFUSED')
    const { updater, seen } = updaterWith(source)
    await updater.check()
    expect(seen.at(-1)).toEqual({ state: 'failed', reason: 'checkFailed', checkedAt: null })
  })

  it('gives up a feed that stays silent, and a download that stops', async () => {
    const { source, played, send } = fakeSource()
    played.hangs = true
    const { updater, timers } = updaterWith(source)
    const checking = updater.check()
    expect(timers.waiting.map(({ ms }) => ms)).toEqual([checkTimeoutMs])
    timers.waiting[0]?.work()
    await checking
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'checkFailed' })

    played.hangs = false
    await updater.check()
    send().found({ version: '2.0.0' })
    played.hangs = true
    void updater.download()
    send().progress(10)
    expect(timers.waiting.map(({ ms }) => ms)).toEqual([downloadStallMs])
    timers.waiting[0]?.work()
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'downloadFailed' })
    expect(played.cancelled).toBe(1)
  })

  it('says that the installer did not start', async () => {
    const { source, played, send } = fakeSource()
    const { updater } = updaterWith(source)
    await updater.check()
    send().found({ version: '2.0.0' })
    await updater.download()
    send().downloaded(await downloadedFile('new'))
    played.install = () => send().failed(new Error('spawn EACCES'))
    expect(updater.install()).toBe(false)
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'installFailed' })
  })

  it('says so where there is nothing to update', async () => {
    const { updater } = updaterWith(undefined)
    await updater.check()
    expect(updater.state()).toMatchObject({ state: 'failed', reason: 'notPackaged' })
    const { source, played } = fakeSource()
    played.isPackaged = false
    const unpacked = updaterWith(source).updater
    await unpacked.check()
    expect(unpacked.state()).toMatchObject({ state: 'failed', reason: 'notPackaged' })
  })
})
