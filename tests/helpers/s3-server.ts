import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A failure of the next requests of a method. */
export interface S3Fault {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** `reset`: the connection ends in the middle. `silent`: no response. `damaged`: other bytes than stored. A number: that status. */
  readonly kind: 'reset' | 'silent' | 'damaged' | 403 | 503
  /** How many requests. */
  left: number
}

/** A server with the S3 protocol, which checks signatures (AWS Signature Version 4), checksums and times. */
export interface TestS3 {
  readonly origin: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly accessSecret: string
  readonly objects: Map<string, Buffer>
  /** Handled requests, such as `PUT attachments/p_1/5f…`. */
  readonly requests: string[]
  readonly faults: S3Fault[]
  /** Called before each request is handled. */
  hold: ((request: string) => Promise<void>) | undefined
  /** Objects on a page of a list. */
  pageMax: number
  readonly close: () => Promise<void>
}

const region = 'eu-test-1'
const accessKey = 'AKIATESTKEY'
const accessSecret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const bucket = 'files'
const skewMaxMs = 15 * 60 * 1_000

export async function startS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const faults: S3Fault[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const s3: TestS3 = {
    origin: `http://127.0.0.1:${port}`,
    bucket,
    region,
    accessKey,
    accessSecret,
    objects,
    requests,
    faults,
    hold: undefined,
    pageMax: 1_000,
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
    requests.push(`${method} ${key}`)
    await s3.hold?.(`${method} ${key}`)
    const fault = faults.find((each) => each.method === method && each.left > 0)
    if (fault !== undefined) fault.left -= 1
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'reset' && method !== 'GET') return void request.socket.destroy()
    const body = Buffer.concat(await request.toArray())
    if (fault?.kind === 403) return refuse(response, 403, 'AccessDenied', 'Access Denied')
    if (fault?.kind === 503) return refuse(response, 503, 'SlowDown', 'Please reduce your request rate.')
    const wrong = signatureProblem(request, url, body)
    if (wrong !== undefined) return refuse(response, 403, wrong, `Rejected: ${wrong}`)
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket', 'The bucket does not exist')
    if (method === 'PUT') {
      objects.set(key, body)
      return void response.writeHead(200).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (url.searchParams.get('list-type') === '2') return list(response, url)
    const found = objects.get(key)
    if (found === undefined) return refuse(response, 404, 'NoSuchKey', 'The key does not exist')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? found : found.subarray(Number(from), Number(to) + 1)
    const sent = fault?.kind === 'damaged' ? Buffer.from(part.map((byte) => byte ^ 1)) : part
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': sent.byteLength })
    if (fault?.kind !== 'reset') return void response.end(sent)
    response.write(sent.subarray(0, Math.floor(sent.byteLength / 2)), () => request.socket.destroy())
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
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
      )
  }
}

function refuse(response: ServerResponse, status: number, code: string, text: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${text}</Message></Error>`)
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/** Computes the signature again from the request as it arrived. @returns the error code if anything differs */
function signatureProblem({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const [, credential, signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const sentMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(sentMs) || Math.abs(Date.now() - sentMs) > skewMaxMs) return 'RequestTimeTooSkewed'
  const date = time.slice(0, 8)
  const scope = `${date}/${region}/s3/aws4_request`
  if (credential !== `${accessKey}/${scope}`) return 'InvalidAccessKeyId'
  const names = signedNames.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, path, query, lines, signedNames, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${accessSecret}`, date), region), 's3'), 'aws4_request')
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
