import { asShown } from '@tests/helpers/as-shown'
import type { Bridge, Opening } from '@common/bridge'
import { useDropTargets } from '@renderer/features/import/drop-target'
import { followOpenings } from '@renderer/features/openings'
import { bindNavigation, useToasts } from '@renderer/stores'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ok = <T,>(value: T) => Promise.resolve({ ok: true as const, value })

/** A shell that gives openings, and content of 10 bytes in parts of 4. */
function shellOf(given: readonly Opening[]) {
  const waiting = [...given]
  let wait: () => void = () => undefined
  const newWindow = vi.fn(() => ok(undefined))
  const bytes = new TextEncoder().encode('a,b\n1,2\n3,')
  const shell = {
    takeOpenings: () => ok(waiting.splice(0)),
    readOpening: ({ offset }: { readonly offset: number }) => ok(bytes.slice(offset, offset + 4)),
    newWindow,
    onOpeningsWait: (listener: () => void) => {
      wait = listener
      return () => undefined
    },
  } as unknown as Bridge
  return {
    shell,
    newWindow,
    more: (opening: Opening) => {
      waiting.push(opening)
      wait()
    },
  }
}

const visited: string[] = []
beforeEach(() => {
  bindNavigation((path) => void visited.push(path))
})
afterEach(() => {
  visited.length = 0
  useToasts.setState({ toasts: [] })
  useDropTargets.setState({ target: undefined })
})

describe('files and links of the system', () => {
  it('open here, and each further one in a window of its own', async () => {
    const { shell, newWindow, more } = shellOf([
      { kind: 'database', path: '/data/a b.sqlite' },
      { kind: 'place', project: 'p_1', table: 'Play lists', record: '7', view: 'vw' },
      { kind: 'place', project: 'p_2' },
    ])
    followOpenings(shell)
    await waitFor(() => expect(newWindow).toHaveBeenCalledTimes(2))
    expect(visited).toEqual(['/projects?open=file&path=%2Fdata%2Fa%20b.sqlite'])
    expect(newWindow.mock.calls).toEqual([
      [{ address: '/nc/p_1?name=Play+lists&type=table&dbalias=db&view=vw&record=7' }],
      [{ address: '/nc/p_2' }],
    ])
    more({ kind: 'place', project: 'p_3' })
    await waitFor(() => expect(visited).toContain('/nc/p_3'))
  })

  it('of rows arrive complete, in the order in which they were given', async () => {
    const take = vi.fn<(files: readonly File[]) => void>()
    useDropTargets.setState({ target: { title: '', text: '', take } })
    const rows = (name: string): Opening => ({ kind: 'rows', id: name, name, size: 10 })
    followOpenings(shellOf([rows('one.csv'), rows('two.csv')]).shell)
    await waitFor(() => expect(take).toHaveBeenCalledTimes(1))
    expect(take.mock.calls[0]?.[0].map(({ name, size }) => [name, size])).toEqual([
      ['one.csv', 10],
      ['two.csv', 10],
    ])
  })

  it.each([
    ['missing', "gone.csv can't be found. It was moved, renamed or deleted."],
    ['folder', 'gone.csv is a folder. Open a file in it.'],
    [
      'unknown',
      "Basalt can't open gone.csv. It opens SQLite, CSV, Excel and JSON files, and the metadata of a project.",
    ],
    ['link', 'This link leads nowhere in Basalt: gone.csv'],
  ] as const)('that cannot be opened say why: %s', async (problem, sentence) => {
    followOpenings(shellOf([{ kind: 'refused', problem, name: 'gone.csv' }]).shell)
    await waitFor(() => expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual([sentence]))
    expect(visited).toEqual([])
  })
})
