import { Button, IconButton, Menu, MenuItem, Popover } from '@renderer/ui'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'

function Panel() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      label="Fields"
      opened={opened}
      onChange={setOpened}
      target={<Button onClick={() => setOpened(!opened)}>Open fields</Button>}
    >
      <input aria-label="Search" />
    </Popover>
  )
}

describe('a popover', () => {
  it('leaves its button in place when it opens for the first time, and tells readers of it', async () => {
    draw(<Panel />)
    const button = screen.getByRole('button')
    expect(button.getAttribute('aria-haspopup')).toBe('dialog')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    fireEvent.click(button)
    const panel = await screen.findByRole('dialog')
    expect(screen.getByRole('button', { hidden: true })).toBe(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(button.getAttribute('aria-controls')).toBe(panel.id)
  })

  it('takes the focus and gives it back, the first time too', async () => {
    draw(<Panel />)
    const button = screen.getByRole('button')
    for (let time = 0; time < 2; time += 1) {
      button.focus()
      fireEvent.click(button)
      const field = await screen.findByRole('textbox')
      await waitFor(() => expect(document.activeElement).toBe(field))
      fireEvent.keyDown(field, { key: 'Escape' })
      await waitFor(() => expect(document.activeElement).toBe(button))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
  })
})

describe('a menu', () => {
  const run = vi.fn()
  const clicked = vi.fn()
  const menu = (
    <Menu target={<IconButton icon="more" label="More" onClick={clicked} />}>
      <MenuItem onClick={run}>Rename</MenuItem>
      <MenuItem onClick={run}>Delete</MenuItem>
    </Menu>
  )

  it('opens with its button and runs a line of it', async () => {
    draw(menu)
    const button = screen.getByRole('button', { name: 'More' })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    button.focus()
    fireEvent.click(button)
    expect(clicked).toHaveBeenCalledOnce()
    const list = await screen.findByRole('menu')
    expect(button.getAttribute('aria-controls')).toBe(list.id)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    expect(run).toHaveBeenCalledOnce()
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })

  it('is open from the beginning where it is drawn so', async () => {
    const onChange = vi.fn()
    draw(
      <Menu opened onChange={onChange} target={<button type="button">Place</button>}>
        <MenuItem onClick={run}>Rename</MenuItem>
      </Menu>,
    )
    const list = await screen.findByRole('menu')
    fireEvent.keyDown(list, { key: 'Escape' })
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false)
  })
})
