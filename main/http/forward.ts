import type * as Http from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '@common/errors'
import { lazyPackage } from '@main/lib/lazy-package'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainArguments } from './json-body'

/** The other servers of a shared store, as this server needs them. */
export interface Peers {
  readonly others: () => Promise<readonly Peer[]>
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
const answerBytesMax = 4_000_000

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

const passedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))

/** Asks one server after the other. The first that knows the work answers. */
export function createForward(peers: Peers | undefined): Forward | undefined {
  if (peers === undefined) return undefined

  const ask = async (
    request: FastifyRequest,
    reply: FastifyReply,
    isUnknown: (answer: unknown) => boolean,
  ): Promise<FastifyReply | undefined> => {
    const { [peerHeader]: secret } = request.headers
    // The server that forwards asks all others itself.
    if (typeof secret === 'string' && peers.isOurs(secret)) return undefined
    for (const peer of await peers.others().catch(() => [])) {
      const answer = await send(peer, request, reply).catch(() => undefined)
      if (answer === undefined) continue
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true
      const body = isJson ? await textOf(answer).catch(() => undefined) : answer
      if (body === undefined || (typeof body === 'string' && isUnknown(parsed(body)))) continue
      return reply
        .code(answer.statusCode ?? 502)
        .headers(passedHeaders(answer.headers))
        .send(body)
    }
    return undefined
  }

  return {
    afterError: async (error, request, reply) =>
      error instanceof AppError && unknownErrors.has(error.code) ? ask(request, reply, isUnknownError) : undefined,
    afterOutput: async (name, output, request, reply) => {
      const isUnknown = unknownOutputs[name]
      if (isUnknown?.(output as Readonly<Record<string, unknown>>) !== true) return undefined
      return ask(request, reply, (answer) => !isRecord(answer) || 'code' in answer || isUnknown(answer))
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

/** Sends the request as it came, with the credentials of its caller: the other server checks the rights itself. */
function send({ address, secret }: Peer, request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> {
  const { body } = request
  const text = body === undefined || body === null ? undefined : JSON.stringify(plainArguments(body))
  return new Promise((resolve, reject) => {
    const sent = http().request(`${address}${request.url}`, {
      method: request.method,
      agent: false,
      headers: {
        ...passedHeaders(request.headers),
        'accept-encoding': 'identity',
        'x-request-id': request.id,
        [peerHeader]: secret,
        ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
      },
    })
    const timer = setTimeout(() => sent.destroy(new Error('The server is silent')), connectMs)
    sent.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)))
    sent.once('response', resolve)
    sent.once('error', reject)
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
    if (size > answerBytesMax) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
