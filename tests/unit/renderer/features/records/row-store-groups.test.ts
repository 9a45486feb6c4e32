import { GroupLines } from '@common/views/group-lines'
import { groupTree } from '@common/views/group-tree'
import { RowStore } from '@renderer/features/records/rows/row-store'
import { describe, expect, it } from 'vitest'
import { options, settle, table } from './numbered-rows'

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
