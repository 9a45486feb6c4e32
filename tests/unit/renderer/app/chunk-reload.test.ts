import { mayReload } from '@renderer/app/chunk-reload'
import { describe, expect, it } from 'vitest'

describe('a part of the application that is gone', () => {
  it('reloads the page at most once a minute', () => {
    expect(mayReload(100_000, null)).toBe(true)
    expect(mayReload(100_000, 40_001)).toBe(false)
    expect(mayReload(100_000, 40_000)).toBe(true)
    expect(mayReload(100_000, Number.NaN)).toBe(true)
  })

  it('reloads when the stored time lies ahead: the clock was set back', () => {
    expect(mayReload(100_000, 200_000)).toBe(true)
  })
})
