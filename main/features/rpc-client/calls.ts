import type { RpcEnd, RpcEvent } from '@common/rpc/events'
import { decodeMessage } from '@common/rpc/decode'
import { rpcLimits, type RpcMethod, type RpcSchema } from '@common/rpc/schema'
import { WireError } from '@common/rpc/wire'
import type { Client, ClientDuplexStream, Metadata, StatusObject } from '@grpc/grpc-js'
import type { Clock } from '@main/lib/clock'
import { pairsOf, sameBytes } from './channel'

export interface CallOptions {
  readonly client: Client
  readonly path: string
  readonly schema: RpcSchema
  readonly method: RpcMethod
  readonly metadata: Metadata
  readonly timeoutMs: number
  readonly clock: Clock
  /** Names of status codes. */
  readonly statusName: (code: number) => string
}

/** A running call, whose events wait for one reader. */
export interface RunningCall {
  readonly method: RpcMethod
  readonly schema: RpcSchema
  /** False once the call has ended. */
  readonly isRunning: () => boolean
  /** False once the client's side or the call has ended. */
  readonly isOpen: () => boolean
  readonly send: (bytes: Uint8Array) => void
  /** Ends the client's side. */
  readonly finish: () => void
  readonly cancel: (reason: RpcEnd['reason']) => void
  /** Yields the events until the call ends or `signal` aborts. */
  readonly events: (signal: AbortSignal) => AsyncGenerator<RpcEvent>
}

/** Unread events at which the server's stream waits. */
const unreadMax = 200
const textMax = 500_000
const receivedMaxBytes = 256 * 1024 * 1024
const receivedMax = 1_000_000
const textTotalMax = 64 * 1024 * 1024

/** Starts a call. All four kinds are the same on the wire. */
export function startCall({
  client,
  path,
  schema,
  method,
  metadata,
  timeoutMs,
  clock,
  statusName,
}: CallOptions): RunningCall {
  const startedMs = clock.monotonicMs()
  const atMs = (): number => Math.round((clock.monotonicMs() - startedMs) * 10) / 10
  const queue: RpcEvent[] = []
  let wake: (() => void) | undefined
  let isDone = false
  let isFinished = false
  let reason: RpcEnd['reason']
  const total = { count: 0, bytes: 0, unread: 0 }

  const stream: ClientDuplexStream<Buffer, Buffer> = client.makeBidiStreamRequest(
    path,
    sameBytes,
    sameBytes,
    metadata,
    {
      deadline: Date.now() + timeoutMs,
    },
  )
  const add = (event: RpcEvent): void => {
    queue.push(event)
    wake?.()
  }
  const cancel = (why: RpcEnd['reason']): void => {
    reason ??= why
    stream.cancel()
  }
  stream.on('metadata', (received: Metadata) => add({ kind: 'metadata', atMs: atMs(), metadata: pairsOf(received) }))
  stream.on('data', (bytes: Buffer) => {
    total.count += 1
    total.bytes += bytes.length
    const event = {
      kind: 'received' as const,
      atMs: atMs(),
      size: bytes.length,
      ...textOf(schema, method.output, bytes),
    }
    total.unread += event.text.length
    add(event)
    if (total.count > receivedMax || total.bytes > receivedMaxBytes) cancel('tooMuch')
    else if (queue.length >= unreadMax || total.unread > textTotalMax) stream.pause()
  })
  // The status says it all.
  stream.on('error', () => undefined)
  stream.on('status', ({ code, details, metadata: trailers }: StatusObject) => {
    if (isDone) return
    isDone = true
    const why = reason ?? (code === 4 && timeoutMs === rpcLimits.callMs ? ('tooLong' as const) : undefined)
    add({
      kind: 'end',
      atMs: atMs(),
      code,
      name: statusName(code),
      details: details.slice(0, 4_000),
      trailers: pairsOf(trailers),
      ...(why !== undefined && { reason: why }),
    })
    client.close()
  })

  return {
    method,
    schema,
    isRunning: () => !isDone,
    isOpen: () => !isDone && !isFinished,
    send: (bytes) => {
      add({ kind: 'sent', atMs: atMs(), size: bytes.length })
      stream.write(Buffer.from(bytes))
    },
    finish: () => {
      if (isFinished || isDone) return
      isFinished = true
      stream.end()
    },
    cancel,
    events: async function* events(signal) {
      const leave = (): void => wake?.()
      signal.addEventListener('abort', leave)
      try {
        for (;;) {
          const event = queue.shift()
          if (event !== undefined) {
            if (event.kind === 'received') total.unread -= event.text.length
            if (queue.length < unreadMax / 2 && stream.isPaused()) stream.resume()
            yield event
            if (event.kind === 'end') return
          } else {
            const { promise, resolve } = Promise.withResolvers<void>()
            wake = resolve
            if (signal.aborted) return
            await promise
          }
          if (signal.aborted) return
        }
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

/** Returns a message as text. Bytes that don't fit their type stay readable as base64. */
function textOf(
  schema: RpcSchema,
  type: string,
  bytes: Buffer,
): { readonly text: string; readonly isCut: boolean; readonly isRaw: boolean } {
  let text: string
  let isRaw = false
  try {
    text = decodeMessage(schema, type, bytes)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    isRaw = true
    text = bytes.subarray(0, textMax / 2).toString('base64')
  }
  const isCut = text.length > textMax || (isRaw && bytes.length > textMax / 2)
  return { text: isCut ? text.slice(0, textMax) : text, isCut, isRaw }
}
