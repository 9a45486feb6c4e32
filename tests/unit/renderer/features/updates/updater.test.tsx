import { asShown } from '@tests/helpers/as-shown'
import { act, fireEvent, screen } from '@testing-library/react'
import type { Bridge, RestartOutcome, UpdaterFailure, UpdaterState } from '@common/bridge'
import { snackbarTimeoutMs } from '@common/constants'
import { client } from '@renderer/api'
import { beginWrite } from '@renderer/api/running-writes'
import { DesktopVersion } from '@renderer/features/updates/DesktopVersion'
import { followUpdater } from '@renderer/features/updates/follow-updater'
import { updater, useUpdater } from '@renderer/features/updates/updater-store'
import {
  notifications,
  saveStateNow,
  snackbar,
  useNotifications,
  useShell,
  useSnackbar,
  useToasts,
  useUnsaved,
  useWindows,
} from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const found = { version: '1.1.0', notes: null, checkedAt: new Date().toISOString() }
const idle: UpdaterState = { state: 'idle', checkedAt: null }

/** A shell whose updater the test plays. */
function openShell(first: UpdaterState = idle) {
  let listener: (state: UpdaterState) => void = () => undefined
  const calls: string[] = []
  let outcome: RestartOutcome = 'restarting'
  const asked = (name: string) => async () => {
    calls.push(name)
    return { ok: true, value: undefined }
  }
  const shell = {
    updaterState: async () => ({ ok: true, value: first }),
    onUpdaterChanged: (added: typeof listener) => {
      listener = added
      return () => undefined
    },
    checkForUpdate: asked('check'),
    downloadUpdate: asked('download'),
    restartToUpdate: async () => {
      calls.push('restart')
      return { ok: true, value: outcome }
    },
  } as unknown as Bridge
  vi.stubGlobal('basalt', shell)
  return {
    shell,
    calls,
    become: (state: UpdaterState) => act(() => listener(state)),
    declineWith: (next: RestartOutcome) => (outcome = next),
  }
}

beforeEach(() => {
  useUpdater.setState({ state: idle, isAsked: false })
  useToasts.setState({ toasts: [] })
  useNotifications.setState({ list: [], unread: false })
  useUnsaved.setState({ edits: [], fleeting: new Set() })
  useWindows.setState({ downloadAndUpdateRelease: false })
  useShell.setState({ info: { version: '1.0.0' } as never })
  snackbar.close()
  vi.spyOn(client, 'call').mockResolvedValue({ isNewer: false, newest: null } as never)
})
afterEach(() => vi.unstubAllGlobals())

const shown = () => asShown(useSnackbar.getState()).current
const toasts = () => asShown(useToasts.getState()).toasts.map(({ text, detail }) => [text, detail])
/** Presses the action of the snackbar. */
const press = async (label: string): Promise<void> => {
  const action = shown()?.actions.find((each) => each.label === label)
  expect(action?.label).toBe(label)
  await act(async () => action?.run())
}

describe('snackbars of the updater', () => {
  it('offer the download once for each version, then the restart', async () => {
    const { shell, calls, become } = openShell()
    await followUpdater(shell)
    become({ state: 'available', ...found })
    expect(shown()?.text).toBe('New update available. Upgrade?')
    snackbar.close()
    // The check of ten minutes later finds the same version.
    become({ state: 'checking', checkedAt: null })
    become({ state: 'available', ...found })
    expect(shown()).toBeNull()
    become({ state: 'available', ...found, version: '1.2.0' })
    await press('Upgrade')
    expect(calls).toEqual(['download'])

    become({ state: 'downloading', percent: 0, ...found })
    become({ state: 'downloading', percent: 41.7, ...found })
    expect(asShown(useNotifications.getState()).list).toMatchObject([
      { title: 'Downloading Basalt 1.1.0', status: 'pending', progress: { percent: 41.7, detail: '41%' } },
    ])
    become({ state: 'downloaded', ...found })
    expect(asShown(useNotifications.getState()).list[0]?.status).toBe('success')
    expect(shown()?.text).toBe('New update successfully downloaded. Restart to update.')
    await press('Restart')
    expect(calls).toEqual(['download', 'restart'])
    expect(snackbarTimeoutMs).toBe(10_000)
  })

  it('do not ask with auto-update, and show no progress of what runs in the background', async () => {
    useWindows.setState({ downloadAndUpdateRelease: true })
    const { shell, become } = openShell()
    await followUpdater(shell)
    become({ state: 'available', ...found })
    expect(shown()).toBeNull()
    become({ state: 'downloading', percent: 5, ...found })
    expect(asShown(useNotifications.getState()).list).toEqual([])
    become({ state: 'downloaded', ...found })
    expect(shown()?.text).toBe('New update successfully downloaded. Restart to update.')
  })

  it('greet a window that opens after the download', async () => {
    const { shell } = openShell({ state: 'downloaded', ...found })
    await followUpdater(shell)
    expect(shown()?.text).toBe('New update successfully downloaded. Restart to update.')
  })
})

