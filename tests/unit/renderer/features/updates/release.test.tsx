import { act, fireEvent, screen } from '@testing-library/react'
import { releaseAlertDelayMs, releaseCheckEveryMs } from '@common/constants'
import type { OperationOutput } from '@common/operations'
import { client } from '@renderer/api'
import { ReleasePlace } from '@renderer/features/updates'
import { firstRowsShown, followRelease, readRelease, useApp, useRelease, useUsers, useWindows } from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const newer: OperationOutput<'releaseRead'> = {
  current: '1.0.0',
  newest: { version: '1.1.0', notes: '- **Faster** lists\n- <img src=x onerror=alert(1)>' },
  isNewer: true,
  hasFeed: true,
}
const admin = { id: '1', email: 'ada@example.com', isSuperAdmin: true }

let answer = newer
let ends: (() => void)[] = []
let call: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  localStorage.clear()
  answer = newer
  ends = []
  useRelease.setState({ info: null, readAt: null })
  useApp.setState({ releaseVersion: null, hiddenRelease: null })
  useUsers.setState({ token: 'token', user: admin as never, previewAs: null })
  useWindows.setState({ checkForUpdate: true })
  call = vi.spyOn(client, 'call').mockImplementation(() => Promise.resolve(answer as never))
})
afterEach(() => {
  for (const end of ends) end()
})
const pause = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the poll of the newest version', () => {
  beforeEach(() => vi.useFakeTimers())

  it('runs after the first rows and every ten minutes', async () => {
    ends.push(followRelease())
    firstRowsShown()
    await pause(0)
    expect(call).toHaveBeenCalledTimes(1)
    expect(call).toHaveBeenLastCalledWith('releaseRead', {}, { silent: true })
    await pause(releaseCheckEveryMs - 1)
    expect(call).toHaveBeenCalledTimes(1)
    await pause(1)
    expect(call).toHaveBeenCalledTimes(2)
    expect(releaseCheckEveryMs).toBe(600_000)
    expect(useApp.getState().releaseVersion).toBe('1.1.0')
  })

  it('asks no server while the setting is off or no user is signed in', async () => {
    useWindows.setState({ checkForUpdate: false })
    ends.push(followRelease())
    await pause(releaseCheckEveryMs * 2)
    expect(call).not.toHaveBeenCalled()
    useWindows.setState({ checkForUpdate: true })
    await pause(0)
    expect(call).toHaveBeenCalledTimes(1)

    useUsers.setState({ token: null })
    await pause(releaseCheckEveryMs)
    expect(call).toHaveBeenCalledTimes(1)
    useUsers.setState({ token: 'another' })
    await pause(0)
    expect(call).toHaveBeenCalledTimes(2)
  })
})

describe('the alert of a new version', () => {
  /** The menu loads with its first use. */
  beforeEach(async () => {
    await import('@renderer/features/updates/ReleaseMenu')
    vi.useFakeTimers()
    draw(<ReleasePlace />)
  })
  const alert = () => screen.queryByRole('button', { name: 'Upgrade available' })

  it('appears after one second, and stays hidden for this version', async () => {
    await act(readRelease)
    await pause(releaseAlertDelayMs - 1)
    expect(alert()).toBeNull()
    await pause(1)
    await untilItWorks(() => expect(alert()).not.toBeNull())
    expect(releaseAlertDelayMs).toBe(1_000)

    fireEvent.click(alert() as HTMLElement)
    await pause(300)
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Release notes',
      'How to upgrade',
      'Hide this version',
    ])
    expect(screen.getByText('Basalt 1.1.0')).toBeTruthy()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Hide this version' }))
    await pause(0)
    expect(alert()).toBeNull()
    expect(JSON.parse(localStorage.getItem('app') ?? '')).toMatchObject({
      state: { releaseVersion: '1.1.0', hiddenRelease: '1.1.0' },
    })

    answer = { ...newer, newest: { version: '1.2.0', notes: null } }
    await act(readRelease)
    await pause(releaseAlertDelayMs)
    await untilItWorks(() => expect(alert()).not.toBeNull())
  })

  it('shows the notes as text and our own elements, never as elements of the feed', async () => {
    await act(readRelease)
    await pause(releaseAlertDelayMs)
    await untilItWorks(() => expect(alert()).not.toBeNull())
    fireEvent.click(alert() as HTMLElement)
    await pause(300)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Release notes' }))
    vi.useRealTimers()
    const dialog = await screen.findByRole('dialog', { name: 'Release notes of Basalt 1.1.0' })
    await screen.findByText('Faster')
    expect(dialog.querySelector('strong')?.textContent).toBe('Faster')
    expect(dialog.querySelector('img')).toBeNull()
    expect(dialog.textContent).toContain('<img src=x onerror=alert(1)>')
  })

  it.each<[string, () => void]>([
    ['an older or equal version', () => (answer = { ...newer, isNewer: false })],
    ['an unknown version', () => (answer = { ...newer, newest: null, isNewer: false })],
    ['a user who can not upgrade', () => useUsers.setState({ user: { ...admin, isSuperAdmin: false } as never })],
  ])('does not appear for %s', async (_name, prepare) => {
    prepare()
    await act(readRelease)
    await pause(releaseAlertDelayMs * 2)
    expect(alert()).toBeNull()
  })
})
