import { asShown } from '@tests/helpers/as-shown'
import { client } from '@renderer/api'
import { useConnection, useSnackbar, watchConnection } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let away: boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  away = true
  vi.stubGlobal('fetch', () =>
    away ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('[]')),
  )
  useConnection.setState({ isLost: false })
  useSnackbar.setState({ current: null })
  stop = watchConnection()
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a server that does not answer', () => {
  it('is said once, and looked for until it is back', async () => {
    await client.call('projectList', {}).catch(() => undefined)
    expect(useConnection.getState().isLost).toBe(true)
    expect(asShown(useSnackbar.getState()).current?.text).toBe(
      'The connection to the server is lost. Basalt keeps trying.',
    )
    const said = asShown(useSnackbar.getState()).current?.id
    await client.call('projectList', {}).catch(() => undefined)
    expect(asShown(useSnackbar.getState()).current?.id).toBe(said)

    await vi.advanceTimersByTimeAsync(60_000)
    expect(useConnection.getState().isLost).toBe(true)
    away = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(useConnection.getState().isLost).toBe(false)
    expect(asShown(useSnackbar.getState()).current?.text).toBe('Connected again.')
  })

  it('is back as soon as any call finds it', async () => {
    await client.call('projectList', {}).catch(() => undefined)
    away = false
    await client.call('projectList', {})
    expect(useConnection.getState().isLost).toBe(false)
  })

  it('is asked less and less while some calls get through and others do not', async () => {
    const lose = async (): Promise<void> => {
      away = true
      await client.call('projectList', {}).catch(() => undefined)
      away = false
    }
    const isLost = (): boolean => useConnection.getState().isLost
    await lose()
    await client.call('projectList', {})
    expect(isLost()).toBe(false)
    for (const wait of [2_000, 3_000, 5_000]) {
      await lose()
      await client.call('projectList', {})
      await vi.advanceTimersByTimeAsync(wait - 100)
      expect(isLost()).toBe(true)
      await vi.advanceTimersByTimeAsync(200)
      expect(isLost()).toBe(false)
    }
  })
})
