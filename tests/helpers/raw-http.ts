import { connect } from 'node:net'

/** A response as it came over the wire. */
export interface Raw {
  readonly head: readonly string[]
  readonly body: string
}

/** Sends the lines of a request as they are, over a connection of its own. */
export function sendRaw(port: number, lines: readonly string[]): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => (received = Buffer.concat([received, chunk])))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = received.toString('latin1')
      const at = text.indexOf('\r\n\r\n')
      resolve({ head: text.slice(0, at).split('\r\n'), body: text.slice(at + 4) })
    })
    socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`)
  })
}

/** Headers that differ between two responses to the same request. */
const own = /^(?:date|x-request-id|xc-db-response):/i

/** The response without what differs between two responses to the same request. */
export const compared = ({ head, body }: Raw): Raw => ({ head: head.filter((line) => !own.test(line)), body })

/** Names of the headers, in their order. */
export const namesOf = ({ head }: Raw): string[] =>
  head.slice(1).map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '')

/** A header of a body, though there is none: it sends the same request to the router. */
export const throughRouter = { 'content-length': '0' }
