import { ActionButton, ConfirmDialog, GradientPicker } from '@renderer/ui'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'

/* The shared pieces of S2 §1. */

describe('the gradient picker', () => {
  const written = vi.fn()
  function Picker() {
    const [value, setValue] = useState('')
    return (
      <GradientPicker
        label="Background"
        value={value}
        onChange={(text) => {
          written(text)
          setValue(text)
        }}
      />
    )
  }
  const colours = () => screen.getAllByLabelText(/^Colour \d$/)

  it('writes two or more colours and an angle from 0 to 360', () => {
    draw(<Picker />)
    expect(colours()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    fireEvent.change(screen.getByLabelText('Colour 1'), { target: { value: '#112233' } })
    expect(written).toHaveBeenLastCalledWith('linear-gradient(90deg, #112233, #6f5dcc)')
    const angle = screen.getByRole('slider', { name: 'Angle' })
    expect([angle.getAttribute('min'), angle.getAttribute('max')]).toEqual(['0', '360'])
    fireEvent.change(angle, { target: { value: '360' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add a colour' }))
    expect(written).toHaveBeenLastCalledWith('linear-gradient(360deg, #112233, #6f5dcc, #6f5dcc)')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Colour 1' }))
    expect(written).toHaveBeenLastCalledWith('linear-gradient(360deg, #6f5dcc, #6f5dcc)')
  })

  it('shows a gradient that is read-only without crosses and fields to change it', () => {
    const value = 'linear-gradient(45deg, #112233, #445566, #778899)'
    draw(<GradientPicker label="Background" value={value} readOnly onChange={written} />)
    expect(colours()).toHaveLength(3)
    expect(screen.queryByRole('button')).toBeNull()
    for (const field of [...colours(), screen.getByRole('slider')]) expect(field).toHaveProperty('disabled', true)
  })

  it('takes eight colours at most', () => {
    draw(<Picker />)
    for (let more = 2; more < 8; more += 1) fireEvent.click(screen.getByRole('button', { name: 'Add a colour' }))
    expect(colours()).toHaveLength(8)
    expect(screen.queryByRole('button', { name: 'Add a colour' })).toBeNull()
  })
})

describe('the confirm dialog', () => {
  it('has title, heading, Cancel and Submit', async () => {
    const onClose = vi.fn()
    const onSubmit = vi.fn()
    draw(
      <ConfirmDialog
        opened
        title="Disable analytics?"
        heading="Click submit to disable"
        onClose={onClose}
        onSubmit={onSubmit}
      />,
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable analytics?' }))
    dialog.getByRole('heading', { name: 'Click submit to disable' })
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    expect([onClose, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })
})

describe.each([false, true])('an action, as an icon: %s', (iconOnly) => {
  it('runs once until it is done', async () => {
    let finish: () => void = () => undefined
    const onAction = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    draw(<ActionButton icon="copy" label="Copy" iconOnly={iconOnly} onAction={onAction} />)
    const button = screen.getByRole('button', { name: 'Copy' })
    fireEvent.click(button)
    fireEvent.click(button)
    expect(onAction).toHaveBeenCalledOnce()
    expect(button.getAttribute('aria-busy')).toBe('true')
    await act(async () => finish())
    fireEvent.click(button)
    expect(onAction).toHaveBeenCalledTimes(2)
  })

  it('says why it cannot run', () => {
    const onAction = vi.fn()
    draw(
      <ActionButton icon="trash" label="Delete" iconOnly={iconOnly} disabledReason="Only owners" onAction={onAction} />,
    )
    const button = screen.getByRole('button', { name: /^Delete/ })
    fireEvent.click(button)
    expect(onAction).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
