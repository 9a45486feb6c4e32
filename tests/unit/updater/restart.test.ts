import type { SaveState, UpdaterState } from '@common/bridge'
import { answerTimeoutMs, createRestart, savingWaitMs } from '@main/updater/restart'
import { describe, expect, it } from 'vitest'

interface Played {
  /** Answer of each window to each question; undefined for none. */
  readonly windows: readonly ((question: number) => SaveState | undefined)[]
  readonly readiness?: 'ready' | 'notReady' | 'damaged'
  readonly installs?: boolean
  /** True if the installer fails after it has started. */
  readonly failsLater?: boolean
}

/** A restart with a clock that runs as soon as nothing else does. */
function restartWith({ windows, readiness = 'ready', installs = true, failsLater = false }: Played) {
  const calls: string[] = []
  let nowMs = 0
  let questions = 0
  let changed: (state: UpdaterState) => void = () => undefined
  const restart = createRestart({
    updater: {
      readiness: async () => readiness,
      install: () => {
        calls.push('install')
        if (failsLater) queueMicrotask(() => changed({ state: 'failed', reason: 'installFailed', checkedAt: null }))
        return installs
      },
      onChange: (listener) => {
        changed = listener
        return () => undefined
      },
    },
    ask: (ticket) => {
      questions += 1
      for (const [id, answer] of windows.entries()) {
        const state = answer(questions)
        if (state !== undefined) queueMicrotask(() => restart.answered(id, ticket, state))
      }
      // Late and foreign answers don't count.
      restart.answered(0, ticket - 1, 'saved')
      restart.answered(99, ticket, 'unsaved')
      return windows.map((_window, id) => id)
    },
    prepare: async () => void calls.push('prepare'),
    startAgain: () => void calls.push('startAgain'),
    after: (ms, work) => {
      const timer = setImmediate(() => {
        nowMs += ms
        work()
      })
      return () => clearImmediate(timer)
    },
  })
  return { restart, calls, now: () => nowMs, questions: () => questions }
}

describe('a restart to update', () => {
  it('asks every window, closes everything, then installs', async () => {
    const { restart, calls } = restartWith({ windows: [() => 'saved', () => 'saved'] })
    expect(await restart.run()).toBe('restarting')
    expect(calls).toEqual(['prepare', 'install'])
  })

  it('needs no answer where no window is open', async () => {
    expect(await restartWith({ windows: [] }).restart.run()).toBe('restarting')
  })

  it.each(['notReady', 'damaged'] as const)('does nothing with an update that is %s', async (readiness) => {
    const { restart, calls, questions } = restartWith({ windows: [() => 'saved'], readiness })
    expect(await restart.run()).toBe(readiness)
    expect([calls, questions()]).toEqual([[], 0])
  })

  it('waits for running saves', async () => {
    const { restart, calls, questions } = restartWith({
      windows: [() => 'saved', (question) => (question < 4 ? 'saving' : 'saved')],
    })
    expect(await restart.run()).toBe('restarting')
    expect(questions()).toBe(4)
    expect(calls).toEqual(['prepare', 'install'])
  })

  it('declines when a save does not end', async () => {
    const { restart, calls, now } = restartWith({ windows: [() => 'saving'] })
    expect(await restart.run()).toBe('saving')
    expect(now()).toBe(savingWaitMs)
    expect(calls).toEqual([])
  })

  it('declines while any window has unsaved edits, at once', async () => {
    const { restart, calls, questions } = restartWith({ windows: [() => 'saving', () => 'unsaved'] })
    expect(await restart.run()).toBe('unsaved')
    expect([calls, questions()]).toEqual([[], 1])
  })

  it('declines when a window does not answer', async () => {
    const { restart, calls, now } = restartWith({ windows: [() => 'saved', () => undefined] })
    expect(await restart.run()).toBe('noAnswer')
    expect(now()).toBe(answerTimeoutMs)
    expect(calls).toEqual([])
  })

  it('starts this version again if the installer fails later', async () => {
    const { restart, calls } = restartWith({ windows: [() => 'saved'], failsLater: true })
    expect(await restart.run()).toBe('restarting')
    await Promise.resolve()
    expect(calls).toEqual(['prepare', 'install', 'startAgain'])
  })

  it('starts this version again if the installer does not start', async () => {
    const { restart, calls } = restartWith({ windows: [() => 'saved'], installs: false })
    expect(await restart.run()).toBe('restarting')
    expect(calls).toEqual(['prepare', 'install', 'startAgain'])
  })

  it('runs once for two presses', async () => {
    const { restart, calls } = restartWith({ windows: [() => 'saved'] })
    expect(await Promise.all([restart.run(), restart.run()])).toEqual(['restarting', 'restarting'])
    expect(calls).toEqual(['prepare', 'install'])
  })
})
