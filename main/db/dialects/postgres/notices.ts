import type { Client, ClientConfig } from 'pg'
import type { NoticeListener } from '@main/db/database'
import { driver } from './driver'
import { destroy } from './pool'

/** The server rejects longer ones. https://www.postgresql.org/docs/current/sql-notify.html */
export const noticeBytesMax = 7_999

/** Pause before connecting again. */
const pauseMs = 500
/** A connection can end without a sign, such as after a failover. */
const checkEveryMs = 3_000
const checkTimeoutMs = 2_000

/** Listens on a connection of its own, and replaces it when it is lost. @returns the function that ends it */
export function listenToNotices(options: ClientConfig, channel: string, listener: NoticeListener): () => void {
  let isClosed = false
  let current: Client | undefined
  let wait: NodeJS.Timeout | undefined
  let wasConnected = false

  const connect = async (): Promise<void> => {
    const client = new (driver().Client)(options)
    current = client
    let isOver = false
    const lost = (): void => {
      if (isOver) return
      isOver = true
      clearInterval(check)
      destroy(client)
      if (!isClosed) wait = setTimeout(() => void connect(), pauseMs).unref()
    }
    const isAlive = async (): Promise<void> => {
      const limit = setTimeout(lost, checkTimeoutMs).unref()
      await client.query('SELECT 1').catch(lost)
      clearTimeout(limit)
    }
    const check = setInterval(() => void isAlive(), checkEveryMs).unref()
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload = '' }) => listener.received(payload))
    try {
      await client.connect()
      await client.query(`LISTEN "${channel}"`)
      if (wasConnected) listener.missed()
      wasConnected = true
    } catch {
      lost()
    }
  }
  void connect()

  return () => {
    isClosed = true
    clearTimeout(wait)
    if (current !== undefined) void current.end().catch(() => undefined)
  }
}
