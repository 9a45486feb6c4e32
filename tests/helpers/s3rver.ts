import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Account } from './s3-signature'

/** A storage by others (s3rver), which keeps our client to the protocol rather than to our own understanding of it. */
export interface S3rver extends S3Account {
  readonly origin: string
  readonly bucket: string
  /** Lists the keys of stored objects. */
  readonly keys: () => Promise<string[]>
  readonly close: () => Promise<void>
}

interface S3rverApp {
  readonly run: () => Promise<AddressInfo>
  readonly close: () => Promise<void>
  readonly httpServer: { readonly closeAllConnections: () => void }
}
type S3rverClass = new (options: object) => S3rverApp

const bucket = 'files'
const objectSuffix = '._S3rver_object'

export async function startS3rver(): Promise<S3rver> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'basalt-s3rver-'))
  const app = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await app.run()
  return {
    origin: `http://127.0.0.1:${port}`,
    bucket,
    region: 'eu-central-1',
    accessKey: 'S3RVER',
    accessSecret: 'S3RVER',
    keys: async () => {
      const names = await readdir(join(directory, bucket), { recursive: true })
      return names
        .filter((name) => name.endsWith(objectSuffix))
        .map((name) => name.slice(0, -objectSuffix.length))
        .toSorted()
    },
    close: async () => {
      app.httpServer.closeAllConnections()
      await app.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
