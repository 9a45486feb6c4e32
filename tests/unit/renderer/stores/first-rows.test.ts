import { afterNextRows, firstRowsShown } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

describe('work that waits for rows', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('begins when the browser has painted the rows, and once', () => {
    const work = vi.fn()
    afterNextRows(work)
    firstRowsShown()
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0)
    expect(work).toHaveBeenCalledOnce()
    firstRowsShown()
    vi.advanceTimersByTime(10_000)
    expect(work).toHaveBeenCalledOnce()
  })

  it('begins without rows after a moment', () => {
    const work = vi.fn()
    afterNextRows(work)
    vi.advanceTimersByTime(199)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledOnce()
  })

  it('never begins once it is cancelled', () => {
    const work = vi.fn()
    afterNextRows(work)()
    firstRowsShown()
    vi.advanceTimersByTime(10_000)
    expect(work).not.toHaveBeenCalled()
  })
})
