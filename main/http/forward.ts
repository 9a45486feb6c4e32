import type * as Http from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '@common/errors'
import { lazyPackage } from '@main/lib/lazy-package'
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
  /** Passes a failed request on if its error says that this server doesn't know the work. */
  readonly afterError: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply | undefined>
  /** Passes a request on if its output says so. */
  readonly afterOutput: (
    name: string,
    output: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply | undefined>
}

const http = lazyPackage<typeof Http>('node:http')

const peerHeader = 'basalt-peer'
const connectMs = 1_000
/** Silence after which a server is asked no longer, or looked up in the list. */
const silentMs = 5_000
const textBytesMax = 4_000_000

/** Errors about work that lives in the server which began it. */
const unknownErrors: ReadonlySet<ErrorCode> = new Set(['IMPORT_NOT_FOUND', 'SQL_RUN_NOT_FOUND', 'SNAPSHOT_NOT_FOUND'])

/** Operations whose output, not an error, says that this server doesn't know the work. */
const unknownOutputs: Readonly<Record<string, (output: Readonly<Record<string, unknown>>) => boolean>> = {
  snapshotCancel: ({ cancelled }) => cancelled === false,
  snapshotList: ({ running }) => running === null,
  templateRunCancel: ({ cancelled }) => cancelled === false,
  templateRunRead: ({ phase }) => phase === 'unknown',
}

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
  /** True if this server has an answer of its own, so that a silent server isn't worth a long wait. */
  readonly isQuick: boolean
}

/** Asks one server after the other. The first that knows the work answers. */
export function createForward(
  peers: Peers | undefined,
  log: Pick<Log, 'warn'>,
  times = { connectMs, silentMs },
): Forward | undefined {
  if (peers === undefined) return undefined
  /** Addresses whose last failure is in the log. */
  const failed = new Set<string>()
  let isMisdirectionLogged = false

  /** Returns the answer of a server, and its text if it was read; undefined if the server doesn't know the work. */
  const answerOf = async (peer: Peer, request: FastifyRequest, reply: FastifyReply, question: Question) => {
    const isHopeless = async (): Promise<boolean> =>
      question.isQuick || !(await peers.others()).some(({ address }) => address === peer.address)
    const answer = await send(peer, request, reply, { ...times, isHopeless })
    const { statusCode: status = 502, headers } = answer
    const isJson = headers['content-type']?.startsWith('application/json') === true
    if (!isJson || !question.isRead(status)) return { status, headers, body: answer }
    const body = await textOf(answer)
    return question.isUnknown(parsed(body)) ? undefined : { status, headers, body }
  }

  const ask = async (
    request: FastifyRequest,
    reply: FastifyReply,
    question: Question,
  ): Promise<FastifyReply | undefined> => {
    const { [peerHeader]: secret } = request.headers
    if (secret !== undefined) {
      if (!peers.isOurs(String(secret)) && !isMisdirectionLogged) {
        isMisdirectionLogged = true
        log.warn('a request for another server arrived here: check BASALT_PEER_URL of all servers')
      }
      // The server that forwards asks all others itself.
      return undefined
    }
    for (const peer of await peers.others().catch(() => [])) {
      let answer: Awaited<ReturnType<typeof answerOf>>
      try {
        answer = await answerOf(peer, request, reply, question)
        failed.delete(peer.address)
      } catch (error) {
        if (reply.raw.destroyed) return undefined
        if (!failed.has(peer.address)) log.warn({ err: error, address: peer.address }, 'another server did not answer')
        failed.add(peer.address)
        continue
      }
      if (answer === undefined) continue
      return reply.code(answer.status).headers(headersWithout(ownHeaders, answer.headers)).send(answer.body)
    }
    return undefined
  }

  return {
    afterError: async (error, request, reply) => {
      if (!(error instanceof AppError) || !unknownErrors.has(error.code)) return undefined
      return ask(request, reply, { isRead: (status) => status >= 400, isUnknown: isUnknownError, isQuick: false })
    },
    afterOutput: async (name, output, request, reply) => {
      const isUnknown = unknownOutputs[name]
      if (isUnknown?.(output as Readonly<Record<string, unknown>>) !== true) return undefined
      return ask(request, reply, {
        isRead: () => true,
        isUnknown: (answer) => !isRecord(answer) || 'code' in answer || isUnknown(answer),
        isQuick: true,
      })
    },
  }
}

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
