import { isMissingChunk, mayReload } from '@renderer/app/chunk-reload'
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

describe('a part of the page that is not there', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/GridView-1.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/GridView-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/GridView-1.css',
  ])('is known by what a browser says: %s', (message) => {
    expect(isMissingChunk(new TypeError(message))).toBe(true)
  })

  it('is not taken for any other fault', () => {
    expect(isMissingChunk(new TypeError('x is not a function'))).toBe(false)
    expect(isMissingChunk('Failed to fetch')).toBe(false)
  })
})
