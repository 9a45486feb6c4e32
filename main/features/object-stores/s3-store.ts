import { createHash, randomBytes } from 'node:crypto'
import { signedAddressLifeMs } from '@common/constants'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ObjectContent, ObjectStore } from './object-store'
import { answerBytesMax, finish, objectsIn, requireBucket, tagIn, textOf } from './s3-answers'
import { createS3Client, type S3ClientOptions } from './s3-client'
import { contentOf, partBytesFor, partsMax, partsOf, uploadInParts } from './s3-multipart'

export interface S3StoreOptions extends S3ClientOptions {
  /** Origin of the server for browsers. Undefined if they don't reach it. */
  readonly browserOrigin?: string | undefined
  /** Smaller sizes, for tests. */
  readonly sizes?: TransferSizes | undefined
}

export interface TransferSizes {
  /** Larger objects go in parts: one that fails costs little then, and a single request may have 5 GiB at most. */
  readonly singleMax: number
  readonly partMin: number
}

const listPageMax = 1_000
const sizesDefault: TransferSizes = { singleMax: 128 * 1024 * 1024, partMin: 16 * 1024 * 1024 }

/** Objects in a bucket with the S3 protocol: AWS and all that speak it. */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { title, browserOrigin, sizes = sizesDefault } = options
  const client = createS3Client(options)

  const putSingle = async (key: string, body: ObjectContent, signal: AbortSignal | undefined): Promise<void> => {
    const answer = await client.call({ method: 'PUT', key, body, signal }, [200, 201, 204])
    await finish(answer.body, title)
  }

  const putParts = (
    key: string,
    parts: AsyncIterable<Buffer>,
    signal: AbortSignal | undefined,
    check?: () => void,
  ): Promise<void> =>
    uploadInParts({
      ...options,
      client,
      key,
      parts,
      bytesMax: partsMax * sizes.partMin,
      uploadName: randomBytes(16).toString('hex'),
      ...(check && { check }),
      signal,
    })

  return {
    put: async (key, content, signal) => {
      const { size, sha256 } = content
      if (size <= sizes.singleMax) return putSingle(key, content, signal)
      const found = { size: 0, hash: createHash('sha256') }
      const parts = watched(partsOf(content.read, partBytesFor(size, sizes.partMin)), (part) => {
        found.size += part.byteLength
        found.hash.update(part)
      })
      return putParts(key, parts, signal, () => {
        if (found.size !== size || found.hash.digest('hex') !== sha256)
          throw new AppError('STORAGE_CHECKSUM_WRONG', { storage: title })
      })
    },

    write: async (key, chunks, signal) => {
      let size = 0
      const parts = watched(
        partsOf(() => chunks, sizes.partMin),
        (part) => (size += part.byteLength),
      )
      try {
        const head: Buffer[] = []
        for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
          head.push(next.value)
          if (head.length > 1) break
        }
        if (head.length > 1) await putParts(key, joined(head, parts), signal)
        else await putSingle(key, contentOf(head[0] ?? Buffer.alloc(0)), signal)
        return size
      } finally {
        await parts.return(undefined)
      }
    },

    get: async (key, range, signal) => {
      const headers = range === undefined ? [] : [['range', `bytes=${range.from}-${range.to}`] as const]
      const expected = range === undefined ? [200, 404] : [206, 404]
      const answer = await client.call({ method: 'GET', key, headers, signal }, expected)
      if (answer.status === 404) {
        await requireBucket(answer, options)
        return undefined
      }
      const size = Number(answer.headers['content-length'])
      const isWrong = !Number.isSafeInteger(size) || (range !== undefined && size !== range.to - range.from + 1)
      if (!isWrong) return { size, stream: answer.body }
      answer.body.destroy()
      throw new AppError('STORAGE_FAILED', { storage: title, reason: message('server.storage.size') })
    },

    remove: async (key, signal) => {
      const answer = await client.call({ method: 'DELETE', key, signal }, [200, 204, 404])
      await (answer.status === 404 ? requireBucket(answer, options) : finish(answer.body, title))
    },

    list: async function* list(prefix, signal) {
      for (let token: string | undefined; ;) {
        const query = {
          'list-type': '2',
          'max-keys': String(listPageMax),
          prefix,
          ...(token !== undefined && { 'continuation-token': token }),
        }
        const { body } = await client.call({ method: 'GET', query, signal }, [200])
        const page = await textOf(body, answerBytesMax, title)
        yield* objectsIn(page)
        token = /<IsTruncated>true</.test(page) ? tagIn(page, 'NextContinuationToken') : undefined
        if (token === undefined) return
      }
    },

    ...(browserOrigin !== undefined && {
      address: (key, { type, disposition }) => {
        const query = {
          'response-content-type': type,
          'response-content-disposition': disposition,
          'response-cache-control': 'private, no-store',
        }
        return client.signedAddress(browserOrigin, key, query, signedAddressLifeMs)
      },
    }),
  }
}

/** Calls a function with each part that is read. */
async function* watched(parts: AsyncIterable<Buffer>, saw: (part: Buffer) => void): AsyncGenerator<Buffer, undefined> {
  for await (const part of parts) {
    saw(part)
    yield part
  }
}

/** Yields `head`, which it empties so that the memory holds no sent part, then the rest. */
async function* joined(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let part = head.shift(); part !== undefined; part = head.shift()) yield part
  yield* rest
}
