import { AppError } from '@common/errors'
import { rpcLimits, type RpcSchema } from '@common/rpc/schema'
import { utf8Bytes } from '@common/rpc/bytes'
import { WireError, WireWriter, wireKinds } from '@common/rpc/wire'
import type { Client, ClientDuplexStream, Metadata, ServiceError } from '@grpc/grpc-js'
import { sameBytes } from './channel'
import { describedFile, partsOf, type DescribedFile } from './descriptors'
import { createSchemaBuilder } from './schema-builder'

const timeoutMs = 15_000
const servicesMax = 300
const filesMax = 500
const bytesMax = 8 * 1024 * 1024

/** Versions of the protocol, newest first. */
const versions = ['v1', 'v1alpha'] as const
const unimplemented = 12

/** Fields of requests (https://github.com/grpc/grpc/blob/master/src/proto/grpc/reflection/v1/reflection.proto). */
const asked = { file: 3, symbol: 4, services: 7 } as const
const answered = { files: 4, services: 6, error: 7 } as const

/**
 * Asks a server for its services and their types.
 *
 * @throws AppError RPC_REFLECTION_MISSING, RPC_REFLECTION_FAILED, RPC_SCHEMA_TOO_LARGE, REQUEST_CANCELLED
 */
export async function reflect(
  client: Client,
  metadata: Metadata,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<RpcSchema> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  for (const version of versions) {
    const asking = openReflection(client, metadata, version, limited)
    try {
      return await read(asking)
    } catch (error) {
      if (signal.aborted) throw new AppError('REQUEST_CANCELLED')
      if (isStatus(error) && error.code === unimplemented) continue
      if (error instanceof AppError) throw error
      if (!isStatus(error) && !(error instanceof WireError)) throw error
      const reason = isStatus(error) ? error.details : error.message
      throw new AppError('RPC_REFLECTION_FAILED', { address, reason: reason.slice(0, 300) }, { cause: error })
    } finally {
      asking.close()
    }
  }
  throw new AppError('RPC_REFLECTION_MISSING', { address })
}

const isStatus = (error: unknown): error is ServiceError =>
  error instanceof Error && typeof (error as Partial<ServiceError>).code === 'number' && 'details' in error

type Ask = (field: number, value: string) => Promise<ReturnType<typeof partsOf>>

async function read({ ask }: { readonly ask: Ask }): Promise<RpcSchema> {
  const files = new Map<string, DescribedFile>()
  let size = 0
  const take = (parts: ReturnType<typeof partsOf>): void => {
    for (const response of parts.bytes(answered.files))
      for (const bytes of partsOf(response).bytes(1)) {
        size += bytes.length
        const file = describedFile(bytes)
        files.set(file.name, file)
        if (size > bytesMax || files.size > filesMax) throw new AppError('RPC_SCHEMA_TOO_LARGE')
      }
  }
  const listed = await ask(asked.services, '*')
  const names = listed
    .bytes(answered.services)
    .flatMap((list) => partsOf(list).bytes(1))
    .map((service) => partsOf(service).text(1))
    .filter((name) => !name.startsWith('grpc.reflection.'))
  if (names.length > servicesMax) throw new AppError('RPC_SCHEMA_TOO_LARGE')
  for (const name of names) take(await ask(asked.symbol, name))

  const tried = new Set<string>()
  for (;;) {
    const wanted = [...files.values()]
      .flatMap(({ imports }) => imports)
      .find((name) => !files.has(name) && !tried.has(name))
    if (wanted === undefined) break
    tried.add(wanted)
    if (tried.size > filesMax) throw new AppError('RPC_SCHEMA_TOO_LARGE')
    take(await ask(asked.file, wanted))
  }
  const builder = createSchemaBuilder()
  for (const file of files.values()) file.addTo(builder)
  const { schema } = builder.finish()
  const shown = new Set(names)
  // Files of a listed service may hold others, which the server doesn't serve.
  return { ...schema, services: schema.services.filter(({ name }) => shown.has(name)).slice(0, rpcLimits.types) }
}

/** Opens the stream of questions. A server answers them in order. */
function openReflection(client: Client, metadata: Metadata, version: string, signal: AbortSignal) {
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`
  const stream: ClientDuplexStream<Buffer, Buffer> = client.makeBidiStreamRequest(path, sameBytes, sameBytes, metadata)
  let waiting: { readonly resolve: (bytes: Buffer) => void; readonly reject: (error: unknown) => void } | undefined
  let failure: unknown
  const fail = (error: unknown): void => {
    failure ??= error
    waiting?.reject(error)
  }
  stream.on('data', (bytes: Buffer) => waiting?.resolve(bytes))
  stream.on('error', fail)
  stream.on('end', () => fail(new WireError('The server ended the description early')))
  const cancel = (): void => {
    fail(new WireError('The server took too long'))
    stream.cancel()
  }
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()

  const ask: Ask = (field, value) =>
    new Promise<Buffer>((resolve, reject) => {
      if (failure !== undefined) {
        reject(failure instanceof Error ? failure : new WireError('The stream failed'))
        return
      }
      waiting = { resolve, reject }
      const writer = new WireWriter()
      writer.tag(field, wireKinds.bytes)
      writer.bytes(utf8Bytes(value))
      stream.write(Buffer.from(writer.finish()))
    }).then(partsOf)
  return {
    ask,
    close: () => {
      signal.removeEventListener('abort', cancel)
      stream.cancel()
    },
  }
}
