import type { Http } from '@renderer/api/http'
import { createLive } from '@renderer/api/live'
import { until } from '@tests/helpers/until'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

/** A server whose streams never end by themselves, as those of a computer that slept. */
function silentServer() {
  const streams: AbortSignal[] = []
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  let refuses = false
  let token: string | null = 'token'
  const request = ({ signal }: { readonly signal: AbortSignal }): Promise<Response> => {
    streams.push(signal)
    if (refuses) return Promise.reject(new TypeError('Failed to fetch'))
    const body = new ReadableStream({
      start: (controller) => {
        bodies.push(controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return Promise.resolve(new Response(body))
  }
  const http = { request, share: () => null, token: () => token } as unknown as Http
  return { http, streams, bodies, refuse: (now: boolean) => (refuses = now), signOut: () => (token = null) }
}

describe('live updates after a sleep', () => {
  it('reconnect at once, and say that events may be missing', async () => {
    const { http, streams } = silentServer()
    const live = createLive(http)
    const heard: unknown[] = []
    const end = live.listen('woken', (changes) => void heard.push(...changes))
    await until(() => streams.length === 1)
    live.wake()
    await until(() => streams.length === 2)
    expect([streams[0]?.aborted, streams[1]?.aborted]).toEqual([true, false])
    await until(() => heard.length === 1)
    expect(heard).toEqual([{ kind: 'elsewhere' }])
    end()
    await until(() => streams[1]?.aborted === true)
    live.wake()
    expect(streams).toHaveLength(2)
  })

  it('do not wait for the pause after a failure', async () => {
    const { http, streams, refuse } = silentServer()
    refuse(true)
    const live = createLive(http)
    const end = live.listen('paused', () => undefined)
    // Each wake ends the pause of the attempt before it.
    for (let attempts = 1; attempts < 12; attempts += 1) {
      await until(() => streams.length >= attempts)
      live.wake()
    }
    await until(() => streams.length === 12)
    expect(streams.slice(0, 11).every(({ aborted }) => aborted)).toBe(true)
    end()
  })
})

describe('live updates whose stream opens late', () => {
  it('say that events may be missing: the server repeats only the last seconds', async () => {
    const { http, streams, refuse } = silentServer()
    refuse(true)
    const live = createLive(http)
    const heard: unknown[] = []
    vi.useFakeTimers()
    const end = live.listen('late', (changes) => void heard.push(...changes))
    await until(() => streams.length > 0)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(streams.length).toBeGreaterThan(2)
    expect(heard).toEqual([])
    refuse(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(heard).toEqual([{ kind: 'elsewhere' }])
    end()
  })

  it('say nothing if it opens at once', async () => {
    const { http, bodies } = silentServer()
    const heard: unknown[] = []
    const end = createLive(http).listen('early', (changes) => void heard.push(...changes))
    await until(() => bodies.length === 1)
    bodies[0]?.enqueue(new TextEncoder().encode('data: [{"kind":"notice"}]\n\n'))
    await until(() => heard.length === 1)
    expect(heard).toEqual([{ kind: 'notice' }])
    end()
  })
})

describe('live updates after signing out', () => {
  it('end, before the page is gone that would ask for what has changed', async () => {
    const { http, streams, bodies, signOut } = silentServer()
    const live = createLive(http)
    const heard: unknown[] = []
    const send = (kind: string): void => bodies[0]?.enqueue(new TextEncoder().encode(`data: [{"kind":"${kind}"}]\n\n`))
    const end = live.listen('left', (changes) => void heard.push(...changes))
    await until(() => bodies.length === 1)
    send('elsewhere')
    await until(() => heard.length === 1)

    vi.useFakeTimers()
    signOut()
    send('notice')
    bodies[0]?.close()
    // Longer than the pause before the next attempt.
    await vi.advanceTimersByTimeAsync(1_000)
    expect([streams.length, heard]).toEqual([1, [{ kind: 'elsewhere' }]])
    end()
  })
})
