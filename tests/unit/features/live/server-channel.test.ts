import type { MetaStore } from '@main/db/meta'
import type { Notices } from '@main/db/database'
import { createServerChannel, type ServerChannel } from '@main/features/live'
import { until } from '@tests/helpers/until'
import { expect, it } from 'vitest'

/** Servers that share notices, whose sending can fail. */
function sharedNotices() {
  const listeners: ((text: string) => void)[] = []
  const state = { isAway: false }
  const notices: Notices = {
    bytesMax: 1_000,
    send: async (_channel, texts) => {
      if (state.isAway) throw new Error('The store is away')
      sent.push(...texts.map((text) => (JSON.parse(text) as string[]).slice(2)))
      for (const text of texts) for (const each of listeners) each(text)
    },
    listen: (_channel, { received }) => {
      listeners.push(received)
      return () => undefined
    },
  }
  const reported: unknown[] = []
  const sent: string[][] = []
  let servers = 0
  const server = (): ServerChannel => {
    const channel = createServerChannel({
      store: { exclusive: false, notices } as MetaStore,
      clock: { now: () => new Date(), monotonicMs: () => performance.now() },
      schedule: { every: () => () => undefined } as never,
      ids: { hex: () => `server ${(servers += 1)}` } as never,
      report: (error) => reported.push(error),
    })
    if (channel === undefined) throw new Error('There is no channel')
    return channel
  }
  return { state, reported, sent, server }
}

it('tells the other servers that texts are lost once the store is back', async () => {
  const { state, reported, server } = sharedNotices()
  const [sender, receiver] = [server(), server()]
  const arrived: string[] = []
  receiver.subscribe({
    received: (text) => arrived.push(text),
    missed: () => arrived.push('(missed)'),
    isWanted: () => true,
  })
  sender.publish(() => 'first')
  await until(() => arrived.length === 1)
  state.isAway = true
  sender.publish(() => 'lost')
  await until(() => reported.length === 1)
  state.isAway = false
  await until(() => arrived.length === 2)
  sender.publish(() => 'last')
  await until(() => arrived.length === 3)
  expect(arrived).toEqual(['first', '(missed)', 'last'])
  expect(reported).toHaveLength(1)
  await Promise.all([sender.close(), receiver.close()])
})

it('says in a message of its own that texts are lost, because older servers drop it', async () => {
  const { state, reported, sent, server } = sharedNotices()
  const sender = server()
  state.isAway = true
  sender.publish(() => 'lost')
  await until(() => reported.length === 1)
  state.isAway = false
  // Travels with the marker.
  sender.publish(() => 'next')
  await until(() => sent.flat().includes('next'))
  await sender.close()
  expect(sent).toEqual([['next'], ['']])
})
