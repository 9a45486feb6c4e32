import { createSchedule } from '@main/lib/schedule'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const minute = 60_000
const hour = 60 * minute

describe('scheduled work', () => {
  let slept = 0
  const clock = { now: () => new Date(Date.now() + slept), monotonicMs: () => Date.now() }
  beforeEach(() => {
    slept = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('repeats, with a first run of its own', () => {
    const schedule = createSchedule(clock)
    let runs = 0
    const end = schedule.every(hour, () => (runs += 1), { firstMs: minute })
    vi.advanceTimersByTime(minute)
    expect(runs).toBe(1)
    vi.advanceTimersByTime(3 * hour)
    expect(runs).toBe(4)
    end()
    vi.advanceTimersByTime(9 * hour)
    schedule.wake()
    expect(runs).toBe(4)
  })

  it('that a sleep skipped runs once after it, and then as always', () => {
    const schedule = createSchedule(clock)
    let runs = 0
    schedule.every(hour, () => (runs += 1))
    vi.advanceTimersByTime(minute)
    slept = 8 * hour
    schedule.wake()
    expect(runs).toBe(1)
    vi.advanceTimersByTime(59 * minute)
    expect(runs).toBe(1)
    vi.advanceTimersByTime(minute)
    expect(runs).toBe(2)
  })

  it('that is not due after a sleep waits for its time, not for the time that it had left before', () => {
    const schedule = createSchedule(clock)
    let runs = 0
    schedule.every(hour, () => (runs += 1))
    slept = 50 * minute
    schedule.wake()
    expect(runs).toBe(0)
    vi.advanceTimersByTime(10 * minute)
    expect(runs).toBe(1)
  })

  it('notices a sleep by itself, and nothing while no work waits', () => {
    const schedule = createSchedule(clock)
    let runs = 0
    const end = schedule.every(hour, () => (runs += 1))
    vi.advanceTimersByTime(minute)
    slept = 8 * hour
    vi.advanceTimersByTime(minute)
    expect(runs).toBe(1)
    end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('at a time runs once, also when the time passed in a sleep or lies far ahead', () => {
    const schedule = createSchedule(clock)
    const done: string[] = []
    schedule.at(clock.now().getTime() + hour, () => void done.push('soon'))
    const cancel = schedule.at(clock.now().getTime() + hour, () => void done.push('cancelled'))
    schedule.at(clock.now().getTime() + 40 * 24 * hour, () => void done.push('far'))
    cancel()
    slept = 2 * hour
    schedule.wake()
    schedule.wake()
    expect(done).toEqual(['soon'])
    vi.advanceTimersByTime(39 * 24 * hour)
    expect(done).toEqual(['soon'])
    vi.advanceTimersByTime(24 * hour)
    expect(done).toEqual(['soon', 'far'])
  })
})
