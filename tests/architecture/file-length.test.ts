import { describe, expect, it } from 'vitest'
import { allSources } from './sources'

const longLines = 300

describe('file length', () => {
  it('stays under 300 lines for nine files of ten', () => {
    const lengths = allSources().map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    const long = lengths.filter(({ lines }) => lines > longLines).toSorted((a, b) => b.lines - a.lines)
    // A longer file is allowed, but printed, so that a reviewer asks why.
    for (const { path, lines } of long) process.stdout.write(`long: ${path}, ${lines} lines\n`)
    expect(long.length).toBeLessThanOrEqual(lengths.length / 10)
  })
})
