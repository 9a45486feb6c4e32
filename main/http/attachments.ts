import type { Readable } from 'node:stream'
import { limits } from '@common/constants'
import { servedType } from '@common/columns/values/file-types'
import { AppError } from '@common/errors'
import type { OperationName, operations } from '@common/operations'
import type { ArrivedFile, CallContext } from '@main/operations/context'
import type { FileReceiver } from '@main/operations/module'
import type { Invoker } from '@main/operations/invoke'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callFacts } from './call'
import type { metadataImportCall } from './legacy'
import { dispositionOf, fileHeaders, readRange, type ByteRange, type ServedFile } from './file-headers'
import { plainArguments, readJson } from './json-body'

/** The files of cells, as this server needs them. */
export interface AttachmentFiles {
  readonly open: (context: CallContext, id: string) => Promise<OpenServedFile>
  readonly openLink: (ticket: string) => Promise<OpenServedFile>
}

interface OpenServedFile extends ServedFile {
  /** Returns a part of the bytes, and closes the file at its end. */
  readonly read: (range?: ByteRange) => Promise<Readable>
  readonly close: () => Promise<void>
  /** Returns an address at which the storage itself sends the file. Undefined if browsers don't reach it. */
  readonly address?:
    | ((headers: { readonly type: string; readonly disposition: string }) => Promise<string | undefined>)
    | undefined
}

/** Operations that take a file. */
export type UploadOperation =
  | {
      [N in OperationName]: (typeof operations)[N] extends { readonly takesFile: true } ? N : never
    }[OperationName]
  /** Calls of the original. */
  | 'sharedViewInsert'
  | typeof metadataImportCall

/** Receivers of files, by operation. */
export type FileReceivers = Readonly<Record<UploadOperation, FileReceiver>>

/** Returns the name in the address of a dashboard call; undefined without one. */
export function dashboardCallOf(query: unknown): string | undefined {
  const { q } = query as { readonly q?: unknown }
  return typeof q === 'string' && q.startsWith('sqlOp_') ? q.slice('sqlOp_'.length) : undefined
}

/** True if the address of a request is that of an operation that takes a file. */
export type TakesFile = (request: FastifyRequest) => boolean

const fieldsMax = 10

const partLimits = (files: number) => ({
  fileSize: Infinity,
  files,
  fields: fieldsMax,
  fieldSize: limits.bodyBytes,
  parts: files + fieldsMax,
  headerPairs: 20,
})

/**
 * Only operations that take a file accept multipart bodies. Plain HTML forms can't send a token and are rejected
 * there.
 */
export async function addMultipart(app: FastifyInstance, takesFile: TakesFile): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: partLimits(1),
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const isForm = /^\s*multipart\/form-data/i.test(request.headers['content-type'] ?? '')
    done(isForm && !takesFile(request) ? new AppError('CONTENT_TYPE_UNSUPPORTED') : null)
  })
}

/** A multipart call: checks the rights, receives the file, then runs the operation. */
export interface FormCall {
  /** The JSON part: the input of an operation, or the envelope of a dashboard call. */
  readonly body: unknown
  readonly uploads: readonly UploadedPart[]
}

/** A received file with the name of its part. */
export interface UploadedPart {
  readonly field: string
  readonly file: ArrivedFile
}

/**
 * Reads the parts of a form.
 *
 * @param jsonPart  name of the JSON part
 * @throws AppError errors of `receive`, REQUEST_MALFORMED, JSON_INVALID; then nothing of the file is stored
 */
export async function readForm(
  request: FastifyRequest,
  context: CallContext,
  files: FileReceiver,
  jsonPart: 'input' | 'json',
): Promise<FormCall> {
  const length = Number(request.headers['content-length'])
  files.mayReceive(context, Number.isFinite(length) ? length : undefined)
  const { socket } = request.raw
  const stall = (): void => void socket.destroy()
  socket.setTimeout(limits.uploadIdleMs, stall)
  const uploads: UploadedPart[] = []
  let body: unknown
  try {
    for await (const part of request.parts({ limits: partLimits(files.filesMax ?? 1) })) {
      if (part.type === 'file') {
        uploads.push({ field: part.fieldname, file: await files.receive(context, part.filename, part.file) })
        if (part.file.truncated) throw new AppError('REQUEST_MALFORMED')
      } else if (part.fieldname === jsonPart) body = readJsonPart(part)
    }
    // A sender that left in the middle ends the parts as if they were all.
    if (!request.raw.complete) throw new AppError('REQUEST_CANCELLED')
    return { body, uploads }
  } catch (error) {
    await discardAll(uploads)
    throw formError(error)
  } finally {
    socket.setTimeout(0)
    socket.removeListener('timeout', stall)
  }
}

