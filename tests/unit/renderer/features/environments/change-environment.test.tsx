import { asShown } from '@tests/helpers/as-shown'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeEnvironment } from '@renderer/features/environments/change-environment'
import { bindNavigation, guardSignOut, useInstallation, useLoader, useUsers } from '@renderer/stores'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'

/* The steps of S1 §4, in their order. */

const steps: string[] = []
let polls: readonly boolean[]
let hasAdmin: boolean
const reloaded = vi.fn(() => void steps.push('reload'))

beforeEach(() => {
  vi.useFakeTimers()
  steps.length = 0
  polls = [true]
  hasAdmin = true
  reloaded.mockClear()
  bindNavigation((path) => void steps.push(`go ${path}`))
  useUsers.setState({ token: 't', user: null, previewAs: null, role: null })
  const server = fakeServer(({ path }) => {
    if (path === window.location.pathname) {
      const isUp = polls[0] === true
      polls = polls.slice(1)
      steps.push(isUp ? 'up' : 'away')
      return isUp ? { body: null } : { status: 503, body: { msg: 'away' } }
    }
    // Some operations have a path of their own.
    const name = operationIn(path).name || path.replace(/^.*\/auth\//, 'auth/')
    steps.push(name)
    if (name === 'environmentChange') return { body: { environment: 'staging' } }
    if (name === 'auth/type') return { body: { ...useInstallation.getState().info, projectHasAdmin: hasAdmin } }
    return { body: null }
  })
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('changing the environment', () => {
  it('changes, polls the dashboard every second, signs out, reloads the facts, then the page', async () => {
    polls = [false, false, true]
    const changing = changeEnvironment('shop', 'staging', reloaded)
    expect(asShown(useLoader.getState()).current?.message).toContain('staging')
    await vi.advanceTimersByTimeAsync(999)
    expect(steps).toEqual(['environmentChange', 'away'])
    await vi.advanceTimersByTimeAsync(1)
    expect(steps).toEqual(['environmentChange', 'away', 'away'])
    await vi.advanceTimersByTimeAsync(1_000)
    await changing
    expect(steps).toEqual([
      'environmentChange',
      'away',
      'away',
      'up',
      'auth/signout',
      'go /user/authentication/signin',
      'auth/type',
      'reload',
    ])
    expect(asShown(useLoader.getState()).current).toBeNull()
  })

  it('leads to /start without an admin', async () => {
    hasAdmin = false
    await changeEnvironment('shop', 'staging', reloaded)
    expect(steps.at(-1)).toBe('go /start')
    expect(reloaded).not.toHaveBeenCalled()
  })

  it('stays signed in if the user cancels the sign-out for unsaved work', async () => {
    const unregister = guardSignOut(async () => false)
    await changeEnvironment('shop', 'staging', reloaded)
    unregister()
    expect(steps).toEqual(['environmentChange', 'up'])
    expect(asShown(useLoader.getState()).current).toBeNull()
  })

  it('says that the server is away after two minutes', async () => {
    polls = Array.from({ length: 200 }, () => false)
    const changing = changeEnvironment('shop', 'staging', reloaded)
    await vi.advanceTimersByTimeAsync(121_000)
    await changing
    expect(steps).not.toContain('auth/signout')
    expect(asShown(useLoader.getState()).current).toBeNull()
  })
})
