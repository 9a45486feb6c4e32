import { EventEmitter } from 'node:events'
import { updaterAfter, updaterAtStart, type UpdaterEvent, type UpdaterState } from '@common/bridge'
import { createUpdater, UpdateNotSignedError, type UpdateSource } from '@main/updater/updater'
import { describe, expect, it } from 'vitest'

const after = (...events: UpdaterEvent[]): UpdaterState => events.reduce(updaterAfter, updaterAtStart)
const found: UpdaterEvent[] = [{ event: 'checkAsked' }, { event: 'found', version: '2.0.0' }]

describe('the states of the updater', () => {
  it('go from a check to a download to a restart', () => {
    expect(after({ event: 'checkAsked' })).toEqual({ state: 'checking' })
    expect(after({ event: 'checkAsked' }, { event: 'nothingNew', at: 't' })).toEqual({ state: 'idle', checkedAt: 't' })
    expect(after(...found)).toEqual({ state: 'available', version: '2.0.0' })
    expect(after(...found, { event: 'downloadAsked' }, { event: 'progress', percent: 40 })).toEqual({
      state: 'downloading',
      version: '2.0.0',
      percent: 40,
    })
    expect(after(...found, { event: 'downloadAsked' }, { event: 'downloaded' })).toEqual({
      state: 'downloaded',
      version: '2.0.0',
    })
  })

  it('can fail in the middle and be tried again', () => {
    const failed = after({ event: 'checkAsked' }, { event: 'failed', reason: 'checkFailed' })
    expect(failed).toEqual({ state: 'failed', reason: 'checkFailed' })
    expect(updaterAfter(failed, { event: 'checkAsked' })).toEqual({ state: 'checking' })
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
})

/** Plays the package server. */
class FakeSource extends EventEmitter implements UpdateSource {
  autoDownload = true
  autoInstallOnAppQuit = true
  allowDowngrade = true
  installs = 0
  fails = false
  checkForUpdates = async (): Promise<void> => {
    if (!this.fails) return
    this.emit('error', new Error('getaddrinfo ENOTFOUND'))
    throw new Error('getaddrinfo ENOTFOUND')
  }
  downloadUpdate = (): Promise<void> => this.checkForUpdates()
  quitAndInstall = (): void => void (this.installs += 1)
}

function updaterWith(source: FakeSource | undefined) {
  const seen: UpdaterState[] = []
  const updater = createUpdater({ source, now: () => new Date('2026-11-21T00:00:00Z'), onFault: () => undefined })
  updater.onChange((state) => void seen.push(state))
  return { updater, seen }
}

describe('the updater', () => {
  it('never downloads, installs or goes back by itself', () => {
    const source = new FakeSource()
    updaterWith(source)
    expect(source).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false })
  })

  it('tells each change once, and restarts only with a finished download', async () => {
    const source = new FakeSource()
    const { updater, seen } = updaterWith(source)
    updater.restart()
    await updater.check()
    source.emit('update-available', { version: '2.0.0' })
    await updater.download()
    source.emit('download-progress', { percent: 50 })
    source.emit('update-downloaded')
    expect(source.installs).toBe(0)
    updater.restart()
    expect(source.installs).toBe(1)
    expect(seen.map(({ state }) => state)).toEqual([
      'checking',
      'available',
      'downloading',
      'downloading',
      'downloaded',
    ])
  })

  it('tells a failure once, as a code', async () => {
    const source = new FakeSource()
    source.fails = true
    const { updater, seen } = updaterWith(source)
    await updater.check()
    expect(seen).toEqual([{ state: 'checking' }, { state: 'failed', reason: 'checkFailed' }])
  })

  it('says so where there is nothing to update', async () => {
    const { updater } = updaterWith(undefined)
    await updater.check()
    expect(updater.state()).toEqual({ state: 'failed', reason: 'notPackaged' })
  })

  it('says that an update was not signed', async () => {
    const source = new FakeSource()
    const { updater } = updaterWith(source)
    source.checkForUpdates = () => Promise.reject(new UpdateNotSignedError('/latest.yml'))
    await updater.check()
    expect(updater.state()).toEqual({ state: 'failed', reason: 'notSigned' })
  })
})