describe('failures of the updater', () => {
  const words: Readonly<Record<UpdaterFailure, string>> = {
    checkFailed: 'The update server does not answer.',
    downloadFailed: 'The download of the update ended early.',
    damaged: 'The update is damaged.',
    diskFull: 'There is no space for the update.',
    notSigned: "The update isn't signed by the publisher of this Basalt.",
    notPackaged: "This copy of Basalt can't update itself.",
    installFailed: 'The installer of the update did not start.',
  }
  const each = Object.entries(words) as [UpdaterFailure, string][]

  it.each(each)('%s is told in words to the user who asked', async (reason, text) => {
    const { shell, become } = openShell()
    await followUpdater(shell)
    await updater.check()
    become({ state: 'failed', reason, checkedAt: null })
    expect(toasts()).toEqual([[text, expect.stringMatching(/\.$/)]])
  })

  it('of checks in the background are only in the settings', async () => {
    const { shell, become } = openShell()
    await followUpdater(shell)
    for (const reason of ['checkFailed', 'notPackaged'] as const) become({ state: 'failed', reason, checkedAt: null })
    expect(toasts()).toEqual([])
    become({ state: 'failed', reason: 'damaged', checkedAt: null })
    expect(toasts()).toHaveLength(1)
  })

  it('end the progress of a download', async () => {
    const { shell, become } = openShell()
    await followUpdater(shell)
    become({ state: 'available', ...found })
    await updater.download()
    become({ state: 'downloading', percent: 5, ...found })
    become({ state: 'failed', reason: 'diskFull', checkedAt: null })
    expect(asShown(useNotifications.getState()).list).toMatchObject([
      { status: 'error', title: 'There is no space for the update.' },
    ])
  })

  it.each<[RestartOutcome, string]>([
    ['notReady', 'There is no downloaded update.'],
    ['saving', 'A window is still saving. Restart when it has finished.'],
    ['unsaved', 'A window has unsaved changes. Save or discard them, then restart.'],
    ['noAnswer', 'A window does not answer. Close it, then restart.'],
  ])('a restart that is declined as %s says why', async (outcome, text) => {
    const { declineWith } = openShell()
    declineWith(outcome)
    await updater.restart()
    expect(toasts()).toEqual([[text, undefined]])
  })
})

describe('the line of the version', () => {
  const text = () => document.body.textContent

  it('shows each state, with the action that fits it', async () => {
    const { calls } = openShell()
    draw(<DesktopVersion />)
    const become = (state: UpdaterState) => act(() => useUpdater.setState({ state }))
    expect(text()).toContain('Basalt 1.0.0')
    expect(text()).toContain('No check since Basalt started.')
    fireEvent.click(screen.getByRole('button', { name: 'Check now' }))
    become({ state: 'checking', checkedAt: null })
    expect(screen.getByRole('status').textContent).toBe('Checking for updates')
    become({ state: 'idle', checkedAt: new Date().toISOString() })
    expect(screen.getByRole('status').textContent).toBe('Basalt is up to date.')
    expect(text()).toContain('Last check: now')
    become({ state: 'available', ...found })
    expect(screen.getByRole('status').textContent).toBe('Basalt 1.1.0 is available.')
    fireEvent.click(screen.getByRole('button', { name: 'Download' }))
    become({ state: 'downloading', percent: 63.9, ...found })
    expect(screen.getByRole('progressbar', { name: 'Downloading Basalt 1.1.0' }).getAttribute('aria-valuetext')).toBe(
      '63%',
    )
    become({ state: 'downloaded', ...found })
    expect(screen.getByRole('status').textContent).toBe('Basalt 1.1.0 is downloaded. Restart to update.')
    fireEvent.click(screen.getByRole('button', { name: 'Restart to update' }))
    become({ state: 'failed', reason: 'damaged', checkedAt: null })
    expect(screen.getByRole('alert').textContent).toContain('Basalt deleted it and installed nothing.')
    await untilItWorks(() => expect(calls).toEqual(['check', 'download', 'restart']))
  })
})

describe('the answer before a restart', () => {
  it('names running and unsaved writes of this window', () => {
    expect(saveStateNow()).toBe('saved')
    const end = beginWrite()
    expect(saveStateNow()).toBe('saving')
    end()
    end()
    expect(saveStateNow()).toBe('saved')

    const id = notifications.push({ type: 'Import', module: 'file', title: 'Importing', progress: undefined })
    expect(saveStateNow()).toBe('saving')
    notifications.settle(id, 'success')
    expect(saveStateNow()).toBe('saved')

    const edit = { id: '1', kind: 'cell', projectId: 'p', table: { name: 't', title: 'T' }, at: 1 }
    useUnsaved.setState({ edits: [{ ...edit, state: 'sending' } as never] })
    expect(saveStateNow()).toBe('saving')
    useUnsaved.setState({ edits: [{ ...edit, state: 'refused' } as never] })
    expect(saveStateNow()).toBe('unsaved')
  })

  it('counts the text in an open cell', () => {
    document.body.insertAdjacentHTML('beforeend', '<div id="portal"><textarea></textarea></div>')
    document.querySelector<HTMLTextAreaElement>('#portal textarea')?.focus()
    expect(saveStateNow()).toBe('unsaved')
    document.querySelector('#portal')?.remove()
    expect(saveStateNow()).toBe('saved')
  })
})
