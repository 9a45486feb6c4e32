import {
  availableCommands,
  chooseKeys,
  chordOf,
  conflictOf,
  handleKeys,
  isChoosable,
  keysOf,
  ownKeysOf,
  registerCommands,
  resetKeys,
  takeKeysAway,
  type Command,
} from '@renderer/actions'
import { useWindows } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('a chord that is pressed', () => {
  it.each([
    [press('k', { ctrlKey: true }), false, 'Mod+K'],
    [press('k', { metaKey: true }), true, 'Mod+K'],
    [press('k', { ctrlKey: true }), true, 'Ctrl+K'],
    [press('D', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+D'],
    [press('∂', { altKey: true, code: 'KeyD' }), true, 'Alt+D'],
    [press('л', { ctrlKey: true, code: 'KeyK' }), false, 'Mod+K'],
    [press('?', { shiftKey: true, code: 'Slash' }), false, '?'],
    [press('F6', { shiftKey: true }), false, 'Shift+F6'],
    [press(' ', { ctrlKey: true, code: 'Space' }), false, 'Mod+Space'],
    [press('+', { ctrlKey: true, code: 'Equal' }), false, 'Mod++'],
    [press('Control', { ctrlKey: true }), false, undefined],
    [press('Dead', { altKey: true }), false, undefined],
    [press('k', { metaKey: true }), false, undefined],
  ] as const)('%o on a Mac: %s is %s', (event, mac, chord) => {
    expect(chordOf(event, mac)).toBe(chord)
  })

  it.each([
    ['Mod+Enter', true],
    ['Enter', false],
    ['Shift+Tab', false],
    ['ArrowUp', false],
    ['Alt+ArrowUp', true],
    ['G', true],
    ['F9', true],
  ])('%s may be chosen: %s', (chord, may) => {
    expect(isChoosable(chord)).toBe(may)
  })
})

describe('keys that people choose', () => {
  const [first, second, hidden] = [vi.fn(), vi.fn(), vi.fn()]
  const commands: readonly Command[] = [
    { id: 'test.first', label: 'actions.newProject', keys: ['Mod+1'], inFields: true, run: first },
    { id: 'test.second', label: 'actions.signOut', keys: ['Mod+2', 'F8'], inFields: true, run: second },
    { id: 'test.hidden', label: 'actions.signOut', keys: ['Mod+3'], listed: false, run: hidden },
  ]
  let stops: (() => void)[]

  beforeEach(() => {
    for (const run of [first, second, hidden]) run.mockClear()
    resetKeys()
    stops = [handleKeys(() => ({ path: '/', isSignedIn: true })), registerCommands(commands)]
  })
  afterEach(() => {
    for (const stop of stops) stop()
    resetKeys()
    document.body.replaceChildren()
  })
  const type = (init: KeyboardEventInit, element: Element = document.body): void =>
    void element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

  it('count in place of those that a command came with, until they are reset', () => {
    chooseKeys('test.first', 'Mod+G')
    type({ key: '1', code: 'Digit1', ctrlKey: true })
    expect(first).not.toHaveBeenCalled()
    type({ key: 'g', code: 'KeyG', ctrlKey: true })
    expect(first).toHaveBeenCalledOnce()
    expect([keysOf('test.first'), ownKeysOf('test.first')]).toEqual(['Mod+G', ['Mod+1']])
    expect(JSON.parse(localStorage.getItem('windows') ?? '')).toMatchObject({
      state: { keys: { 'test.first': ['Mod+G'] } },
    })
    resetKeys('test.first')
    expect([keysOf('test.first'), ownKeysOf('test.first')]).toEqual(['Mod+1', undefined])
  })

  it('are told when something else has them, and given up by it when they are taken over', () => {
    expect(conflictOf('Mod+G', 'test.first')).toBeUndefined()
    expect(conflictOf('Mod+1', 'test.first')).toBeUndefined()
    expect(conflictOf('F8', 'test.first')).toEqual({ id: 'test.second', label: 'actions.signOut', isFixed: false })
    expect(conflictOf('Mod+3', 'test.first')).toMatchObject({ isFixed: true })
    chooseKeys('test.first', 'F8')
    expect(availableCommands().map(({ id, keys }) => [id, keys])).toEqual([
      ['test.first', ['F8']],
      ['test.second', ['Mod+2']],
      ['test.hidden', ['Mod+3']],
    ])
    type({ key: 'F8', code: 'F8' })
    expect([first, second].map((run) => run.mock.calls.length)).toEqual([1, 0])
  })

  it('can be none', () => {
    takeKeysAway('test.second')
    type({ key: 'F8', code: 'F8' })
    expect(second).not.toHaveBeenCalled()
    expect(keysOf('test.second')).toBeUndefined()
  })

  it('are typed where one types, when they are a letter', () => {
    chooseKeys('test.first', 'G')
    type({ key: 'g', code: 'KeyG' }, document.body.appendChild(document.createElement('input')))
    expect(first).not.toHaveBeenCalled()
    type({ key: 'g', code: 'KeyG' })
    expect(first).toHaveBeenCalledOnce()
  })

  it('fall back alone when they cannot be read', async () => {
    localStorage.setItem(
      'windows',
      JSON.stringify({ state: { language: 'en', keys: { 'test.first': 'F9' } }, version: 0 }),
    )
    await useWindows.persist.rehydrate()
    expect(useWindows.getState().keys).toEqual({})
  })
})
