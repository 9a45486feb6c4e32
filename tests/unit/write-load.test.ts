import { createWriteLoad } from '@main/features/automations/write-load'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

it('is busy during a burst of writes, and not for single ones or for a steady stream', () => {
  let now = 0
  const load = createWriteLoad(() => now)
  const write = (count: number, everyMs: number): void => {
    for (let at = 0; at < count; at += 1) {
      now += everyMs
      load.written()
    }
  }
  expect(load.isBusy()).toBe(false)
  write(20, 500)
  expect(load.isBusy()).toBe(false)
  write(20, 10)
  expect(load.isBusy()).toBe(true)
  now += 2_000
  expect(load.isBusy()).toBe(false)
  write(500, 100)
  expect(load.isBusy()).toBe(true)
  write(200, 100)
  expect(load.isBusy()).toBe(false)
  now += 2_000
  write(20, 10)
  expect(load.isBusy()).toBe(true)
})

it('pauses runs for longer during a heavy burst, and not for longer than it lasts', async () => {
  vi.useFakeTimers({ now: 0 })
  const load = createWriteLoad(() => Date.now())
  const pausedMs = async (everyMs: number, untilMs: number): Promise<number> => {
    const writing = setInterval(() => Date.now() < untilMs && load.written(), everyMs)
    await vi.advanceTimersByTimeAsync(everyMs * 20)
    const from = Date.now()
    let over = -1
    void load.pause().then(() => (over = Date.now()))
    await vi.advanceTimersByTimeAsync(10_000)
    clearInterval(writing)
    return over - from
  }
  expect(await pausedMs(500, Infinity)).toBe(0)
  expect(await pausedMs(50, Infinity)).toBe(500)
  expect(await pausedMs(5, Infinity)).toBe(3_000)
  expect(await pausedMs(5, Date.now() + 700)).toBe(1_000)
})
