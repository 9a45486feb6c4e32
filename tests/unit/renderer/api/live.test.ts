import type { Http } from '@renderer/api/http'
import { createLive } from '@renderer/api/live'
import { until } from '@tests/helpers/until'
import { describe, expect, it } from 'vitest'

/** A server whose streams never end by themselves, as those of a computer that slept. */
function silentServer() {
  const streams: AbortSignal[] = []
  let refuses = false
  const request = ({ signal }: { readonly signal: AbortSignal }): Promise<Response> => {
    streams.push(signal)
    if (refuses) return Promise.reject(new TypeError('Failed to fetch'))
    const body = new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    })
    return Promise.resolve(new Response(body))
  }
  const http = { request, share: () => null } as unknown as Http
  return { http, streams, refuse: (now: boolean) => (refuses = now) }
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
