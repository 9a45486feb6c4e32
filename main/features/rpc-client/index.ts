import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import type { OperationInput } from '@common/operations'
import type { rpcOperations, ProtoFile } from '@common/operations/rpc'
import { encodeMessage } from '@common/rpc/encode'
import { methodIn, rpcLimits, type RpcMethod, type RpcSchema } from '@common/rpc/schema'
import { jsonEscaped } from '@common/variables'
import type { Filler } from '@main/features/api-client'
import { authorize } from '@main/features/auth'
import type { Ids } from '@main/lib/ids'
import { zipChunks, type ZipEntry } from '@main/lib/zip-chunks'
import { inProject, userIn, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import type { RunningCall } from './calls'
import { metadataOf, openClient } from './channel'
import { createTargets, type TargetOptions } from './targets'

export interface RpcClientOptions extends TargetOptions {
  readonly ids: Ids
  /** Returns the .proto files of a project's own service. */
  readonly protoFiles: (projectId: string) => readonly ProtoFile[] | Promise<readonly ProtoFile[]>
}

export interface RpcClient extends FeatureModule<typeof rpcOperations> {
  /**
   * Returns the events of a call as JSON texts. When the reader leaves, the call ends.
   *
   * @throws AppError RPC_CALL_NOT_FOUND, and those of missing rights
   */
  readonly events: (context: CallContext, call: string, signal: AbortSignal) => AsyncIterable<string>
  /** Returns a zip file with the .proto files of the project's own service. */
  readonly protoZip: (context: CallContext) => Readable
  /** Cancels all calls. */
  readonly close: () => void
}

interface OwnedCall {
  readonly call: RunningCall
  readonly userId: number
  readonly projectId: string
  isRead: boolean
}

/** Calls of one user at the same time. */
const callsAtOnce = 10
/** Calls of one user that run, or whose events wait for their reader. */
const storedMax = 100
/** A call without a reader ends after this time. */
const unreadMs = 15_000
const unaryTimeoutMs = 30_000

/** Calls methods of gRPC servers for users. */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  const { clock, ids, protoFiles } = options
  const calls = new Map<string, OwnedCall>()
  const { fillerOf, targetOf, describe } = createTargets(options)

  const start = async (context: CallContext, input: OperationInput<'grpcCallStart'>): Promise<string> => {
    const { userId } = userIn(context)
    const { projectId } = inProject(context)
    checkCount(userId)
    const filler = await fillerOf(context)
    const target = await targetOf(context, input, filler)
    const schema = await describe(context, target, input.files, (known) => methodIn(known, input) !== undefined)
    const method = methodIn(schema, input)
    if (method === undefined)
      throw new AppError('RPC_METHOD_NOT_FOUND', { service: input.service, method: input.method })
    const bytes = input.message === null ? undefined : encoded(schema, method, input.message, filler)
    const metadata = await metadataOf(target.pairs)
    const [{ startCall }, { status }, client] = await Promise.all([
      import('./calls'),
      import('@grpc/grpc-js'),
      openClient(target.destination),
    ])
    try {
      // Other calls may have started meanwhile.
      checkCount(userId)
    } catch (error) {
      client.close()
      throw error
    }
    const call = startCall({
      client,
      path: `/${input.service}/${input.method}`,
      schema,
      method,
      metadata,
      timeoutMs: input.timeoutMs ?? (isStream(method) ? rpcLimits.callMs : unaryTimeoutMs),
      clock,
      statusName: (code) => status[code] ?? 'UNKNOWN',
    })
    const id = ids.hex(16)
    const owned: OwnedCall = { call, userId, projectId, isRead: false }
    calls.set(id, owned)
    setTimeout(() => {
      if (owned.isRead) return
      call.cancel('cancelled')
      calls.delete(id)
    }, unreadMs).unref()
    if (bytes !== undefined) call.send(bytes)
    if (!method.isClientStream) call.finish()
    return id
  }

  const checkCount = (userId: number): void => {
    const own = [...calls.values()].filter((each) => each.userId === userId)
    if (own.length >= storedMax || own.filter(({ call }) => call.isRunning()).length >= callsAtOnce)
      throw new AppError('TOO_MANY_REQUESTS', { seconds: 1 })
  }

  /** Returns a call of the caller in this project. The answer is the same for calls of others and for unknown ones. */
  const ownedBy = (context: CallContext, id: string): OwnedCall => {
    const { userId } = userIn(context)
    const owned = calls.get(id)
    if (owned === undefined || owned.userId !== userId || owned.projectId !== context.projectId)
      throw new AppError('RPC_CALL_NOT_FOUND')
    return owned
  }

  return {
    handlers: {
      grpcDescribe: async (context, input) => {
        const target = await targetOf(context, input, await fillerOf(context))
        return describe(context, target, input.files, () => false)
      },
      grpcCallStart: async (context, input) => ({ call: await start(context, input) }),
      grpcMessageSend: async (context, { call: id, message }) => {
        const { call } = ownedBy(context, id)
        const bytes = encoded(call.schema, call.method, message, await fillerOf(context))
        if (!call.isOpen()) throw new AppError('RPC_CALL_ENDED')
        call.send(bytes)
        return {}
      },
      grpcCallEnd: (context, { call: id, how }) => {
        const { call } = ownedBy(context, id)
        if (how === 'finish') call.finish()
        else call.cancel('cancelled')
        return {}
      },
      grpcProtoRead: async (context) => ({ files: [...(await protoFiles(inProject(context).projectId))] }),
    },
    audit: {
      grpcCallStart: ({ input: { address, service, method } }) => ({
        operation: 'API_CLIENT/CALL',
        details: { address: address.slice(0, 500), method: `${service}/${method}` },
      }),
      // The start of the call has a line.
      grpcMessageSend: null,
      grpcCallEnd: null,
    },
    events: (context, id, signal) => {
      authorize(context, 'api.call')
      const owned = ownedBy(context, id)
      if (owned.isRead) throw new AppError('RPC_CALL_NOT_FOUND')
      owned.isRead = true
      const end = (): void => {
        owned.call.cancel('cancelled')
        calls.delete(id)
      }
      // A reader that leaves at once reads nothing.
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
      return eventTexts(owned.call, signal, end)
    },
    protoZip: (context) =>
      Readable.from(zipChunks(zipEntries(protoFiles(inProject(context).projectId))), { objectMode: false }),
    close: () => {
      for (const { call } of calls.values()) call.cancel('cancelled')
      calls.clear()
    },
  }
}

async function* zipEntries(given: ReturnType<RpcClientOptions['protoFiles']>): AsyncGenerator<ZipEntry> {
  for (const { name, text } of await given) yield { name, texts: [text] }
}

async function* eventTexts(call: RunningCall, signal: AbortSignal, end: () => void): AsyncGenerator<string> {
  try {
    for await (const event of call.events(signal)) yield JSON.stringify(event)
  } finally {
    end()
  }
}

const isStream = (method: RpcMethod): boolean => method.isClientStream || method.isServerStream

/** @throws AppError RPC_MESSAGE_INVALID, VARIABLES_UNKNOWN */
function encoded(schema: RpcSchema, method: RpcMethod, text: string, filler: Filler): Uint8Array {
  const filled = filler.fill(text, jsonEscaped)
  filler.check()
  const { bytes, problems } = encodeMessage(schema, method.input, filled)
  const [first] = problems
  if (first === undefined) return bytes
  const before = filled.slice(0, first.from).split('\n')
  throw new AppError('RPC_MESSAGE_INVALID', {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    problem: first.problem,
  })
}
