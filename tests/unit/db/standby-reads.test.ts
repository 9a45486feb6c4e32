import { AppError } from '@common/errors'
import { createStandbyReads, StandbyBehind, withSilence } from '@main/db/standby-reads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function usable() {
  let connects = 0
  const reads = createStandbyReads({
    connect: async () => void (connects += 1),
    forget: () => undefined,
    position: async () => 'newest',
  })
  await reads.attempt(async () => 'no standby yet')
  await vi.advanceTimersByTimeAsync(0)
  return { ...reads, connects: () => connects }
}

describe('reads on a standby', () => {
  it('go to the primary within a second if the standby is silent, and the connection closes', async () => {
    const { attempt, connects } = await usable()
    let close: (error: Error) => void = () => undefined
    const answer = attempt(({ signal }) =>
      withSilence(
        signal,
        () => close(new Error('Connection lost')),
        () => new Promise<string>((_, reject) => (close = reject)),
      ),
    )
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toBeUndefined()
    // It rests, and a later request connects again.
    let asked = false
    const next = await attempt(async () => void (asked = true))
    expect([next, asked, connects()]).toEqual([undefined, false, 1])
    await vi.advanceTimersByTimeAsync(5_000)
    await attempt(async () => undefined)
    expect(connects()).toBe(2)
  })

  it('go to the primary if no connection is free within a second', async () => {
    const { attempt } = await usable()
    let free: () => void = () => undefined
    let began = false
    const answer = attempt(async ({ signal, reached }) => {
      await new Promise<void>((resolve) => (free = resolve))
      await withSilence(
        signal,
        () => undefined,
        async () => undefined,
      )
      reached()
      began = true
      return 'late'
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toBeUndefined()
    free()
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toBe(false)
  })

  it('may take longer once they began', async () => {
    const { attempt } = await usable()
    let finish: () => void = () => undefined
    const answer = attempt(async ({ reached }) => {
      reached()
      await new Promise<void>((resolve) => (finish = resolve))
      return 'rows'
    })
    await vi.advanceTimersByTimeAsync(3_000)
    finish()
    expect(await answer).toBe('rows')
  })

  it('rest after a read that took too long', async () => {
    const { attempt } = await usable()
    const late = async (): Promise<never> => {
      throw new AppError('QUERY_TIMEOUT')
    }
    await expect(attempt(late)).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
    expect(await attempt(async () => 'rows')).toBeUndefined()
  })

  it('pause briefly while the standby is behind', async () => {
    const { attempt } = await usable()
    const behind = async (): Promise<never> => {
      throw new StandbyBehind()
    }
    expect(await attempt(behind)).toBeUndefined()
    expect(await attempt(async () => 'rows')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await attempt(async () => 'rows')).toBe('rows')
  })
})
