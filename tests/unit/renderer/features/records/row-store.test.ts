import type { RowSource } from '@renderer/features/records/rows/row-source'
import { RowStore } from '@renderer/features/records/rows/row-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { options, settle, table } from './numbered-rows'

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
    store.begin()
    expect(store.isHeld).toBe(true)
    store.show(0, 3)
    expect([store.rowAt(0), store.length, offsets()]).toEqual([{ id: 0, name: 'old' }, 3, []])
    store.start()
    expect(offsets()).toContain(0)
    expect(store.rowAt(0)).toEqual({ id: 0, name: 'old' })
    await answerAll()
    expect([store.rowAt(0), store.length]).toEqual([{ id: 0 }, 3])
    const unread = new RowStore(source, options)
    unread.begin()
    expect([store.isHeld, unread.isHeld]).toEqual([false, false])
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
