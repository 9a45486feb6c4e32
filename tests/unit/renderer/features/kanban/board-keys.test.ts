import { takesKey, type BoardKeyContext } from '@renderer/features/kanban/board-keys'
import type { BoardStack } from '@renderer/features/kanban/use-board'
import { i18n } from '@renderer/i18n'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

afterEach(async () => void (await i18n.changeLanguage('en')))

const stack = (key: string, cards: readonly number[], more: Partial<BoardStack> = {}): BoardStack => ({
  key,
  value: key,
  count: cards.length,
  group: undefined,
  limit: undefined,
  name: key,
  look: 'option',
  color: 'grey',
  isOpen: true,
  accepts: true,
  cards,
  ...more,
})
const demo = stack('Demo', [0, 1, 2])
const shut = stack('Shut', [], { isOpen: false })
const mixing = stack('Mixing', [3])
const fixed = stack('Fixed', [4, 5], { accepts: false })
const stacks = [demo, shut, mixing, fixed]

describe('the keys of a board', () => {
  const done: string[] = []
  beforeEach(() => {
    done.length = 0
  })
  const context = (more: Partial<BoardKeyContext> = {}): BoardKeyContext => ({
    session: {
      model: { rowCount: 6, isDraft: () => false },
      actions: { remove: (spans: unknown) => done.push(`remove ${JSON.stringify(spans)}`) },
      mayDeleteRows: true,
    } as unknown as BoardKeyContext['session'],
    parts: [],
    stacks,
    stack: demo,
    active: 1,
    lift: undefined,
    page: 2,
    chooseCard: (row, to) => done.push(`card ${row} of ${to.key}`),
    chooseStack: (to) => done.push(`stack ${to.key}`),
    lifted: (row) => {
      done.push(`lift ${row}`)
      return true
    },
    carriedTo: (to) => done.push(`over ${to.key}`),
    dropped: () => done.push('drop'),
    cancelled: () => done.push('cancel'),
    open: (row) => done.push(`open ${row}`),
    add: (to) => done.push(`add to ${to.key}`),
    menu: (row) => done.push(`menu of ${row}`),
    ...more,
  })
  const press = (key: string, more: Partial<BoardKeyContext> = {}, modifiers: object = {}): boolean =>
    takesKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }, context(more))

  it('go along a stack and to the ones beside it that are open', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Home', 'PageDown', 'ArrowRight']) press(key)
    expect(done).toEqual([
      'card 2 of Demo',
      'card 0 of Demo',
      'card 2 of Demo',
      'card 0 of Demo',
      'card 2 of Demo',
      'card 3 of Mixing',
    ])
    done.length = 0
    press('ArrowRight', {}, { ctrlKey: true })
    press('ArrowLeft')
    press('ArrowRight', { stacks: [demo, stack('Empty', [])] })
    expect(done).toEqual(['card 5 of Fixed', 'stack Empty'])
  })

  it('go to the side that they point at, from right to left too', async () => {
    await i18n.changeLanguage('iw')
    press('ArrowLeft')
    press('ArrowRight')
    expect(done).toEqual(['card 3 of Mixing'])
  })

  it('lift a card, and open it where nothing can be moved', () => {
    press(' ')
    press(' ', {
      lifted: () => false,
      parts: [{ key: ({ key }) => key === ' ' && done.push('record') > 0 }],
    })
    expect(done).toEqual(['lift 1', 'record'])
  })

  it('carry a card to stacks that take it, closed ones too, put it down or back', () => {
    const lift = { kind: 'card', from: 'Demo', to: 'Demo' } as BoardKeyContext['lift']
    press('ArrowRight', { lift })
    press('ArrowRight', { lift: { ...lift, to: 'Mixing' } as BoardKeyContext['lift'] })
    press('ArrowLeft', { lift: { ...lift, to: 'Mixing' } as BoardKeyContext['lift'] })
    press(' ', { lift })
    press('Escape', { lift })
    expect(press('x', { lift })).toBe(true)
    expect(press('Tab', { lift })).toBe(false)
    expect(done).toEqual(['over Shut', 'over Shut', 'drop', 'cancel', 'cancel'])
  })

  it('open, delete, add, and show the menu', () => {
    press('Enter')
    press('Delete')
    press('Enter', {}, { shiftKey: true })
    press('F10', {}, { shiftKey: true })
    expect(done).toEqual(['open 1', 'remove [{"from":1,"to":2}]', 'add to Demo', 'menu of 1'])
  })

  it('leave to the page what is not theirs', () => {
    expect(press('q')).toBe(false)
    expect(press('Enter', { active: undefined })).toBe(false)
    expect(press('Tab')).toBe(false)
  })
})
