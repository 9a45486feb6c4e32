import type * as Http from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '@common/errors'
import { StoredElsewhere } from '@main/lib/stored-elsewhere'
import { lazyPackage } from '@main/lib/lazy-package'
import { Lru } from '@main/lib/lru'
import type { Log } from '@main/lib/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainArguments } from './json-body'

/** The other servers of a shared store, as this server needs them. */
export interface Peers {
  /** Returns those that were alive a moment ago. */
  readonly others: () => Promise<readonly Peer[]>
  /** True for the secret that this server gave to the others. */
  readonly isOurs: (secret: string) => boolean
}

interface Peer {
  readonly address: string
  readonly secret: string
}

/** Passes requests about work that another server began to that server. */
export interface Forward {
  /**
   * Passes a failed request on if its error says that this server doesn't know the work.
   *
   * @returns the error to answer; undefined if another server has answered
   */
  readonly afterError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Passes a request on if its output says so. @returns true if another server has answered */
  readonly afterOutput: (
    name: string,
    output: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<boolean>
}

const http = lazyPackage<typeof Http>('node:http')

const peerHeader = 'basalt-peer'
const connectMs = 1_000
/** Silence after which a server is asked no longer, or looked up in the list. */
const silentMs = 5_000
const textBytesMax = 4_000_000

/** Errors about work that lives in the server which began it. */
const workErrors: ReadonlySet<ErrorCode> = new Set(['IMPORT_NOT_FOUND', 'SQL_RUN_NOT_FOUND', 'RPC_CALL_NOT_FOUND'])
/** Answers of servers that don't know the work, or don't have the file. */
const unknownErrors: ReadonlySet<ErrorCode> = new Set([...workErrors, 'SNAPSHOT_NOT_FOUND'])

/** Operations whose output, not an error, says that this server doesn't know the work. */
const unknownOutputs: Readonly<Record<string, (output: Readonly<Record<string, unknown>>) => boolean>> = {
  snapshotCancel: ({ cancelled }) => cancelled === false,
  snapshotList: ({ running }) => running === null,
  templateRunCancel: ({ cancelled }) => cancelled === false,
  templateRunRead: ({ phase }) => phase === 'unknown',
}

/** Windows poll this operation. For a moment, they share the answer that no other server has work. */
const polled = 'snapshotList'
const polledMs = 1_000
const pollsMax = 1_000

/** Headers of one connection, or that each server writes itself. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
])

/** Servers decompress bodies when they receive them. */
const requestHeaders = new Set([...ownHeaders, 'content-encoding'])

const headersWithout = (left: ReadonlySet<string>, headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))

/** Finds the answer that knows the work. */
interface Question {
  /** True if the answer must be read as text before it is sent. Others are streamed. */
  readonly isRead: (status: number) => boolean
  readonly isUnknown: (answer: unknown) => boolean
  /** True if this server has an answer of its own. Then all are asked at once, and a silent one isn't waited for. */
  readonly isQuick: boolean
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage | string
}

/** An answer, or the lack of one. A `silent` server failed, and may know the work. */
type Outcome = Answer | 'unknown' | 'silent'

