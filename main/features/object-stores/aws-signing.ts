import { once } from '@main/lib/once'

/** Loaded with the first signed request. */
const library = once(() => import('aws4fetch'))

/** Keys of an account. */
export interface AwsKeys {
  readonly accessKey: string
  readonly accessSecret: string
}

interface SignedRequest extends AwsKeys {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, or for `s3` its checksum in the header `x-amz-content-sha256`. */
  readonly body?: string
  readonly service: string
  readonly region: string
  readonly now: Date
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
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  })
  const signed = await signer.sign()
  return [...signed.headers.entries()].filter(([name]) => name !== 'host')
}
