import { ProgressBar, Snackbar, Toast } from '@renderer/ui'
import { draw } from '@tests/helpers/renderer'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})

const advance = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

describe('the top bar', () => {
  const phase = (): string | undefined => document.querySelector<HTMLElement>('[data-progress]')?.dataset['progress']
  const bar = (active: boolean) => (
    <MantineProvider env="test">
      <ProgressBar active={active} />
    </MantineProvider>
  )

  it('begins after 200 ms and hides 500 ms after the end', () => {
    const { rerender } = draw(<ProgressBar active />)
    advance(199)
    expect(phase()).toBeUndefined()
    advance(1)
    expect(phase()).toBe('running')
    rerender(bar(false))
    expect(phase()).toBe('finished')
    advance(499)
    expect(phase()).toBe('finished')
    advance(1)
    expect(phase()).toBeUndefined()
  })

  it('shows nothing for work that is done within 200 ms', () => {
    const { rerender } = draw(<ProgressBar active />)
    advance(150)
    rerender(bar(false))
    advance(1_000)
    expect(phase()).toBeUndefined()
  })
})

describe('a toast', () => {
  it('goes by itself, and stays while the pointer is on it', () => {
    const onClose = vi.fn()
    draw(<Toast kind="info" text="Copied" durationMs={2_000} closeLabel="Close" onClose={onClose} />)
    advance(1_900)
    fireEvent.pointerEnter(screen.getByRole('status'))
    advance(10_000)
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.pointerLeave(screen.getByRole('status'))
    advance(2_000)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('does its action and closes', () => {
    const onClose = vi.fn()
    const run = vi.fn()
    draw(
      <Toast
        kind="error"
        text="Refused"
        durationMs={3_000}
        closeLabel="Close"
        action={{ label: 'Undo', run }}
        onClose={onClose}
      />,
    )
    fireEvent.click(screen.getByText('Undo'))
    expect(run).toHaveBeenCalledOnce()
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert')).toBeDefined()
  })
})

describe('the snackbar', () => {
  it('closes by its button, or after 10 s', () => {
    const onClose = vi.fn()
    draw(<Snackbar text="The connection is lost." closeLabel="Close" onClose={onClose} />)
    advance(9_999)
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText('Close'))
    advance(1)
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('stays while it is pointed at, and closes after an action', () => {
    const onClose = vi.fn()
    const run = vi.fn()
    draw(<Snackbar text="Three tabs." actions={[{ label: 'Upgrade', run }]} closeLabel="Close" onClose={onClose} />)
    fireEvent.pointerEnter(screen.getByRole('status'))
    advance(20_000)
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.pointerLeave(screen.getByRole('status'))
    advance(10_000)
    expect(onClose).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByText('Upgrade'))
    expect([run, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
  })
})
