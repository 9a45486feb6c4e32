import { IconButton } from '@renderer/ui'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

const button = (): HTMLElement => screen.getByRole('button', { name: 'Reload' })

describe('a tooltip', () => {
  it('opens under the pointer, describes its button without replacing it, and closes when the pointer leaves', async () => {
    draw(<IconButton icon="reload" label="Reload" keys="F5" />)
    const before = button()
    expect(before.getAttribute('aria-describedby')).toBeNull()
    fireEvent.pointerEnter(before)
    const bubble = await screen.findByRole('tooltip')
    expect(bubble.textContent).toMatch(/^Reload/)
    expect(button()).toBe(before)
    expect(before.getAttribute('aria-describedby')).toBe(bubble.id)
    fireEvent.pointerLeave(before)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    expect(before.getAttribute('aria-describedby')).toBeNull()
    fireEvent.pointerEnter(before)
    await screen.findByRole('tooltip')
  })

  it('opens with the keyboard focus, and Escape closes it for the panel around the button too', async () => {
    const pressed = vi.fn()
    draw(
      <div role="group" onKeyDown={({ key }) => pressed(key)}>
        <IconButton icon="reload" label="Reload" />
      </div>,
    )
    button().focus()
    await screen.findByRole('tooltip')
    fireEvent.keyDown(button(), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    expect(pressed).toHaveBeenCalledExactlyOnceWith('Escape')
    expect(document.activeElement).toBe(button())
  })

  it('runs the handlers of its button, and stays closed if the pointer leaves early', async () => {
    vi.useFakeTimers()
    try {
      const [entered, left] = [vi.fn(), vi.fn()]
      draw(<IconButton icon="reload" label="Reload" onPointerEnter={entered} onPointerLeave={left} />)
      fireEvent.pointerEnter(button())
      await vi.advanceTimersByTimeAsync(300)
      fireEvent.pointerLeave(button())
      await vi.advanceTimersByTimeAsync(300)
      expect([entered, left].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
      expect(screen.queryByRole('tooltip')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
