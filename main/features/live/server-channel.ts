import { insertInto, metaTables, type MetaStore, type MetaStep } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { idFloor, logId, timeOfId } from '@main/lib/log-id'
import type { Schedule } from '@main/lib/schedule'

const { serverEvents } = metaTables

/** Carries texts between the servers of a shared store, within a second. */
export interface ServerChannel {
  /** Maximum length of a text in bytes, as JSON text. */
  readonly bytesMax: number
  /**
   * Queues a text for all other servers.
   *
   * @param write  called when the text is sent, not on the path of a request; undefined: nothing is sent
   */
  readonly publish: (write: () => string | undefined) => void
  readonly subscribe: (subscriber: ChannelSubscriber) => void
  /** Sends what is queued. */
  readonly close: () => Promise<void>
}

export interface ChannelSubscriber {
  /** @param lagMs  time since its publication, by the clocks of both servers */
  readonly received: (text: string, lagMs: number) => void
  /** Texts may be missing. */
  readonly missed: () => void
  /** False while the texts would have no reader, so that looking for them can wait. */
  readonly isWanted: () => boolean
}

export interface ServerChannelOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly report: (error: unknown) => void
}

/** Texts of this time travel together. */
const gatherMs = 20
/** Content of one message beside its texts: sender, time, brackets. */
const envelopeBytes = 80
/** Length of a row's content. The shortest text column of our engines holds 64 KiB. */
const rowBytesMax = 32_000
/** Texts that wait while the store is away. Beyond it, they are dropped. */
const queueMax = 1_000

/** @returns undefined for a store of one server */
export function createServerChannel(options: ServerChannelOptions): ServerChannel | undefined {
  if (options.store.exclusive) return undefined
  return options.store.notices === undefined ? polledChannel(options) : noticeChannel(options, options.store.notices)
}

/** Stands for texts that are lost, as the only text of a message: a server without this marker drops the message. */
const lostTexts = ''
/** Pause after a failure, so that the others hear of the lost texts soon. */
const pauseMs = 1_000

