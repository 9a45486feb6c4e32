import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tidyWhenIdle } from '@main/lib/idle-memory'

describe('Memory of an idle server', () => {
  let worked = 0
  let heapMiB = 60
  let collected = 0
  let end: () => void = () => undefined
  beforeEach(() => {
    vi.useFakeTimers()
    worked = 0
    heapMiB = 60
    collected = 0
    vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
      user: before === undefined ? 0 : worked,
      system: 0,
    }))
    vi.spyOn(process, 'memoryUsage').mockImplementation(
      Object.assign(() => ({ heapTotal: heapMiB * 1024 * 1024 }) as NodeJS.MemoryUsage, { rss: () => 0 }),
    )
    end = tidyWhenIdle(() => void (collected += 1))
  })
  afterEach(() => {
    end()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const collectedAfter = (seconds: number): number => {
    vi.advanceTimersByTime(seconds * 1_000)
    return collected
  }

  it('is given back once after the start, and once after each work', () => {
    expect(collectedAfter(30)).toBe(1)
    worked = 2_000_000
    expect(collectedAfter(10)).toBe(1)
    worked = 0
    expect(collectedAfter(30)).toBe(2)
  })

  it('is kept while the server works, and if there is little of it', () => {
    worked = 2_000_000
    expect(collectedAfter(60)).toBe(0)
    heapMiB = 20
    worked = 0
    expect(collectedAfter(60)).toBe(0)
  })
})
