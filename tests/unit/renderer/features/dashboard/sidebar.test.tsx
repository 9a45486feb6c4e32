import { Sidebar } from '@renderer/features/dashboard/Sidebar'
import { sidebar, useSidebarOver } from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const show = () => screen.getByRole('button', { name: 'Show the sidebar' })

beforeEach(() => {
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true, ...listeners }))
})
afterEach(() => {
  useSidebarOver.setState({ isOpen: false })
  vi.unstubAllGlobals()
})

function drawSidebar(): void {
  draw(
    <>
      <Sidebar>
        <button type="button">Tracks</button>
      </Sidebar>
      <input aria-label="Find in view" />
    </>,
  )
}
const open = (): HTMLElement => {
  fireEvent.click(show())
  const inside = screen.getByRole('button', { name: 'Tracks' })
  inside.focus()
  return inside
}

describe('the sidebar of a narrow window', () => {
  it('is closed at first, and takes the focus when it opens', () => {
    drawSidebar()
    expect(screen.queryByRole('button', { name: 'Tracks' })).toBeNull()
    fireEvent.click(show())
    expect(document.activeElement).toBe(screen.getByRole('complementary'))
  })

  it.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Hide the sidebar' }))],
    ['Escape', (inside: HTMLElement) => fireEvent.keyDown(inside, { key: 'Escape' })],
    ['Ctrl+B', () => act(() => sidebar.toggle())],
    ['a choice', () => act(() => sidebar.show(false))],
  ])('gives the focus to the button that opens it, closed by %s', (_way, close) => {
    drawSidebar()
    close(open())
    expect(screen.queryByRole('button', { name: 'Tracks' })).toBeNull()
    expect(document.activeElement).toBe(show())
  })

  it('leaves the focus where the page has taken it', () => {
    drawSidebar()
    open()
    const find = screen.getByRole('textbox', { name: 'Find in view' })
    find.focus()
    act(() => sidebar.show(false))
    expect(document.activeElement).toBe(find)
  })
})
