import { Socket } from 'node:net'
import { askOf, type Ask, type Plan } from './requests'

/** One measurement: several connections that send requests one after the other, for a fixed time. */
export interface LoadOrder {
  readonly plan: Plan
  readonly connections: number
  readonly warmUpMs: number
  readonly durationMs: number
  /** Number of the first request: rounds after the first request other pages. */
  readonly first?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly requests: number
  /** All requests, including the warm-up. */
  readonly sent: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Responses that are not 2xx, and broken connections. */
  readonly errors: number
  readonly serverErrors: number
  readonly firstError: string | null
}

const endOfHead = Buffer.from('\r\n\r\n')

interface Answer {
  readonly status: number
  readonly body: () => string
}

/**
 * A keep-alive connection over a plain socket. It needs far less work than an HTTP client, so the server gets the
 * machine.
 */
class Connection {
  readonly #socket = new Socket()
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  constructor(
    private readonly port: number,
    private readonly token: string,
  ) {}

  async open(): Promise<void> {
    this.#socket.setNoDelay(true)
    await new Promise<void>((resolve, reject) => {
      this.#socket.once('error', reject)
      this.#socket.connect(this.port, '127.0.0.1', resolve)
    })
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('close', () => this.#fail(new Error('The connection was closed')))
    this.#socket.on('error', (error) => this.#fail(error))
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  ask({ method, path, body }: Ask): Promise<Answer> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nxc-auth: ${this.token}\r\n`
    const content =
      body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${head}${content}\r\n${body ?? ''}`)
    })
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf(endOfHead)
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const start = headEnd + endOfHead.length
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const chunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head)
    if (chunked && !this.#received.subarray(-7).toString('latin1').endsWith('0\r\n\r\n')) return
    const end = chunked ? this.#received.length : start + Number(length ?? 0)
    if (this.#received.length < end) return
    const answer = this.#received
    const waiting = this.#waiting
    this.#received = Buffer.alloc(0)
    this.#waiting = undefined
    waiting?.resolve({ status: Number(head.slice(9, 12)), body: () => answer.toString('utf8', start, end) })
  }
}

/** Runs an order in this process. */
export async function runLoad({ plan, connections, warmUpMs, durationMs, first = 0 }: LoadOrder): Promise<LoadResult> {
  const times: number[] = []
  let index = first
  let errors = 0
  let serverErrors = 0
  let firstError: string | null = null
  const startMs = performance.now()
  const measureFromMs = startMs + warmUpMs
  const endMs = measureFromMs + durationMs
  const fault = (sentence: string): void => {
    errors += 1
    firstError ??= sentence
  }

  const worker = async (): Promise<void> => {
    let connection = new Connection(plan.target.port, plan.target.token)
    await connection.open()
    while (performance.now() < endMs) {
      const ask = askOf(plan, index)
      index += 1
      const sentMs = performance.now()
      try {
        const { status, body } = await connection.ask(ask)
        if (status < 200 || status > 299) {
          if (status >= 500) serverErrors += 1
          fault(`${status} to ${ask.method} ${ask.path}: ${body().slice(0, 300)}`)
        }
      } catch (error) {
        fault(String(error))
        connection.close()
        connection = new Connection(plan.target.port, plan.target.token)
        await connection.open()
      }
      const answeredMs = performance.now()
      if (sentMs >= measureFromMs && answeredMs <= endMs) times.push(answeredMs - sentMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))

  // A request that outlasts the given time counts with its own duration.
  const spentMs = times.length === 0 ? performance.now() - startMs : durationMs
  const requests = times.length === 0 ? index - first : times.length
  const sorted = Float64Array.from(times).sort()
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? spentMs
  return {
    perSecond: (requests * 1_000) / spentMs,
    requests,
    sent: index - first,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    errors,
    serverErrors,
    firstError,
  }
}

/** The load process: one order after the other, until it is disconnected. */
export function serveLoad(): void {
  process.on('message', (message) => {
    const { number, order } = message as { number: number; order: LoadOrder }
    runLoad(order).then(
      (result) => process.send?.({ number, result }),
      (error: unknown) => process.send?.({ number, error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
