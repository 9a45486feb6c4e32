import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'
import { AppError } from '@common/errors'
import type { FastifyInstance } from 'fastify'

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses bodies. Size limits apply to the decompressed bytes, and reading stops once they exceed them. */
export function addPackedBody(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    if (encoding === undefined || encoding === '' || encoding === 'identity') return done(null, payload)
    const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined
    if (unpacker === undefined || request.isMultipart()) return done(new AppError('CONTENT_ENCODING_UNSUPPORTED'))
    let packedBytes = 0
    payload.on('data', (chunk: Buffer) => (packedBytes += chunk.length))
    // Fastify compares this with the content-length.
    const unpacked = Object.defineProperty(unpacker(), 'receivedEncodedLength', { get: () => packedBytes })
    pipeline(payload, unpacked, () => undefined)
    done(null, unpacked)
  })
}
