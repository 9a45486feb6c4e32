import { blankColumn } from '@common/columns/values/blank-column'
import { allOpen, withGroup } from '@common/views/group-state'
import type { GroupAnswer } from '@common/views/group-tree'
import { GroupedRows, groupsPerPage, type GroupQuestion } from '@renderer/features/records/group/grouped-rows'
import type { GroupLevel } from '@renderer/features/records/group/group-level'
import type { RowSource } from '@renderer/features/records/rows/row-source'
import { RowStore } from '@renderer/features/records/rows/row-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const level: GroupLevel = { column: { ...blankColumn, name: 'g', title: 'g' }, descending: false, link: undefined }

/** A table grouped by first letter, with the surroundings of a grid. */
function grid(words: string[]) {
  const state = { words, held: false, fails: false, loses: false, reads: 0 }
  const sorted = (): string[] => state.words.toSorted()
  const source: RowSource = {
    rows: (offset, limit) =>
      state.loses
        ? Promise.reject(new Error('no rows'))
        : Promise.resolve(
            sorted()
              .slice(offset, offset + limit)
              .map((word) => ({ word, g: word[0] })),
          ),
    count: () => Promise.resolve(state.words.length),
    isGrouped: true,
  }
  const read: GroupQuestion['read'] = () => {
    state.reads += 1
    if (state.fails) return Promise.reject(new Error('no groups'))
    const letters = Map.groupBy(sorted(), (word) => word[0])
    return Promise.resolve([
      [...letters].map(([letter, of]): GroupAnswer => ({ values: [letter], count: of.length, figures: {} })),
    ])
  }
  const store = new RowStore(source, {
    pageRows: 10,
    pagesHeld: 6,
    lookAhead: 1,
    settleMs: 0,
    whenDrawn: (then: () => void) => then(),
  })
  const followed: string[] = []
  const grouped = new GroupedRows({
    store,
    changed: () => undefined,
    arranging: () => {
      followed.push('before')
      return () => followed.push('after')
    },
    isHeld: () => state.held,
  })
  const question: GroupQuestion = { levels: [level], read }
  const settle = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const shown = (): unknown[] => {
    const { lines } = grouped
    if (!lines) return []
    return Array.from({ length: lines.lineCount }, (_, line) => {
      const kind = lines.kindAt(line)
      return kind === 'head'
        ? `[${String(lines.headAt(line)?.values[0])}]`
        : (store.rowAt(lines.rowAt(line))?.['word'] ?? kind)
    })
  }
  grouped.start()
  store.start()
  store.show(0, 20)
  return { state, store, grouped, question, settle, shown, followed }
}

