import type { UpdaterState } from '@common/bridge'
import { releaseCheckEveryMs } from '@common/constants'
import { scheduleUpdates, type UpdateSettings } from '@main/updater/schedule'
import { describe, expect, it } from 'vitest'

const defaults: UpdateSettings = { checkForUpdate: true, downloadAndUpdateRelease: false, updateChannel: null }
const found = { version: '2.0.0', notes: null, checkedAt: null }

function scheduled(given: Partial<UpdateSettings> = {}, version = '1.0.0') {
  let settings = { ...defaults, ...given }
  let state: UpdaterState = { state: 'idle', checkedAt: null }
  const calls: string[] = []
  const intervals: { ms: number; work: () => void }[] = []
  let stateChanged: (state: UpdaterState) => void = () => undefined
  let settingsChanged: () => void = () => undefined
  const end = scheduleUpdates({
    updater: {
      state: () => state,
      check: async () => void calls.push('check'),
      download: async () => void calls.push('download'),
      setChannel: (channel) => void calls.push(channel),
      onChange: (listener) => {
        stateChanged = listener
        return () => undefined
      },
    },
    version,
    settings: () => settings,
    onSettings: (listener) => (settingsChanged = listener),
    every: (ms, work) => {
      intervals.push({ ms, work })
      return () => void intervals.splice(0)
    },
  })
  return {
    calls,
    intervals,
    end,
    become: (next: UpdaterState) => {
      state = next
      stateChanged(next)
    },
    choose: (changes: Partial<UpdateSettings>) => {
      settings = { ...settings, ...changes }
      settingsChanged()
    },
  }
}

describe('checks for updates', () => {
  it('run at the start and every ten minutes', () => {
    const { calls, intervals, end } = scheduled()
    expect(calls).toEqual(['latest', 'check'])
    expect(intervals.map(({ ms }) => ms)).toEqual([releaseCheckEveryMs])
    expect(releaseCheckEveryMs).toBe(600_000)
    for (let hour = 0; hour < 6; hour += 1) intervals[0]?.work()
    expect(calls.filter((call) => call === 'check')).toHaveLength(7)
    end()
    expect(intervals).toEqual([])
  })

  it('ask nobody while the setting is off', () => {
    const { calls, intervals, choose } = scheduled({ checkForUpdate: false, downloadAndUpdateRelease: true })
    intervals[0]?.work()
    choose({ updateChannel: 'beta' })
    expect(calls).toEqual(['latest', 'beta'])
    choose({ checkForUpdate: true })
    expect(calls).toEqual(['latest', 'beta', 'check'])
  })

  it('follow the channel: the chosen one, else that of the version', () => {
    expect(scheduled({}, '1.1.0-beta.2').calls).toEqual(['beta', 'check'])
    expect(scheduled({ updateChannel: 'latest' }, '1.1.0-beta.2').calls).toEqual(['latest', 'check'])
    const { calls, choose } = scheduled()
    choose({ updateChannel: 'beta' })
    expect(calls).toEqual(['latest', 'check', 'beta', 'check'])
  })
})

describe('downloads', () => {
  it('wait for the user, or start by themselves with auto-update', () => {
    const byHand = scheduled()
    byHand.become({ state: 'available', ...found })
    expect(byHand.calls).not.toContain('download')
    byHand.choose({ downloadAndUpdateRelease: true })
    expect(byHand.calls).toContain('download')

    const auto = scheduled({ downloadAndUpdateRelease: true })
    auto.become({ state: 'available', ...found })
    expect(auto.calls.filter((call) => call === 'download')).toHaveLength(1)
  })

  it('do not repeat a damaged file, but take the next version', () => {
    const { calls, become } = scheduled({ downloadAndUpdateRelease: true })
    const downloads = () => calls.filter((call) => call === 'download').length
    become({ state: 'available', ...found })
    become({ state: 'downloading', percent: 0, ...found })
    become({ state: 'failed', reason: 'damaged', checkedAt: null })
    become({ state: 'available', ...found })
    expect(downloads()).toBe(1)
    become({ state: 'available', ...found, version: '2.0.1' })
    expect(downloads()).toBe(2)
  })
})
