import { sharedBatches } from '@main/lib/shared-batches'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Read {
  readonly keys: readonly string[]
  readonly resolve: (found: ReadonlyMap<string, number>) => void
  readonly reject: (error: Error) => void
}

describe('shared batches', () => {
  let reads: Read[]
  let ask: (key: string) => Promise<number | undefined>
  const at = (index: number): Read => {
    const read = reads[index]
    if (read === undefined) throw new Error(`There are ${reads.length} reads`)
    return read
  }
  const turn = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
  beforeEach(() => {
    vi.useFakeTimers()
    reads = []
    ask = sharedBatches((keys) => new Promise((resolve, reject) => void reads.push({ keys, resolve, reject })))
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('read the keys of one turn together, each once', async () => {
    const asked = [ask('a'), ask('b'), ask('a'), ask('c')]
    await turn()
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
    const numbers = new Map([
      ['a', 1],
      ['b', 2],
    ])
    at(0).resolve(numbers)
    expect(await Promise.all(asked)).toEqual([1, 2, 1, undefined])
  })

  it('begin after each of their callers, and serve all that waited', async () => {
    const first = ask('a')
    await turn()
    const later = [ask('a'), ask('b')]
    await turn()
    expect(reads).toHaveLength(1)
    at(0).resolve(new Map([['a', 1]]))
    expect(await first).toBe(1)
    await turn()
    expect(at(1).keys).toEqual(['a', 'b'])
    at(1).resolve(new Map([['a', 2]]))
    expect(await Promise.all(later)).toEqual([2, undefined])
  })

  it('do not wait for one that hangs', async () => {
    const hanging = ask('a')
    await turn()
    const second = ask('b')
    await vi.advanceTimersByTimeAsync(51)
    await turn()
    at(1).resolve(new Map([['b', 2]]))
    expect(await second).toBe(2)
    at(0).resolve(new Map([['a', 1]]))
    expect(await hanging).toBe(1)
    await turn()
    void ask('a')
    await turn()
    expect(reads).toHaveLength(3)
  })

  it('fail for those who share them alone', async () => {
    const failed = Promise.allSettled([ask('a'), ask('b')])
    await turn()
    const later = ask('a')
    at(0).reject(new Error('lost'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    at(1).resolve(new Map([['a', 3]]))
    expect(await later).toBe(3)
  })

  it('never give a caller a value that is older than the call', async () => {
    let stored = 0
    const running: (() => void)[] = []
    const read = sharedBatches(async (keys) => {
      const found = new Map(keys.map((key) => [key, stored]))
      await new Promise<void>((resolve) => void running.push(resolve))
      return found
    })
    const callers: Promise<void>[] = []
    for (let round = 0; round < 300; round += 1) {
      stored += 1
      const written = stored
      callers.push(read(`${round % 3}`).then((value) => expect(value).toBeGreaterThanOrEqual(written)))
      if (round % 7 === 3 || round % 5 === 0) running.shift()?.()
      await vi.advanceTimersByTimeAsync(round % 4)
    }
    while (running.length > 0 || callers.length === 0) {
      running.shift()?.()
      await vi.advanceTimersByTimeAsync(60)
    }
    await Promise.all(callers)
  })
})