/** Asks one server after the other, or all at once. The first that knows the work answers. */
export function createForward(
  peers: Peers | undefined,
  log: Pick<Log, 'warn'>,
  times = { connectMs, silentMs },
): Forward | undefined {
  if (peers === undefined) return undefined
  /** Addresses whose last failure is in the log. */
  const failed = new Set<string>()
  let isMisdirectionLogged = false
  /** Times until which polls with this address ask no other server. */
  const idleUntil = new Lru<string, number>(pollsMax)

  const isListed = async ({ address }: Peer): Promise<boolean> =>
    (await peers.others()).some((other) => other.address === address)

  /** Returns the answer of a server; undefined if the server doesn't know the work. */
  const answerOf = async (
    peer: Peer,
    request: FastifyRequest,
    reply: FastifyReply,
    { isQuick, isRead, isUnknown }: Question,
  ): Promise<Answer | undefined> => {
    const isHopeless = async (): Promise<boolean> => isQuick || !(await isListed(peer))
    const answer = await send(peer, request, reply, { ...times, isHopeless })
    const { statusCode: status = 502, headers } = answer
    const isJson = headers['content-type']?.startsWith('application/json') === true
    if (!isQuick && (!isJson || !isRead(status))) return { status, headers, body: answer }
    const body = await textOf(answer)
    return isUnknown(parsed(body)) ? undefined : { status, headers, body }
  }

  const ask = async (
    peer: Peer,
    request: FastifyRequest,
    reply: FastifyReply,
    question: Question,
  ): Promise<Outcome> => {
    try {
      const answer = await answerOf(peer, request, reply, question)
      failed.delete(peer.address)
      return answer ?? 'unknown'
    } catch (error) {
      if (reply.raw.destroyed) return 'unknown'
      if (!failed.has(peer.address)) log.warn({ err: error, address: peer.address }, 'another server did not answer')
      failed.add(peer.address)
      // The work of a server that ended is gone.
      if (question.isQuick || (isRecord(error) && error['code'] === 'ECONNREFUSED')) return 'unknown'
      return (await isListed(peer).catch(() => true)) ? 'silent' : 'unknown'
    }
  }

  const askAll = async (request: FastifyRequest, reply: FastifyReply, question: Question): Promise<Outcome> => {
    const { [peerHeader]: secret } = request.headers
    if (secret !== undefined) {
      if (!peers.isOurs(String(secret)) && !isMisdirectionLogged) {
        isMisdirectionLogged = true
        log.warn('a request for another server arrived here: check BASALT_PEER_URL of all servers')
      }
      // The server that forwards asks all others itself.
      return 'unknown'
    }
    const others = await peers.others().catch(() => undefined)
    if (others === undefined) return 'silent'
    if (question.isQuick) return firstAnswer(others.map((peer) => ask(peer, request, reply, question)))
    let isAnySilent = false
    for (const peer of others) {
      const outcome = await ask(peer, request, reply, question)
      if (typeof outcome === 'object') return outcome
      isAnySilent ||= outcome === 'silent'
    }
    return isAnySilent ? 'silent' : 'unknown'
  }

  return {
    afterError: async (error, request, reply) => {
      if (!isElsewhere(error)) return error
      const outcome = await askAll(request, reply, {
        isRead: (status) => status >= 400,
        isUnknown: isUnknownError,
        isQuick: false,
      })
      if (typeof outcome === 'object') return sendAnswer(outcome, reply)
      // Callers retry this one. After "not found", they forget the work.
      return outcome === 'silent' ? new AppError('SERVER_UNREACHABLE', {}, { cause: error }) : error
    },
    afterOutput: async (name, output, request, reply) => {
      const isUnknown = unknownOutputs[name]
      if (isUnknown?.(output as Readonly<Record<string, unknown>>) !== true) return false
      const isPoll = name === polled && request.headers[peerHeader] === undefined
      if (isPoll && performance.now() < (idleUntil.get(request.url) ?? 0)) return false
      const outcome = await askAll(request, reply, {
        isRead: () => true,
        isUnknown: (answer) => !isRecord(answer) || 'code' in answer || isUnknown(answer),
        isQuick: true,
      })
      if (typeof outcome !== 'object') {
        if (isPoll) idleUntil.set(request.url, performance.now() + polledMs)
        return false
      }
      sendAnswer(outcome, reply)
      return true
    },
  }
}

function sendAnswer({ status, headers, body }: Answer, reply: FastifyReply): void {
  void reply.code(status).headers(headersWithout(ownHeaders, headers)).send(body)
}

/** Returns the first answer that knows the work. */
const firstAnswer = (asked: readonly Promise<Outcome>[]): Promise<Outcome> =>
  Promise.any(
    asked.map(async (each) => {
      const outcome = await each
      if (typeof outcome === 'string') throw new Error(outcome)
      return outcome
    }),
  ).catch(() => 'unknown' as const)

const isElsewhere = (error: unknown): error is AppError =>
  error instanceof AppError && (workErrors.has(error.code) || error.cause instanceof StoredElsewhere)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isUnknownError = (answer: unknown): boolean =>
  isRecord(answer) && typeof answer['code'] === 'string' && unknownErrors.has(answer['code'] as ErrorCode)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface SendOptions {
  readonly connectMs: number
  readonly silentMs: number
  /** Asked after each silence of `silentMs`. True ends the request. */
  readonly isHopeless: () => Promise<boolean>
}

/** Sends the request as it came, with the credentials of its caller: the other server checks the rights itself. */
function send(
  { address, secret }: Peer,
  request: FastifyRequest,
  reply: FastifyReply,
  { connectMs: connectWithinMs, silentMs: lookAfterMs, isHopeless }: SendOptions,
): Promise<IncomingMessage> {
  const { body } = request
  const text = body === undefined || body === null ? undefined : JSON.stringify(plainArguments(body))
  return new Promise((resolve, reject) => {
    const sent = http().request(`${address}${request.url}`, {
      method: request.method,
      agent: false,
      headers: {
        ...headersWithout(requestHeaders, request.headers),
        'accept-encoding': 'identity',
        'x-request-id': request.id,
        [peerHeader]: secret,
        ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
      },
    })
    const end = (): void => void sent.destroy(new Error('The server is silent'))
    const timer = setTimeout(end, connectWithinMs)
    sent.once('socket', (socket) => {
      socket.once('connect', () => {
        clearTimeout(timer)
        socket.setTimeout(lookAfterMs)
      })
      socket.on('timeout', () => {
        // While the list can't be read, the other server may work.
        void isHopeless()
          .catch(() => false)
          .then((isOver) => (isOver ? end() : socket.setTimeout(lookAfterMs)))
      })
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.once('close', () => clearTimeout(timer))
    reply.raw.once('close', () => reply.raw.writableFinished || sent.destroy())
    sent.end(text)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > textBytesMax) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
