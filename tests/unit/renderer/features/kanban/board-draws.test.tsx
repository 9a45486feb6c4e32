import { GroupLines } from '@common/views/group-lines'
import { allOpen } from '@common/views/group-state'
import { groupTree } from '@common/views/group-tree'
import type { GridSession } from '@renderer/features/records'
import { createSessionStore } from '@renderer/features/records/session/session-store'
import { Board } from '@renderer/features/kanban/Board'
import { boardPadding, stackGap, stackWidth } from '@renderer/features/kanban/measures'
import { draw } from '@tests/helpers/renderer'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from '../records/fixtures'

const names = ['open', 'paid', 'late', 'void']
const state = column({
  title: 'State',
  uiType: 'SingleSelect',
  options: { options: names.map((title) => ({ title, color: 'grey' })) },
})
const width = 1280
const height = 800
const box = { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height, toJSON: () => '' }

beforeEach(() => {
  // jsdom has no layout: everything is as large as the window, and cards have their estimated height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
  document.elementFromPoint = (x) =>
    [...document.querySelectorAll('[data-stack]')][
      Math.floor((x - boardPadding) / (stackWidth(width, 4, 0) + stackGap))
    ] ?? null
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A board of four stacks, and how often each row was read to be drawn. */
function show(cards: number) {
  const answers = names.map((value) => ({ values: [value], count: cards, figures: {} }))
  const lines = new GroupLines(groupTree([answers]), { isOpen: () => true, adds: false, drafts: [], more: false })
  const reads = new Map<string, number>()
  const rowAt = (row: number) => ({ Id: row, Name: `Card ${row}`, State: names[Math.floor(row / cards)] })
  const columns = [nameColumn, state].map((each) => ({
    id: each.name,
    title: each.title,
    column: each,
    display: 'text',
  }))
  const model = {
    rows: { rowAt, length: cards * 4, extra: [], showParts: () => undefined },
    rowCount: cards * 4,
    rowAt,
    keyAt: (row: number) => `${row}`,
    isDraft: () => false,
    drafts: { count: 0 },
    labels: { reference: () => undefined },
    textOf: String,
    parse: () => ({ ok: true }),
    subscribe: () => () => undefined,
    valueAt: () => null,
    cellAt: (row: number, { column: { title } }: (typeof columns)[number]) => {
      const stack = names[Math.floor(row / cards)] ?? ''
      if (title === 'Name') reads.set(stack, (reads.get(stack) ?? 0) + 1)
      return { state: 'ready', value: `${row}`, text: `Card ${row}`, marks: [] }
    },
  }
  const session = {
    projectId: 'p',
    table: tableOf([idColumn, nameColumn, state]),
    model,
    columns,
    state: createSessionStore(),
    select: () => undefined,
    grid: createRef(),
    area: createRef(),
    groups: { lines, levels: [], state: allOpen },
    settings: { colours: [] },
    rowFilter: {},
    query: { sort: [] },
    readOnly: undefined,
    notes: { announce: () => undefined },
  }
  draw(
    <Board
      session={session as unknown as GridSession}
      parts={[]}
      column={{ ...state, required: true }}
      choices={names}
      stackChoices={{}}
      hideEmpty={false}
      cover={undefined}
      onOpen={() => undefined}
      onMenu={() => undefined}
      onAdd={undefined}
      onOrder={undefined}
      onChange={undefined}
      mayRename={false}
      onNewStack={undefined}
    />,
  )
  return reads
}

/** Over a stack: stacks are side by side, with the width that the board has room for. */
const over = (stack: number): void => {
  const to = { clientX: 100 + stack * (stackWidth(width, 4, 0) + stackGap), clientY: 300, buttons: 1, bubbles: true }
  fireEvent(document.body, new PointerEvent('pointermove', to))
}
const stackOver = (): string | null | undefined =>
  [...document.querySelectorAll('[data-stack]')].find((each) => /over/.test(each.className))?.getAttribute('aria-label')
const place = (): string | null | undefined =>
  document.querySelector('[data-place]')?.closest('[data-stack]')?.getAttribute('aria-label')

/** Carries the first card over the stacks. @returns the stacks whose cards were drawn at each step, and how many of them */
async function carry(cards: number): Promise<Record<string, number>[]> {
  const reads = show(cards)
  const drawn: Record<string, number>[] = []
  const step = async (what: () => void): Promise<void> => {
    reads.clear()
    // The visible rows are reported a moment later.
    await act(async () => {
      what()
      await Promise.resolve()
    })
    drawn.push(Object.fromEntries(names.flatMap((name) => (reads.has(name) ? [[name, reads.get(name) ?? 0]] : []))))
  }
  await step(() => undefined)
  const card = document.querySelector('[data-row="0"]')
  if (card === null) throw new Error('There is no card')
  await step(() => void fireEvent.pointerDown(card, { button: 0, clientX: 100, clientY: 100 }))
  await step(() => over(0))
  expect(place()).toBe('open')
  await step(() => over(0))
  await step(() => over(1))
  expect([stackOver(), place()]).toEqual(['paid', 'paid'])
  await step(() => over(3))
  expect([stackOver(), place()]).toEqual(['void', 'void'])
  await step(() => void fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(place()).toBeUndefined()
  return drawn
}

describe('A card that is carried over the stacks of a board', () => {
  it('draws again only the stack that it leaves and the one that it comes to, however many cards there are', async () => {
    const drawn = await carry(50)
    const none: string[] = []
    expect(drawn.map((each) => Object.keys(each))).toEqual([
      none,
      none,
      // Where it was is its place now, and it hangs at the pointer.
      ['open'],
      none,
      ['open', 'paid'],
      // It follows the pointer as a card of the first stack.
      ['open', 'paid', 'void'],
      ['open', 'void'],
    ])
    expect([drawn[2], drawn[5]?.['open']]).toEqual([{ open: 2 }, 1])
    cleanup()
    expect(await carry(500)).toEqual(drawn)
  })
})
