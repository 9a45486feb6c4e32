import { client } from '@renderer/api'
import { runs, useRuns } from '@renderer/features/sql/runs'
import { afterEach, describe, expect, it, vi } from 'vitest'

const request = { sql: 'select 1', base: 0, parameters: {}, mode: 'read', timeLimitMs: undefined } as const

/** A server that answers the start of a run when the test says so. */
function serve() {
  const calls: string[] = []
  let answer: (value: unknown) => void = () => undefined
  vi.spyOn(client, 'call').mockImplementation((name: string, args: unknown) => {
    calls.push(name)
    if (name === 'sqlRun')
      return new Promise((settle) => {
        answer = settle
      }) as never
    const state = calls.includes('sqlCancel') ? 'cancelled' : 'done'
    return Promise.resolve(
      name === 'sqlRunRead' ? { ...(args as object), state, statements: [], version: 1 } : {},
    ) as never
  })
  return { calls, answer: () => answer({ run: 'r1' }) }
}

describe('a run whose start the server has not answered', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    useRuns.setState({ runs: {} })
  })

  it('is stopped on the server once its id is known, and shows that', async () => {
    const { calls, answer } = serve()
    const ended = runs.start('p', 'cancelled', request)
    await runs.cancel('p', 'cancelled')
    expect(calls).toEqual(['sqlRun'])
    answer()
    await ended
    expect(calls).toEqual(['sqlRun', 'sqlCancel', 'sqlRunRead'])
    expect(useRuns.getState().runs['cancelled']?.view?.state).toBe('cancelled')
  })

  it('is deleted on the server if its query closes or runs again', async () => {
    const { calls, answer } = serve()
    const ended = runs.start('p', 'closed', request)
    runs.close('p', 'closed')
    answer()
    expect(await ended).toBeUndefined()
    expect(calls).toEqual(['sqlRun', 'sqlRunClose'])
    expect(useRuns.getState().runs['closed']).toBeUndefined()
  })
})
