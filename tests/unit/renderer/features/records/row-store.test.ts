import { GroupLines } from '@common/views/group-lines'
import { groupTree } from '@common/views/group-tree'
import type { RowSource } from '@renderer/features/records/rows/row-source'
import { RowStore } from '@renderer/features/records/rows/row-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const options = { pageRows: 10, pagesHeld: 6, lookAhead: 1, settleMs: 60, whenDrawn: (then: () => void) => then() }

/** A table of numbered rows whose responses wait until the test releases them. */
function table(count: number | Promise<number>, rowsInTable = typeof count === 'number' ? count : 0) {
  const requests: {
    offset: number
    limit: number
    signal: AbortSignal
    answer: () => void
    fail: (error: Error) => void
  }[] = []
  const source: RowSource = {
    rows: (offset, limit, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        const rows = Array.from({ length: Math.max(0, Math.min(limit, rowsInTable - offset)) }, (_, at) => ({
          id: offset + at,
        }))
        requests.push({ offset, limit, signal, answer: () => resolve(rows), fail: reject })
      }),
    count: () => Promise.resolve(count),
  }
  return {
    source,
    requests,
    offsets: () => requests.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset),
    answerAll: async () => {
      // Responses may cause further requests.
      for (let at = 0; at < requests.length; at += 1) {
        requests[at]?.answer()
        await settle()
      }
    },
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('rows by page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('begins with rows that were read before, without a request, and reads them again once it starts', async () => {
    const { source, offsets, answerAll } = table(3)
    const early = [{ id: 0, name: 'old' }, { id: 1 }, { id: 2 }]
    const store = new RowStore({ ...source, early: () => early }, options)
    expect(store.begin()).toBe(true)
    store.show(0, 3)
    expect([store.rowAt(0), store.length, offsets()]).toEqual([{ id: 0, name: 'old' }, 3, []])
    store.start()
    expect(offsets()).toContain(0)
    expect(store.rowAt(0)).toEqual({ id: 0, name: 'old' })
    await answerAll()
    expect([store.rowAt(0), store.length]).toEqual([{ id: 0 }, 3])
    expect(new RowStore(source, options).begin()).toBe(false)
  })

  it('ends a reload whose source never answers once another one takes its place', async () => {
    const { source, answerAll } = table(20)
    const never: RowSource = {
      rows: (_offset, _limit, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('given up')))
        }),
      count: () => new Promise(() => undefined),
    }
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    store.use(never)
    const reloaded = store.reload()
    await settle()
    expect(store.isFetching).toBe(true)
    store.use(source)
    expect(await reloaded).toBe(0)
    await answerAll()
    expect([store.isFetching, store.rowAt(0)]).toEqual([false, { id: 0 }])
  })

  it('reads many pages beside each other with one question, which is given up when none of them is wanted', async () => {
    const { source, answerAll, requests } = table(1_000)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    store.show(0, 95)
    expect(requests.map(({ offset, limit }) => [offset, limit])).toEqual([[20, 90]])
    store.show(60, 95)
    expect(requests[0]?.signal.aborted).toBe(false)
    requests[0]?.answer()
    await settle()
    expect(store.rowAt(94)).toEqual({ id: 94 })
    store.show(300, 400)
    await vi.advanceTimersByTimeAsync(200)
    const far = requests.at(-1)
    expect([far?.offset, far?.limit]).toEqual([300, 110])
    store.show(0, 5)
    expect(far?.signal.aborted).toBe(true)
    expect(store.errorAt(300)).toBeUndefined()
  })

  it('reports the end of a reload that newer rows overtook', async () => {
    const { source, answerAll } = table(20)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    const reload = table(20)
    store.use(reload.source)
    await reload.answerAll()
    reload.requests.length = 0
    const reloaded = store.reload()
    const [old] = reload.requests
    store.refresh()
    for (const newer of reload.requests.slice(1)) newer.answer()
    await settle()
    const seen: boolean[] = []
    store.subscribe(() => seen.push(store.isFetching))
    expect(store.isFetching).toBe(true)
    old?.answer()
    await reloaded
    expect([seen.at(-1), store.isFetching, store.count]).toEqual([false, false, 20])
  })

  it('fetches several runs of rows that are on the screen together, and nothing between them', async () => {
    const { source, offsets, answerAll, requests } = table(1_000)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    store.showParts([
      { from: 100, to: 104 },
      { from: 508, to: 512 },
    ])
    await settle()
    expect(offsets()).toEqual([100, 500, 510])
    await answerAll()
    expect(store.visible).toEqual({ from: 100, to: 512 })
    expect(store.visibleRows().map(({ id }) => id)).toEqual([100, 101, 102, 103, 508, 509, 510, 511])
    requests.length = 0
    store.refresh()
    await answerAll()
    expect(offsets().filter((offset) => offset > 0)).toEqual([100, 500, 510])
  })

  it('fetches what is on the screen, and when that is there one page ahead', async () => {
    const { source, offsets, answerAll } = table(1_000)
    const store = new RowStore(source, options)
    store.start()
    await settle()
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(offsets()).toEqual([0, 10])
    expect(store.count).toBe(1_000)
    expect(store.rowAt(3)).toEqual({ id: 3 })
    expect(store.rowAt(15)).toEqual({ id: 15 })
    expect(store.rowAt(25)).toBeUndefined()
  })

  it('asks for no page ahead before the first rows are drawn, however long that takes', async () => {
    const { source, offsets, answerAll } = table(1_000)
    let drawn = (): void => undefined
    const store = new RowStore(source, { ...options, whenDrawn: (then) => void (drawn = then) })
    store.start()
    await answerAll()
    vi.advanceTimersByTime(10_000)
    store.show(0, 5)
    await settle()
    expect(offsets()).toEqual([0])
    drawn()
    await settle()
    expect(offsets()).toEqual([0, 10])
  })

  it('looks ahead in the direction of scrolling', async () => {
    const { source, requests, answerAll } = table(1_000)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    store.show(500, 510)
    vi.advanceTimersByTime(60)
    await answerAll()
    requests.length = 0
    store.show(495, 505)
    await settle()
    expect(requests.map(({ offset }) => offset)).toEqual([490, 480])
  })

  it('asks at once after a jump, and waits while the scroll bar is dragged on', async () => {
    const { source, requests, offsets, answerAll } = table(100_000)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    for (let row = 1_000; row <= 50_000; row += 1_000) {
      store.show(row, row + 10)
      vi.advanceTimersByTime(16)
    }
    expect(requests.map(({ offset }) => offset)).toEqual([1_000, 1_010])
    expect(offsets()).toEqual([])
    vi.advanceTimersByTime(60)
    expect(offsets()).toEqual([50_000, 50_010])
  })

  it('gives up requests for pages that were scrolled past', async () => {
    const { source, requests } = table(1_000)
    const store = new RowStore(source, options)
    store.start()
    await settle()
    store.show(300, 310)
    expect(requests.map(({ offset, signal }) => [offset, signal.aborted])).toEqual([
      [0, true],
      [300, false],
    ])
    vi.advanceTimersByTime(60)
    await settle()
    expect(store.errorAt(0)).toBeUndefined()
  })

  it('forgets the pages shown longest ago: memory does not grow with the table', async () => {
    const { source, answerAll } = table(1_000_000)
    const store = new RowStore(source, options)
    store.start()
    for (let row = 0; row < 2_000; row += 10) {
      store.show(row, row + 10)
      await answerAll()
    }
    expect(store.pagesHeld).toBeLessThanOrEqual(options.pagesHeld)
    expect(store.rowAt(1_990)).toEqual({ id: 1_990 })
    expect(store.rowAt(0)).toBeUndefined()
  })

  it('keeps an error where it happened, and asks again when told to', async () => {
    const { source, requests, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await settle()
    requests[0]?.fail(new Error('away'))
    await settle()
    expect(store.errorAt(5)).toEqual(new Error('away'))
    expect(store.visibleError).toEqual({ index: 0, error: new Error('away') })
    store.retry(5)
    await answerAll()
    expect(store.visibleError).toBeUndefined()
    expect(store.rowAt(5)).toEqual({ id: 5 })
  })

  it('shows the old rows until the fresh ones arrive', async () => {
    const { source, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    store.refresh()
    expect(store.rowAt(0)).toEqual({ id: 0 })
    await answerAll()
    expect(store.rowAt(0)).toEqual({ id: 0 })
  })

  it('goes on without a count: a full page promises another, a short one is the end', async () => {
    const { source, answerAll } = table(Promise.resolve(Infinity), 25)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    expect(store.count).toBe(Infinity)
    expect(store.length).toBe(30)
    store.show(15, 25)
    await answerAll()
    expect(store.count).toBe(25)
    expect(store.length).toBe(25)
  })

  it('has the length that is expected until the count arrives, which may be another', async () => {
    const { source, requests, offsets } = table(12)
    const store = new RowStore(source, { ...options, expectedRows: 40 })
    expect([store.length, store.count]).toEqual([40, undefined])
    store.start()
    requests[0]?.answer()
    await settle()
    expect([store.length, store.count]).toEqual([12, 12])
    expect(offsets()).toEqual([0, 10])
  })

  it('ends with a short page where more rows were expected, however long the count takes', async () => {
    const { source, answerAll } = table(new Promise(() => undefined), 4)
    const store = new RowStore(source, { ...options, expectedRows: 40 })
    store.start()
    await answerAll()
    expect([store.length, store.count]).toEqual([4, undefined])
  })

  it('puts a new row behind the last one', async () => {
    const { source, answerAll } = table(15)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    expect(store.append([{ id: 99 }])).toBe(15)
    expect(store.length).toBe(16)
    expect(store.rowAt(15)).toEqual({ id: 99 })
  })

  it('changes a row wherever it stands', async () => {
    const { source, answerAll } = table(15)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    const changes: unknown[] = []
    store.subscribe((change) => changes.push(change))
    store.replace(
      (row) => row['id'] === 12,
      (row) => ({ ...row, name: 'new' }),
    )
    expect(store.rowAt(12)).toEqual({ id: 12, name: 'new' })
    expect(changes).toEqual([{ kind: 'rows', from: 12, to: 13 }, { kind: 'data' }])
  })

  it('loads rows of a range that are not held, and only those', async () => {
    const { source, requests, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    const loading = store.load(15, 32)
    await answerAll()
    const rows = await loading
    expect(rows.map((row) => row['id'])).toEqual(Array.from({ length: 17 }, (_, at) => 15 + at))
    expect(requests.map(({ offset, limit }) => [offset, limit])).toEqual([[20, 12]])
  })

  it('says nothing after it was disposed of', async () => {
    const { source, answerAll } = table(100)
    const store = new RowStore(source, options)
    const changes: unknown[] = []
    store.subscribe((change) => changes.push(change))
    store.start()
    store.dispose()
    await answerAll()
    expect(changes).toEqual([])
  })
})

/** Returns groups of these sizes, some of them collapsed. */
function layout(sizes: readonly number[], closed: readonly number[] = []): GroupLines {
  const tree = groupTree([sizes.map((count, at) => ({ values: [at], count, figures: {} }))])
  return new GroupLines(tree, {
    isOpen: ({ values }) => !closed.includes(Number(values[0])),
    adds: false,
    drafts: [],
    more: false,
  })
}

describe('rows in groups', () => {
  it('counts and reads only what is open', async () => {
    const { source, requests, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    await store.arrange(layout([5, 60, 35], [1]))
    expect(store.length).toBe(40)
    store.show(0, 12)
    await answerAll()
    // The groups that are open lie at 0 to 4 and from 65 on.
    expect(requests.map(({ offset }) => offset)).toEqual([60, 70, 80])
    expect([4, 5, 11].map((row) => store.rowAt(row))).toEqual([{ id: 4 }, { id: 65 }, { id: 71 }])
    expect([store.rowAt(-1), store.rowAt(40)]).toEqual([undefined, undefined])
  })

  it('loads, finds and changes rows by their place among those shown', async () => {
    const { source, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    await store.arrange(layout([5, 60, 35], [1]))
    const loading = store.load(3, 8)
    await answerAll()
    await answerAll()
    expect((await loading).map((row) => row['id'])).toEqual([3, 4, 65, 66, 67])
    store.show(3, 8)
    await answerAll()
    expect(store.find((row) => row['id'] === 66)).toBe(6)
    expect(store.find((row) => row['id'] === 8)).toBeUndefined()
    const changes: unknown[] = []
    store.subscribe((change) => changes.push(change))
    store.replace(
      (row) => row['id'] === 66,
      (row) => ({ ...row, name: 'new' }),
    )
    expect(store.rowAt(6)).toEqual({ id: 66, name: 'new' })
    expect(changes).toEqual([{ kind: 'rows', from: 6, to: 7 }, { kind: 'data' }])
  })

  it('changes the layout and the rows in it in one moment', async () => {
    const { source, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    const changes: unknown[] = []
    store.subscribe((change) => changes.push(change))
    const arranged = store.arrange(layout([50, 50], [0]), true)
    await settle()
    expect([store.length, store.rowAt(0), changes]).toEqual([100, { id: 0 }, []])
    await answerAll()
    await arranged
    expect([store.length, store.rowAt(0), changes]).toEqual([50, { id: 50 }, [{ kind: 'all' }]])
  })

  it('leaves everything as it was when the rows cannot be read', async () => {
    const { source, requests, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    requests.length = 0
    const arranged = store.arrange(layout([50, 50], [0]), true)
    await settle()
    for (const { fail } of requests) fail(new Error('gone'))
    await expect(arranged).rejects.toThrow('gone')
    expect([store.length, store.rowAt(0)]).toEqual([100, { id: 0 }])
  })

  it('keeps a new row behind all others until the rows are read in another layout', async () => {
    const { source, answerAll } = table(100)
    const store = new RowStore(source, options)
    store.start()
    await answerAll()
    await store.arrange(layout([50, 50]))
    const changes: unknown[] = []
    store.subscribe((change) => changes.push(change))
    expect([store.append([{ id: 100 }]), store.length, store.count]).toEqual([100, 101, 101])
    expect([store.rowAt(100), changes]).toEqual([{ id: 100 }, [{ kind: 'all' }, { kind: 'data' }]])
    store.replace(
      (row) => row['id'] === 100,
      (row) => ({ ...row, name: 'new' }),
    )
    const loading = store.load(99, 101)
    await answerAll()
    expect(await loading).toEqual([{ id: 99 }, { id: 100, name: 'new' }])
    const arranged = store.arrange(layout([50, 51]), true)
    await answerAll()
    await arranged
    expect([store.length, store.extra]).toEqual([101, []])
  })
})