describe('rows that are grouped', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('look as if they were on their way until their groups are read', async () => {
    const { store, grouped, question, settle, shown } = grid(['ant', 'bee', 'ape'])
    await settle()
    expect([grouped.lines, store.length > 0, store.rowAt(0)]).toEqual([undefined, true, undefined])
    grouped.ask(question)
    await settle()
    expect(shown()).toEqual(['[a]', 'ant', 'ape', '[b]', 'bee'])
    expect(grouped.levels).toEqual([level])
  })

  it('open and close without being read again', async () => {
    const { state, grouped, question, settle, shown, followed } = grid(['ant', 'bee', 'ape'])
    grouped.ask(question)
    await settle()
    const { reads } = state
    grouped.open(withGroup(allOpen, { key: '["a"]', level: 0 }, false))
    await settle()
    expect([shown(), state.reads]).toEqual([['[a]', '[b]', 'bee'], reads])
    expect(followed.slice(-2)).toEqual(['before', 'after'])
  })

  it('move to their group when somebody changes them', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee', 'ape'])
    grouped.ask(question)
    await settle()
    state.words = ['ant', 'bee', 'bat']
    store.replace(
      (row) => row['word'] === 'ape',
      () => ({ word: 'bat', g: 'b' }),
    )
    await settle()
    expect(shown()).toEqual(['[a]', 'ant', '[b]', 'bat', 'bee'])
  })

  it('go to their group although a record is begun while they are on their way there', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee', 'ape'])
    grouped.ask(question)
    await settle()
    state.held = true
    state.words = ['ant', 'bee', 'bat']
    store.replace(
      (row) => row['word'] === 'ape',
      () => ({ word: 'bat', g: 'b' }),
    )
    await settle()
    expect(shown()).toEqual(['[a]', 'ant', 'bat', '[b]', 'bee'])
    state.held = false
    grouped.settle()
    grouped.make([], true)
    await settle()
    expect(shown()).toEqual(['[a]', 'ant', 'add', '[b]', 'bat', 'bee', 'add'])
  })

  it('follow the person as they are when the rows move, not as they were when that was asked for', async () => {
    const { state, store, grouped, question, settle, followed } = grid(['ant', 'bee', 'ape'])
    grouped.ask(question)
    await settle()
    followed.length = 0
    const answers: (() => void)[] = []
    const arrange = store.arrange.bind(store)
    store.arrange = async (layout, fresh, before) => {
      await new Promise<void>((answer) => answers.push(answer))
      return arrange(layout, fresh, before)
    }
    state.words = ['ant', 'bee', 'bat']
    store.replace(
      (row) => row['word'] === 'ape',
      () => ({ word: 'bat', g: 'b' }),
    )
    await settle()
    expect([answers.length > 0, followed]).toEqual([true, []])
    for (const answer of answers) answer()
    await settle()
    expect(followed.slice(0, 2)).toEqual(['before', 'after'])
  })

  it('change places between groups of the same size', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee'])
    grouped.ask(question)
    await settle()
    state.words = ['auk', 'bug']
    store.replace(
      (row) => row['word'] === 'ant',
      () => ({ word: 'bug', g: 'b' }),
    )
    await settle()
    expect(shown()).toEqual(['[a]', 'auk', '[b]', 'bug'])
  })

  it('are read again with their groups when somebody else has changed the table', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee'])
    grouped.ask(question)
    await settle()
    state.words = ['axe', 'bee', 'cow']
    expect(await store.reload()).toBe(0)
    expect(shown()).toEqual(['[a]', 'axe', '[b]', 'bee', '[c]', 'cow'])
  })

  it('stay while the person is at them, and move when he has left', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee'])
    grouped.ask(question)
    await settle()
    state.held = true
    state.words = ['bat', 'bee']
    store.replace(
      (row) => row['word'] === 'ant',
      () => ({ word: 'bat', g: 'b' }),
    )
    await settle()
    expect(shown()).toEqual(['[a]', 'bat', '[b]', 'bee'])
    grouped.settle()
    await settle()
    expect(shown()).toEqual(['[a]', 'bat', '[b]', 'bee'])
    state.held = false
    grouped.settle()
    await settle()
    expect(shown()).toEqual(['[b]', 'bat', 'bee'])
  })

  it('stand in their group while they are made, and where they sort afterwards', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['bat', 'cow'])
    grouped.ask(question)
    await settle()
    grouped.make(['["b"]'], true)
    await settle()
    expect(shown()).toEqual(['[b]', 'bat', 'draft', 'add', '[c]', 'cow', 'add'])
    state.held = true
    state.words.push('bad')
    store.append([{ word: 'bad', g: 'b' }])
    await settle()
    expect(shown()).toEqual(['[b]', 'bat', 'bad', 'add', '[c]', 'cow', 'add'])
    state.held = false
    grouped.make([], true)
    grouped.settle()
    await settle()
    expect(shown()).toEqual(['[b]', 'bad', 'bat', 'add', '[c]', 'cow', 'add'])
  })

  it('are listed without groups when these cannot be read, and grouped when trying again helps', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee'])
    state.fails = true
    grouped.ask(question)
    await settle()
    expect([grouped.lines, String(grouped.error), store.rowAt(1)]).toEqual([
      undefined,
      'Error: no groups',
      { word: 'bee', g: 'b' },
    ])
    state.fails = false
    grouped.retry()
    await settle()
    expect([shown(), grouped.error]).toEqual([['[a]', 'ant', '[b]', 'bee'], undefined])
  })

  it('lose their groups when nobody wants them any more', async () => {
    const { store, grouped, question, settle } = grid(['bee', 'ant'])
    grouped.ask(question)
    await settle()
    grouped.ask(undefined)
    await settle()
    expect([grouped.lines, store.layout, store.length, store.rowAt(1)]).toEqual([
      undefined,
      undefined,
      2,
      { word: 'bee', g: 'b' },
    ])
  })

  it('lose them too when their rows cannot be read at that moment, and are there when they can be', async () => {
    const { state, store, grouped, question, settle } = grid(['bee', 'ant'])
    grouped.ask(question)
    await settle()
    state.loses = true
    grouped.ask(undefined)
    await settle()
    expect([grouped.lines, store.layout]).toEqual([undefined, undefined])
    state.loses = false
    store.refresh()
    await settle()
    expect(store.rowAt(1)).toEqual({ word: 'bee', g: 'b' })
  })

  it('that waited for the person and cannot be read then are asked for again', async () => {
    const { state, store, grouped, question, settle, shown } = grid(['ant', 'bee'])
    grouped.ask(question)
    await settle()
    state.held = true
    state.words = ['bat', 'bee']
    store.replace(
      (row) => row['word'] === 'ant',
      () => ({ word: 'bat', g: 'b' }),
    )
    await settle()
    state.held = false
    state.loses = true
    grouped.settle()
    await vi.advanceTimersByTimeAsync(0)
    state.loses = false
    await settle()
    expect([shown(), grouped.error]).toEqual([['[b]', 'bat', 'bee'], undefined])
  })

  it('are read by so many groups, and further ones when somebody asks', async () => {
    const words = Array.from({ length: groupsPerPage + 5 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)}x`)
    const { grouped, question, settle } = grid(words)
    grouped.ask(question)
    await settle()
    expect([grouped.lines?.nodes.length, grouped.lines?.kindAt(grouped.lines.lineCount - 1)]).toEqual([
      groupsPerPage,
      'more',
    ])
    grouped.more()
    await settle()
    expect([grouped.lines?.nodes.length, grouped.lines?.kindAt(grouped.lines.lineCount - 1)]).toEqual([
      groupsPerPage + 5,
      'record',
    ])
  })
})
