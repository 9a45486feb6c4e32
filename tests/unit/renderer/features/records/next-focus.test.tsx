import type { GridModel } from '@renderer/features/records/model/grid-model'
import { createSessionStore } from '@renderer/features/records/session/session-store'
import { useNextFocus, type NextFocusOptions } from '@renderer/features/records/session/use-next-focus'
import { nextFocus } from '@renderer/stores'
import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'

const model = {
  table: { name: 'Jobs' },
  rows: { count: 1 },
  rowCount: 1,
  rowAt: () => ({ Id: 1 }),
} as unknown as GridModel

const state = createSessionStore()

function View() {
  const button = useRef<HTMLButtonElement>(null)
  const grid = useRef({
    boundsOf: () => ({ x: 0, y: 0, width: 1, height: 1 }),
    focus: () => button.current?.focus(),
    scrollTo: () => undefined,
  }) as unknown as NextFocusOptions['grid']
  useNextFocus({
    model,
    columns: [],
    state,
    select: () => undefined,
    grid,
    view: { id: 'v', kind: 'grid' },
  })
  return (
    <div data-stage="">
      <button ref={button}>Cell</button>
    </div>
  )
}

const open = async () => {
  nextFocus.ask({ table: 'Jobs' })
  const view = render(<View />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')))
  expect(nextFocus.wanted('Jobs', 'v')).toBeUndefined()
  return view
}
afterEach(() => nextFocus.drop())

it('a view that is replaced right after it got the focus passes it on', async () => {
  const first = await open()
  first.unmount()
  expect(document.activeElement).toBe(document.body)
  const second = render(<View />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')))
  second.unmount()
})

it('a view that goes while the focus is elsewhere asks for nothing', async () => {
  const view = await open()
  screen.getByRole('button').blur()
  view.unmount()
  expect(nextFocus.wanted('Jobs', 'v')).toBeUndefined()
})

it('a view that goes with its page asks for nothing, so that the next page gets all keys', async () => {
  location.hash = '#/nc/shop?name=Jobs'
  const view = await open()
  location.hash = '#/projects'
  view.unmount()
  expect(nextFocus.wanted('Jobs', 'v')).toBeUndefined()
  location.hash = ''
})
