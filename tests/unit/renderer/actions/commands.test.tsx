import {
  handleKeys,
  keysOf,
  matchesKeys,
  registerCommands,
  runCommand,
  type Command,
  type CommandContext,
  useCommands,
  usePageCommand,
} from '@renderer/actions'
import { draw } from '@tests/helpers/renderer'
import { useLayoutEffect, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('a chord', () => {
  it.each([
    ['Mod+Shift+D', press('D', { ctrlKey: true, shiftKey: true }), false, true],
    ['Mod+Shift+D', press('D', { metaKey: true, shiftKey: true }), true, true],
    ['Mod+Shift+D', press('D', { ctrlKey: true, shiftKey: true }), true, false],
    ['Mod+Shift+D', press('d', { ctrlKey: true }), false, false],
    ['N', press('n'), false, true],
    ['N', press('N', { shiftKey: true }), false, false],
    ['N', press('n', { ctrlKey: true }), false, false],
    // The key of the letter on a keyboard of another script.
    ['N', press('т', { code: 'KeyN' }), false, true],
    ['?', press('?', { shiftKey: true, code: 'Slash' }), false, true],
    ['F6', press('F6', { code: 'F6' }), false, true],
    ['Mod++', press('+', { ctrlKey: true, shiftKey: true, code: 'Equal' }), false, true],
  ] as const)('%s and a press of %o', (keys, event, mac, matches) => {
    expect(matchesKeys(event, keys, mac)).toBe(matches)
  })
})

describe('commands', () => {
  const context: CommandContext = { path: '/projects', isSignedIn: true }
  const run = vi.fn()
  const letter: Command = { id: 'test.letter', label: 'actions.newProject', keys: ['N'], run }
  let stops: (() => void)[]

  beforeEach(() => {
    run.mockClear()
    stops = [handleKeys(() => context)]
  })

  afterEach(() => {
    for (const stop of stops) stop()
    document.body.replaceChildren()
  })

  const typeIn = (element: Element, init: KeyboardEventInit): void =>
    void element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

  it('of a page run by their key as soon as the page is seen', () => {
    const other: Command = { ...letter, id: 'test.other', keys: ['I'], run: () => run('other') }
    const list = [other]
    const Page = (): ReactNode => {
      usePageCommand(letter, () => run('letter'))
      useCommands(list)
      return null
    }
    /** Runs as an effect, right after the browser renders the page. */
    const Drawn = ({ children }: { readonly children: ReactNode }): ReactNode => {
      useLayoutEffect(() => {
        typeIn(document.body, press('n'))
        typeIn(document.body, press('i'))
      }, [])
      return children
    }
    draw(
      <Drawn>
        <Page />
      </Drawn>,
    )
    expect(run.mock.calls).toEqual([['letter'], ['other']])
  })

  it('run by their key, but not while somebody types', () => {
    stops.push(registerCommands([letter]))
    const input = document.body.appendChild(document.createElement('input'))
    typeIn(input, { key: 'n', code: 'KeyN' })
    expect(run).not.toHaveBeenCalled()
    typeIn(document.body, { key: 'n', code: 'KeyN' })
    expect(run).toHaveBeenCalledOnce()
  })

  it('leave keys alone that something else has handled', () => {
    stops.push(registerCommands([letter]))
    const button = document.body.appendChild(document.createElement('button'))
    button.addEventListener('keydown', (event) => event.preventDefault())
    typeIn(button, { key: 'n', code: 'KeyN' })
    expect(run).not.toHaveBeenCalled()
  })

  it('exist where they apply, and until they are taken away', () => {
    const stop = registerCommands([{ ...letter, when: ({ path }) => path === '/nc' }])
    expect(runCommand('test.letter')).toBe(false)
    stop()
    const again = registerCommands([letter])
    expect(keysOf('test.letter')).toBe('N')
    expect(runCommand('test.letter')).toBe(true)
    again()
    expect(runCommand('test.letter')).toBe(false)
  })
})