export const discardAll = async (uploads: readonly UploadedPart[]): Promise<void> => {
  await Promise.all(uploads.map(({ file }) => file.discard()))
}

function readJsonPart(part: { readonly value: unknown; readonly valueTruncated: boolean }): unknown {
  if (part.valueTruncated) throw new AppError('REQUEST_MALFORMED')
  return typeof part.value === 'string' ? plainArguments(readJson(Buffer.from(part.value))) : part.value
}

/** Errors of the form parser are errors of the request. */
function formError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isForm =
    code.startsWith('FST_') ||
    (error instanceof Error && /multipart|part terminated|boundary|part header/i.test(error.message))
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new AppError('REQUEST_CANCELLED', {}, { cause: error })
  return isForm ? new AppError('REQUEST_MALFORMED', {}, { cause: error }) : error
}

/**
 * `/dl/…`: stored files, to members of their project (wire §14.6).
 *
 * @param redirects  true leads browsers to the storage for large files, if they reach it
 */
export function addFileRoutes(
  app: FastifyInstance,
  invoker: Invoker,
  files: AttachmentFiles,
  { redirects }: { readonly redirects: boolean },
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/dl/:projectId/:dbAlias/:file/:name',
    handler: async (request, reply) => {
      const { projectId, dbAlias, file } = request.params as Readonly<Record<string, string>>
      const context = await invoker.context(callFacts(request, reply, projectId))
      const opened = await files.open(context, dbAlias === 'db' ? (file ?? '') : '')
      return send(request, reply, opened)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/dl/link/:ticket/:name',
    handler: async (request, reply) => {
      const { ticket = '' } = request.params as Readonly<Record<string, string>>
      const file = await files.openLink(ticket)
      const address = redirects ? await storageAddress(request, file) : undefined
      if (address === undefined) return send(request, reply, file)
      await file.close()
      return reply.headers({ location: address, 'cache-control': 'no-store' }).code(302).send()
    },
  })
}

/**
 * Returns the address of a file in its storage, for downloads, videos and sounds. Scripts of the page read the rest, such as
 * texts and pictures: a storage would have to allow the origin of the page.
 */
async function storageAddress({ method, headers }: FastifyRequest, file: OpenServedFile): Promise<string | undefined> {
  const isLarge = file.download || file.type.kind === 'video' || file.type.kind === 'audio'
  // Clients would pass secrets in headers of their own on to the storage.
  const hasSecret = Object.keys(headers).some((name) => name === 'authorization' || name.startsWith('xc-'))
  if (!isLarge || method !== 'GET' || hasSecret) return undefined
  return file.address?.({ type: servedType(file.type), disposition: dispositionOf(file) })
}

async function send(request: FastifyRequest, reply: FastifyReply, file: OpenServedFile): Promise<FastifyReply> {
  let isRead = false
  try {
    if (request.headers['if-none-match'] === `"${file.id}"`)
      return await reply.headers(fileHeaders(file)).code(304).send()
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === `"${file.id}"`
    const range = isSame ? readRange(request.headers.range, file.size) : undefined
    if (range === 'none')
      return await reply.headers(fileHeaders(file)).code(416).header('content-range', `bytes */${file.size}`).send()
    const { from, to } = range ?? { from: 0, to: file.size - 1 }
    const isEmpty = request.method === 'HEAD' || to < from
    isRead = !isEmpty
    // Before the headers: a storage may fail, and its error has headers of its own.
    const stream = isEmpty ? undefined : await file.read(range)
    reply.headers(fileHeaders(file)).header('content-length', String(to - from + 1))
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`)
    return await reply.send(stream)
  } finally {
    // Otherwise the stream closes it, also when the caller leaves.
    if (!isRead) await file.close()
  }
}
