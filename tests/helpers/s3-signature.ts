import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Keys and region of the only account of a test storage. */
export interface S3Account {
  readonly region: string
  readonly accessKey: string
  readonly accessSecret: string
}

/** A rejected request, as AWS describes it. */
export interface S3Refusal {
  readonly status: number
  readonly code: string
  readonly text: string
  /** Further elements of the error. */
  readonly more?: string
}

interface Signed {
  readonly credential: string
  readonly time: string
  readonly names: readonly string[]
  readonly signature: string
  readonly bodySha256: string
}

const skewMaxMs = 15 * 60 * 1_000
const rejected = (code: string, status = 403, more?: string): S3Refusal => ({
  status,
  code,
  text: `Rejected: ${code}`,
  ...(more !== undefined && { more }),
})

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Computes the signature again (AWS Signature Version 4) from the request as it arrived: of its headers, or of its query.
 *
 * @param now  time of the storage, in milliseconds
 * @returns the refusal if anything differs
 */
export function signatureProblem(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { region, accessKey, accessSecret }: S3Account,
  now: number,
): S3Refusal | undefined {
  const isQuery = url.searchParams.has('X-Amz-Signature')
  const signed = isQuery ? signedQuery(url) : signedHeaders(request)
  if (signed === undefined) return rejected('AccessDenied')
  const { credential, time, names, signature, bodySha256 } = signed
  const sentMs = msOf(time)
  if (Number.isNaN(sentMs)) return rejected('AccessDenied')
  if (isQuery) {
    const lifeMs = Number(url.searchParams.get('X-Amz-Expires')) * 1_000
    if (!(lifeMs > 0 && lifeMs <= 604_800_000)) return rejected('AuthorizationQueryParametersError', 400)
    if (now > sentMs + lifeMs) return { status: 403, code: 'AccessDenied', text: 'Request has expired' }
  } else if (Math.abs(now - sentMs) > skewMaxMs) {
    const serverTime = `<ServerTime>${new Date(now).toISOString()}</ServerTime>`
    return rejected('RequestTimeTooSkewed', 403, serverTime)
  }
  const date = time.slice(0, 8)
  const [key, , givenRegion = ''] = credential.split('/')
  if (key !== accessKey) return rejected('InvalidAccessKeyId')
  if (givenRegion !== region) return rejected('AuthorizationHeaderMalformed', 400, `<Region>${region}</Region>`)
  const scope = `${date}/${region}/s3/aws4_request`
  if (credential !== `${accessKey}/${scope}`) return rejected('AccessDenied')
  const needed = isQuery ? ['host'] : ['host', 'x-amz-content-sha256', 'x-amz-date']
  const sent = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))
  if (![...needed, ...sent].every((name) => names.includes(name))) return rejected('AccessDenied')
  if (bodySha256 !== 'UNSIGNED-PAYLOAD' && bodySha256 !== sha256(body)) return rejected('XAmzContentSHA256Mismatch')
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const lines = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const canonical = [request.method, path, query, lines, names.join(';'), bodySha256].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${accessSecret}`, date), region), 's3'), 'aws4_request')
  return hmac(signingKey, text).toString('hex') === signature ? undefined : rejected('SignatureDoesNotMatch')
}

function signedHeaders({ headers }: IncomingMessage): Signed | undefined {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (credential === undefined || names === undefined || signature === undefined) return undefined
  const bodySha256 = String(headers['x-amz-content-sha256'])
  return { credential, time: String(headers['x-amz-date']), names: names.split(';'), signature, bodySha256 }
}

function signedQuery({ searchParams }: URL): Signed | undefined {
  const of = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? ''
  if (of('Algorithm') !== 'AWS4-HMAC-SHA256') return undefined
  return {
    credential: of('Credential'),
    time: of('Date'),
    names: of('SignedHeaders').split(';'),
    signature: of('Signature'),
    bodySha256: 'UNSIGNED-PAYLOAD',
  }
}

/** Reads a time such as `20260305T081500Z`. */
function msOf(time: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
