import type { ServerResponse } from 'node:http'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { ClientOutput } from '@main/dataapi/run/large-reads'
import type { CallFacts } from '@main/operations/invoke'

/** Responses below this size aren't counted: a socket accepts them at once. */
const countedBytes = 64 * 1024

type ClientFacts = Pick<CallFacts, 'token' | 'apiToken' | 'ip'>

/**
 * Counts the unread bytes of each client. Large lists wait while a client doesn't read. Its other requests have a much
 * higher limit, since only one of its programs may hang.
 */
export class PendingOutput {
  readonly #responses = new Map<string, Set<ServerResponse>>()

  /** True if no response is unread. */
  get isEmpty(): boolean {
    return this.#responses.size === 0
  }

  /** Counts a response until it is sent. */
  add(facts: ClientFacts, response: ServerResponse, bytes: number): void {
    if (bytes < countedBytes) return
    const client = clientOf(facts)
    const own = this.#responses.get(client) ?? new Set()
    this.#responses.set(client, own.add(response))
    response.once('close', () => {
      own.delete(response)
      if (own.size === 0) this.#responses.delete(client)
    })
  }

  /** Returns the client's state for the queue of large lists. */
  of(facts: ClientFacts): ClientOutput {
    const client = clientOf(facts)
    return {
      client,
      hasRoom: () => this.#pendingOf(client) < limits.pendingListBytes && this.#total() < limits.pendingOutputBytes,
    }
  }

  /** Returns the error for a new request above the limit; undefined below it. */
  refusal(facts: ClientFacts): AppError | undefined {
    if (this.isEmpty || this.#pendingOf(clientOf(facts)) < limits.pendingClientBytes) return undefined
    return new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
  }

  #pendingOf(client: string): number {
    const own = this.#responses.get(client)
    return own === undefined ? 0 : unreadBytes(own)
  }

  #total(): number {
    let sum = 0
    for (const own of this.#responses.values()) sum += unreadBytes(own)
    return sum
  }
}

const clientOf = ({ token, apiToken, ip }: ClientFacts): string => token ?? apiToken ?? ip ?? ''

function unreadBytes(responses: ReadonlySet<ServerResponse>): number {
  const sockets = new Set([...responses].map(({ socket }) => socket))
  let sum = 0
  for (const socket of sockets) sum += socket?.writableLength ?? 0
  // A pipelined response holds its bytes until those before it are sent.
  for (const response of responses) if (response.socket === null) sum += response.writableLength
  return sum
}
