import type { Client } from 'pg'
import type { NoticeListener } from '@main/db/database'
import { connectPrimary, destroy, type PrimaryConfig } from './connect'

/** The server rejects longer ones. https://www.postgresql.org/docs/current/sql-notify.html */
export const noticeBytesMax = 7_999

/** Pause before connecting again. */
const pauseMs = 500
/** A connection can end without a sign, such as after a failover. */
const checkEveryMs = 3_000
const checkTimeoutMs = 2_000

/** Listens on a connection of its own, and replaces it when it is lost. @returns the function that ends it */
export function listenToNotices(options: PrimaryConfig, channel: string, listener: NoticeListener): () => void {
  let isClosed = false
  let current: Client | undefined
  let wait: NodeJS.Timeout | undefined
  let wasConnected = false
  let isReported = false

  const connect = async (): Promise<void> => {
    let isOver = false
    let check: NodeJS.Timeout | undefined
    const lost = (error?: unknown): void => {
      if (isOver) return
      isOver = true
      if (!isClosed && !isReported) {
        isReported = true
        listener.failed(error ?? new Error('The connection that listens has ended'))
      }
      clearInterval(check)
      if (current !== undefined) destroy(current)
      if (!isClosed) wait = setTimeout(() => void connect(), pauseMs).unref()
    }
    try {
      const client = await connectPrimary(options, (made) => {
        made.on('notification', ({ payload = '' }) => listener.received(payload))
      })
      current = client
      client.on('error', lost)
      client.on('end', () => lost())
      await client.query(`LISTEN "${channel}"`)
      if (wasConnected) listener.missed()
      wasConnected = true
      isReported = false
      check = setInterval(() => void isAlive(client, lost), checkEveryMs).unref()
      if (isClosed) destroy(client)
    } catch (error) {
      lost(error)
    }
  }
  void connect()

  return () => {
    isClosed = true
    clearTimeout(wait)
    if (current !== undefined) void current.end().catch(() => undefined)
  }
}

async function isAlive(client: Client, lost: (error?: unknown) => void): Promise<void> {
  const limit = setTimeout(() => lost(new Error('The database does not answer')), checkTimeoutMs).unref()
  await client.query('SELECT 1').catch(lost)
  clearTimeout(limit)
}
