import { sentence } from '@renderer/i18n'
import { queryClient } from '@renderer/api'
import { RootFrame } from '@renderer/app/RootFrame'
import { NotificationMenu } from '@renderer/features/notifications'
import {
  beginProgress,
  loader,
  notifications,
  snackbar,
  toastLatestNotification,
  useNotifications,
} from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/* Numbers and words of S1 §2, §4 and §9, read from the screen. */

let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  useNotifications.setState({ list: [], unread: false })
  stop = toastLatestNotification()
  const router = createMemoryRouter([{ Component: RootFrame, children: [{ path: '/', Component: NotificationMenu }] }])
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  stop()
  act(() => void vi.runAllTimers())
  act(() => loader.hide())
})

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const shown = (text: string): boolean => screen.queryByText(text) !== null
const rename = {
  type: 'Rename',
  module: 'project',
  title: sentence('notifications.line', { type: 'Rename', module: 'project' }),
}

describe('the top bar', () => {
  const bar = (): HTMLElement | null => document.querySelector('[data-progress]')
  const fill = (): string => (bar()?.firstElementChild as HTMLElement | null)?.style.transition ?? ''

  it('starts 200 ms after a request or an operation, runs 3 s, and hides 500 ms after the end', () => {
    let end: () => void = () => undefined
    act(() => void (end = beginProgress()))
    pass(199)
    expect(bar()).toBeNull()
    pass(1)
    expect(fill()).toContain('transform 3000ms')
    let id = 0
    act(() => void (id = notifications.push(rename)))
    act(end)
    // The operation still runs.
    expect(bar()?.dataset['progress']).toBe('running')
    act(() => notifications.settle(id, 'success'))
    expect(bar()?.dataset['progress']).toBe('finished')
    pass(499)
    expect(bar()).not.toBeNull()
    pass(1)
    expect(bar()).toBeNull()
  })
})

describe('a toast about an operation', () => {
  it.each([
    ['success', 'Rename project successful'],
    ['error', 'Rename project failed'],
  ] as const)('says on %s what happened, for 2 s', (status, text) => {
    act(() => notifications.settle(notifications.push(rename), status))
    // Until then, the action can say more itself.
    pass(150)
    expect(shown(text)).toBe(true)
    pass(1_999)
    expect(shown(text)).toBe(true)
    pass(1)
    expect(shown(text)).toBe(false)
  })

  it('is absent while it is pending, and for the type List', () => {
    act(() => void notifications.push(rename))
    act(() => notifications.settle(notifications.push({ ...rename, type: 'List' }), 'success'))
    pass(1_000)
    expect(document.querySelectorAll('[data-toasts] [role=status]')).toHaveLength(0)
  })
})

describe('the snackbar', () => {
  it('has Close and its action, and goes after 10 s', () => {
    const run = vi.fn()
    act(() => snackbar.show('New update available. Upgrade?', [{ label: 'Upgrade', run }]))
    pass(9_999)
    expect(screen.getByRole('button', { name: 'Close' }).textContent).toBe('Close')
    pass(1)
    expect(shown('New update available. Upgrade?')).toBe(false)
    act(() => snackbar.show('New update available. Upgrade?', [{ label: 'Upgrade', run }]))
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade' }))
    expect(run).toHaveBeenCalledOnce()
    expect(shown('New update available. Upgrade?')).toBe(false)
  })
})

describe('the full-screen loader', () => {
  it('shows its message, and the percentage if it is known', () => {
    act(() => loader.show('Changing the environment'))
    expect(screen.getByText('Changing the environment').parentElement?.textContent).toBe('Changing the environment')
    act(() => loader.show('Changing the environment', 40))
    expect(shown('40%')).toBe(true)
    act(() => loader.hide())
    expect(shown('Changing the environment')).toBe(false)
  })
})

describe('the notification menu', () => {
  it('is at most 250 px high, clears finished lines, and says when there are none', () => {
    act(() => notifications.settle(notifications.push(rename), 'success'))
    fireEvent.click(screen.getByRole('button', { name: /^Notifications/ }))
    pass(200)
    const list = screen.getByRole('list', { name: 'Notifications' })
    expect(list.style.maxHeight).toBe('250px')
    expect(list.textContent).toContain('Rename project successful')
    expect(list.textContent).toContain('Done')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(shown('No new notifications')).toBe(true)
  })
})
