import { sharedReads } from '@main/lib/shared-reads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Read {
  readonly key: string
  readonly resolve: (value: number) => void
  readonly reject: (error: Error) => void
}

describe('shared reads', () => {
  let reads: Read[]
  let ask: (key: string) => Promise<number>
  const at = (index: number): Read => {
    const read = reads[index]
    if (read === undefined) throw new Error(`There are ${reads.length} reads`)
    return read
  }
  beforeEach(() => {
    vi.useFakeTimers()
    reads = []
    ask = sharedReads((key) => new Promise<number>((resolve, reject) => void reads.push({ key, resolve, reject })))
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('begin after each of their callers, and serve all that waited', async () => {
    const first = ask('a')
    const later = [ask('a'), ask('a'), ask('a')]
    expect(reads).toHaveLength(1)
    at(0).resolve(1)
    expect(await first).toBe(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(2)
    // It came after the second read had begun.
    const last = ask('a')
    at(1).resolve(2)
    expect(await Promise.all(later)).toEqual([2, 2, 2])
    await vi.advanceTimersByTimeAsync(0)
    at(2).resolve(3)
    expect(await last).toBe(3)
    void ask('a')
    expect(reads).toHaveLength(4)
  })

  it('are apart for each key', async () => {
    const both = [ask('a'), ask('b')]
    expect(reads.map(({ key }) => key)).toEqual(['a', 'b'])
    at(0).resolve(1)
    at(1).resolve(2)
    expect(await Promise.all(both)).toEqual([1, 2])
  })

  it('fail for those who share them alone', async () => {
    const first = ask('a')
    const second = ask('a')
    at(0).reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await vi.advanceTimersByTimeAsync(0)
    at(1).resolve(5)
    expect(await second).toBe(5)
  })

  it('do not wait for one that hangs', async () => {
    const hanging = ask('a')
    const second = ask('a')
    await vi.advanceTimersByTimeAsync(50)
    at(1).resolve(2)
    expect(await second).toBe(2)
    at(0).resolve(1)
    expect(await hanging).toBe(1)
    await vi.advanceTimersByTimeAsync(0)
    void ask('a')
    expect(reads).toHaveLength(3)
  })

  it('never give a caller a value that is older than the call', async () => {
    let stored = 0
    const running: (() => void)[] = []
    const read = sharedReads(async () => {
      const value = stored
      await new Promise<void>((resolve) => void running.push(resolve))
      return value
    })
    const callers: Promise<void>[] = []
    for (let turn = 0; turn < 300; turn += 1) {
      stored += 1
      const written = stored
      callers.push(read('a').then((value) => expect(value).toBeGreaterThanOrEqual(written)))
      if (turn % 7 === 3 || turn % 5 === 0) running.shift()?.()
      await vi.advanceTimersByTimeAsync(turn % 4)
    }
    while (running.length > 0) {
      running.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
    await Promise.all(callers)
  })
})
