import { connect, type Socket } from 'node:net'
import type { Finding } from './report'
import type { Target } from './requests'

const clients = 40
const rowsOfEach = 1_000
const asked = 20

/** Compares a list of one row with and without other clients that request large lists and never read them. */
export async function slowReaders(target: Target): Promise<Finding> {
  const alone = await slowestShortList(target)
  const sockets = Array.from({ length: clients }, (_, at) => leaveUnread(target, at))
  try {
    const during = await slowestShortList(target)
    return {
      name: `list of one row, slowest of ${asked}, while ${clients} clients leave lists of 1,000 rows unread`,
      unit: 'ms',
      ours: during,
      limit: alone,
      ratio: during / alone,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function leaveUnread({ port, path, token }: Target, offset: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  const lines = [
    `GET ${path}?limit=${rowsOfEach}&offset=${offset} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `xc-auth: ${token}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

async function slowestShortList({ port, path, token }: Target): Promise<number> {
  let slowestMs = 0
  for (let at = 0; at < asked; at += 1) {
    const startedMs = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}?limit=1&offset=${at}`, {
      headers: { 'xc-auth': token },
    })
    await response.arrayBuffer()
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  return slowestMs
}