/** Gathers texts into messages that are not too long, and sends one batch after the other. */
function createOutbox(
  { ids, report }: ServerChannelOptions,
  bytesMax: number,
  send: (messages: readonly (readonly string[])[]) => Promise<unknown>,
) {
  let queue: (() => string | undefined)[] = []
  let sending: Promise<void> | undefined
  let areLost = false
  let isClosed = false
  let isReported = false
  const written = (write: () => string | undefined): string | undefined => {
    try {
      return write()
    } catch (error) {
      report(error)
      return undefined
    }
  }
  const sendAll = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    while (queue.length > 0 || areLost) {
      const writes = queue
      queue = []
      const texts = writes.flatMap((write) => written(write) ?? [])
      const messages = inMessages(texts, bytesMax - envelopeBytes)
      if (areLost) messages.push([lostTexts])
      areLost = false
      try {
        await send(messages)
        isReported = false
      } catch (error) {
        if (!isReported) report(error)
        isReported = true
        if (isClosed) break
        // Texts may have arrived all the same, so they aren't sent again.
        areLost = true
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    sending = undefined
  }
  return {
    server: ids.hex(8),
    publish: (write: () => string | undefined): void => {
      if (queue.length < queueMax) queue.push(write)
      else areLost = true
      sending ??= sendAll()
    },
    sent: async (): Promise<void> => {
      isClosed = true
      await sending
    },
  }
}

function inMessages(texts: readonly string[], bytesMax: number): string[][] {
  const messages: string[][] = []
  let bytes = Infinity
  for (const text of texts) {
    const more = Buffer.byteLength(JSON.stringify(text)) + 1
    if (bytes + more > bytesMax) {
      messages.push([])
      bytes = 0
    }
    messages.at(-1)?.push(text)
    bytes += more
  }
  return messages
}

const channelName = 'basalt_events'

type Message = readonly [server: string, sentAtMs: number, ...texts: readonly string[]]

/** Uses the notices of the engine: nothing is stored, and texts arrive in the order of their publication. */
function noticeChannel(options: ServerChannelOptions, notices: NonNullable<MetaStore['notices']>): ServerChannel {
  const { clock, report } = options
  const nowMs = (): number => clock.now().getTime()
  const { server, publish, sent } = createOutbox(options, notices.bytesMax, (messages) =>
    notices.send(
      channelName,
      messages.map((texts) => JSON.stringify([server, nowMs(), ...texts] satisfies Message)),
    ),
  )
  let endListening = (): void => undefined
  return {
    bytesMax: notices.bytesMax - envelopeBytes,
    publish,
    subscribe: ({ received, missed }) => {
      endListening = notices.listen(channelName, {
        missed,
        failed: report,
        received: (payload) => {
          try {
            const [sender, sentAtMs, ...texts] = JSON.parse(payload) as Message
            if (sender === server) return
            for (const text of texts) {
              if (text === lostTexts) missed()
              else received(text, nowMs() - sentAtMs)
            }
          } catch (error) {
            report(error)
          }
        },
      })
    },
    close: async () => {
      await sent()
      endListening()
    },
  }
}

const lookEveryMs = 250
/** Covers clocks that differ, and transactions that commit late. */
const windowMs = 15_000
/** Age of events that the sender deletes. */
const storedMs = 60_000

/** Stores events and looks for those of others. */
function polledChannel(options: ServerChannelOptions): ServerChannel {
  const { store, clock, schedule, ids, report } = options
  const nowMs = (): number => clock.now().getTime()
  let count = 0
  let prunedAtMs = 0
  const { server, publish, sent } = createOutbox(options, rowBytesMax, (messages) => {
    const steps: MetaStep[] = messages.map((texts) =>
      insertInto(serverEvents, {
        id: logId(nowMs(), (count += 1), ids.hex(4)),
        server_id: server,
        content: JSON.stringify(texts),
      }),
    )
    if (nowMs() - prunedAtMs > storedMs) {
      prunedAtMs = nowMs()
      steps.push({ sql: `DELETE FROM ${serverEvents.name} WHERE id < ?`, params: [idFloor(nowMs() - storedMs)] })
    }
    return store.transact(steps)
  })

  /** Ids of the window that were delivered. */
  let seen = new Set<string>()
  let lookedAtMs = 0
  const look = async ({ received, missed }: ChannelSubscriber): Promise<void> => {
    const beganAtMs = clock.monotonicMs()
    const floor = idFloor(nowMs() - windowMs)
    const found = await store.read(`SELECT id FROM ${serverEvents.name} WHERE id > ? AND server_id <> ? ORDER BY id`, [
      floor,
      server,
    ])
    const listed = found.map(([id]) => String(id))
    const added = listed.filter((id) => !seen.has(id))
    if (lookedAtMs > 0 && beganAtMs - lookedAtMs > windowMs / 2) missed()
    for (let from = 0; from < added.length; from += idsAtOnce) {
      const some = added.slice(from, from + idsAtOnce)
      const rows = await store.read(
        `SELECT id, content FROM ${serverEvents.name} WHERE id IN (${some.map(() => '?').join(', ')}) ORDER BY id`,
        some,
      )
      // Delivered once, even if a later read fails.
      for (const id of some) seen.add(id)
      for (const [id, content] of rows)
        for (const text of JSON.parse(String(content)) as string[]) {
          if (text === lostTexts) missed()
          else received(text, nowMs() - timeOfId(String(id)))
        }
    }
    seen = new Set(listed)
    lookedAtMs = beganAtMs
  }

  let endLooking = (): void => undefined
  let looking: Promise<void> | undefined
  return {
    bytesMax: rowBytesMax - envelopeBytes,
    publish,
    subscribe: (subscriber) => {
      endLooking = schedule.every(lookEveryMs, () => {
        if (!subscriber.isWanted()) {
          lookedAtMs = 0
          return
        }
        looking ??= look(subscriber)
          .catch(report)
          .finally(() => (looking = undefined))
      })
    },
    close: async () => {
      endLooking()
      await Promise.all([sent(), looking])
    },
  }
}
const idsAtOnce = 50
