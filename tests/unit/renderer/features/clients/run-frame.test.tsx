import { RunFrame } from '@renderer/features/clients'
import { fireEvent, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it, vi } from 'vitest'

const press = (element: Element): boolean => fireEvent.keyDown(element, { key: 'Enter', ctrlKey: true })

it('runs the request by Ctrl+Enter inside, and while nothing has the focus', () => {
  const onRun = vi.fn()
  const frames = (mode: 'visible' | 'hidden') => (
    <>
      <Activity mode={mode}>
        <RunFrame onRun={onRun}>
          <input aria-label="inside" />
        </RunFrame>
      </Activity>
      <input aria-label="outside" />
    </>
  )
  const { rerender } = render(frames('visible'))
  press(screen.getByLabelText('inside'))
  expect(onRun).toHaveBeenCalledTimes(1)
  press(document.body)
  expect(onRun).toHaveBeenCalledTimes(2)
  screen.getByLabelText('outside').focus()
  press(screen.getByLabelText('outside'))
  expect(onRun).toHaveBeenCalledTimes(2)
  screen.getByLabelText('outside').blur()
  rerender(frames('hidden'))
  press(document.body)
  expect(onRun).toHaveBeenCalledTimes(2)
})
