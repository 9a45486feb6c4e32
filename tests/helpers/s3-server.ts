import { randomBytes, createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureProblem, type S3Account, type S3Refusal } from './s3-signature'

/** A failure of the next requests of a method. */
export interface S3Fault {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /**
   * `reset`: the connection ends in the middle. `lost`: it ends after the request was carried out. `silent`: no response.
   * `stuck`: half a response. `damaged`: other bytes than stored. `short`: fewer bytes, announced as whole. `error200`: an
   * error after the status 200. A number: that status.
   */
  readonly kind: 'reset' | 'lost' | 'silent' | 'stuck' | 'damaged' | 'short' | 'error200' | 301 | 403 | 404 | 500 | 503
  /** How many requests. */
  left: number
  /** Only requests whose text in `requests` contains this. */
  readonly only?: string
}

/** An upload in parts that isn't complete. */
export interface S3Upload {
  readonly key: string
  readonly name: string | undefined
  readonly parts: Map<number, Buffer>
}

/** A server with the S3 protocol, which checks signatures (AWS Signature Version 4), checksums and times. */
export interface TestS3 extends S3Account {
  readonly origin: string
  readonly bucket: string
  readonly objects: Map<string, Buffer>
  readonly uploads: Map<string, S3Upload>
  /** Handled requests, such as `PUT attachments/p_1/5f…` or `PUT snapshots/p_1/5f…zip?partNumber=2`. */
  readonly requests: string[]
  readonly faults: S3Fault[]
  /** Called before each request is handled. */
  hold: ((request: string) => Promise<void>) | undefined
  /** Objects on a page of a list. */
  pageMax: number
  /** Smallest part of an upload, apart from the last one. */
  partBytesMin: number
  /** How far its clock is ahead, in milliseconds. */
  aheadMs: number
  readonly close: () => Promise<void>
}

