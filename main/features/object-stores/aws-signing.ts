import { once } from '@main/lib/once'

/** Loaded with the first signed request. */
const library = once(() => import('aws4fetch'))

/** Keys of an account. */
export interface AwsKeys {
  readonly accessKey: string
  readonly accessSecret: string
}

interface Signature extends AwsKeys {
  readonly url: string
  readonly service: string
  readonly region: string
  readonly now: Date
}

interface SignedRequest extends Signature {
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, or for `s3` its checksum in the header `x-amz-content-sha256`. */
  readonly body?: string
}

/** Returns the headers of a request with its signature (AWS Signature Version 4). `host` isn't among them. */
export async function signedHeaders({
  accessKey,
  accessSecret,
  headers,
  now,
  ...request
}: SignedRequest): Promise<(readonly [name: string, value: string])[]> {
  const { AwsV4Signer } = await library()
  const signer = new AwsV4Signer({
    ...request,
    headers: headers.map(([name, value]) => [name, value]),
    accessKeyId: accessKey,
    secretAccessKey: accessSecret,
    datetime: timeOf(now),
  })
  const signed = await signer.sign()
  return [...signed.headers.entries()].filter(([name]) => name !== 'host')
}

/**
 * Returns an address that anyone can get without further headers until it expires. The signature covers the host, the path
 * and the query.
 */
export async function signedAddress({
  accessKey,
  accessSecret,
  url,
  now,
  lifeMs,
  ...request
}: Signature & { readonly lifeMs: number }): Promise<string> {
  const { AwsV4Signer } = await library()
  const limited = new URL(url)
  limited.searchParams.set('X-Amz-Expires', String(Math.floor(lifeMs / 1_000)))
  const signer = new AwsV4Signer({
    ...request,
    method: 'GET',
    url: limited.href,
    signQuery: true,
    accessKeyId: accessKey,
    secretAccessKey: accessSecret,
    datetime: timeOf(now),
  })
  const { origin, pathname, search } = (await signer.sign()).url
  // The signature is of `%20`. Some servers take a plus sign in a query for itself.
  return origin + pathname + search.replaceAll('+', '%20')
}

/** Returns a time such as `20260305T081500Z`. */
const timeOf = (now: Date): string => now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