const account: S3Account = {
  region: 'eu-test-1',
  accessKey: 'AKIATESTKEY',
  accessSecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const bucket = 'files'

const errors: Readonly<Record<number, readonly [code: string, text: string]>> = {
  301: ['PermanentRedirect', 'The bucket must be addressed using another endpoint'],
  403: ['AccessDenied', 'Access Denied'],
  404: ['NoSuchKey', 'The key does not exist'],
  500: ['InternalError', 'We encountered an internal error'],
  503: ['SlowDown', 'Please reduce your request rate.'],
}

export async function startS3(): Promise<TestS3> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, S3Upload>()
  /** Names of uploads, as metadata of their objects. */
  const named = new Map<string, string>()
  const s3: TestS3 = {
    ...account,
    origin: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    uploads,
    requests: [],
    faults: [],
    hold: undefined,
    pageMax: 1_000,
    partBytesMin: 5 * 1024 * 1024,
    aheadMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return s3

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? ''
    const url = new URL(request.url ?? '', s3.origin)
    const [, name = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const part = url.searchParams.get('partNumber')
    const text = `${method} ${key}${part === null ? '' : `?partNumber=${part}`}`
    s3.requests.push(text)
    await s3.hold?.(text)
    const fault = s3.faults.find((each) => each.method === method && each.left > 0 && text.includes(each.only ?? ''))
    if (fault !== undefined) fault.left -= 1
    const kind = fault?.kind
    if (kind === 'silent') return
    if (kind === 'reset' && method !== 'GET') return void request.socket.destroy()
    const body = Buffer.concat(await request.toArray())
    if (typeof kind === 'number') {
      const [code, said] = errors[kind] ?? ['', '']
      if (kind === 301) response.setHeader('x-amz-bucket-region', 'us-west-2')
      return refuse(response, { status: kind, code, text: said })
    }
    const wrong = signatureProblem(request, url, body, account, Date.now() + s3.aheadMs)
    if (wrong !== undefined) return refuse(response, wrong)
    if (name !== bucket)
      return refuse(response, { status: 404, code: 'NoSuchBucket', text: 'The bucket does not exist' })
    const answer = kind === 'lost' ? cutAnswer(request) : response
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId !== null || url.searchParams.has('uploads'))
      return handleParts(request, answer, { key, uploadId, part: Number(part), body, kind })
    if (method === 'PUT') {
      objects.set(key, body)
      named.delete(key)
      return void answer.writeHead(200).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void answer.writeHead(204).end()
    }
    if (url.searchParams.get('list-type') === '2') return list(response, url)
    return read(request, response, { url, key, kind })
  }

  function read(
    request: IncomingMessage,
    response: ServerResponse,
    { url, key, kind }: { readonly url: URL; readonly key: string; readonly kind: S3Fault['kind'] | undefined },
  ): void {
    const found = objects.get(key)
    if (found === undefined) return refuse(response, { status: 404, code: 'NoSuchKey', text: 'The key does not exist' })
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const end = to === undefined || to === '' ? found.byteLength : Number(to) + 1
    const part = from === undefined ? found : found.subarray(Number(from), end)
    const sent = kind === 'damaged' ? Buffer.from(part.map((byte) => byte ^ 1)) : part
    const half = Math.floor(sent.byteLength / 2)
    const overrides = [...url.searchParams].flatMap(([name, value]) =>
      name.startsWith('response-') ? [[name.slice('response-'.length), value] as const] : [],
    )
    response.writeHead(from === undefined ? 200 : 206, {
      ...Object.fromEntries(overrides),
      'content-length': kind === 'short' ? half : sent.byteLength,
      ...(from !== undefined && {
        'content-range': `bytes ${from}-${Number(from) + sent.byteLength - 1}/${found.byteLength}`,
      }),
      ...(named.has(key) && { 'x-amz-meta-basalt-upload': named.get(key) }),
    })
    if (kind === 'short') response.end(sent.subarray(0, half))
    else if (kind === 'stuck') response.write(sent.subarray(0, half))
    else if (kind === 'reset') response.write(sent.subarray(0, half), () => request.socket.destroy())
    else response.end(request.method === 'HEAD' ? undefined : sent)
  }

  interface PartCall {
    readonly key: string
    readonly uploadId: string | null
    readonly part: number
    readonly body: Buffer
    readonly kind: S3Fault['kind'] | undefined
  }

  function handleParts(
    { method, headers }: IncomingMessage,
    response: Pick<ServerResponse, 'writeHead' | 'end'>,
    { key, uploadId, part, body, kind }: PartCall,
  ): void {
    if (uploadId === null) {
      const id = randomBytes(8).toString('hex')
      uploads.set(id, { key, name: headers['x-amz-meta-basalt-upload'] as string | undefined, parts: new Map() })
      return sendXml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = uploads.get(uploadId)
    if (upload?.key !== key) return refuse(response, { status: 404, code: 'NoSuchUpload', text: 'No such upload' })
    if (method === 'PUT') {
      upload.parts.set(part, body)
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (method === 'DELETE') {
      uploads.delete(uploadId)
      return void response.writeHead(204).end()
    }
    if (kind === 'error200') return sendXml(response, 200, errorXml({ code: 'InternalError', text: 'Try again' }))
    const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const parts = listed.map(([, number, etag = '']) => {
      const bytes = upload.parts.get(Number(number))
      return bytes !== undefined && etagOf(bytes) === etag.replaceAll('&quot;', '"') ? bytes : undefined
    })
    if (parts.length === 0 || parts.length < upload.parts.size || parts.includes(undefined))
      return refuse(response, { status: 400, code: 'InvalidPart', text: 'A part is missing' })
    if (parts.slice(0, -1).some((bytes) => (bytes?.byteLength ?? 0) < s3.partBytesMin))
      return refuse(response, { status: 400, code: 'EntityTooSmall', text: 'A part is too small' })
    objects.set(key, Buffer.concat(parts.flatMap((bytes) => bytes ?? [])))
    if (upload.name !== undefined) named.set(key, upload.name)
    uploads.delete(uploadId)
    sendXml(response, 200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
  }

  function list(response: ServerResponse, { searchParams }: URL): void {
    const prefix = searchParams.get('prefix') ?? ''
    const after = searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, s3.pageMax)
    const isTruncated = page.length < keys.length
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : ''
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.byteLength ?? 0}</Size></Contents>`,
    )
    const xml = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
    sendXml(response, 200, xml)
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** Returns a response that ends the connection instead. */
const cutAnswer = ({ socket }: IncomingMessage): Pick<ServerResponse, 'writeHead' | 'end'> =>
  ({
    writeHead: () => ({ end: () => socket.destroy() }),
    end: () => socket.destroy(),
  }) as unknown as ServerResponse

function sendXml(response: Pick<ServerResponse, 'writeHead' | 'end'>, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

const errorXml = ({ code, text, more = '' }: Omit<S3Refusal, 'status'>): string =>
  `<Error><Code>${code}</Code><Message>${text}</Message>${more}</Error>`

function refuse(response: Pick<ServerResponse, 'writeHead' | 'end'>, refusal: S3Refusal): void {
  sendXml(response, refusal.status, errorXml(refusal))
}
