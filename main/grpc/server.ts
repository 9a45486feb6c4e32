import { limits } from '@common/constants'
import { AppError, errorCatalogue } from '@common/errors'
import type { RestHandler } from '@main/dataapi/rest/contract'
import type { Ids } from '@main/lib/ids'
import { wireError } from '@main/lib/messages'
import type { Invoker } from '@main/operations/invoke'
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js'
import { ReflectionService } from '@grpc/reflection'
import { answerCall } from './calls'
import { definePackage, rpcMethods, serviceIn, type RpcMethod } from './definition'

export interface GrpcServerOptions {
  /** Already closed to callers of stopped projects. */
  readonly invoker: Pick<Invoker, 'context'>
  readonly handle: RestHandler
  readonly ids: Ids
  /** Told of faults of ours. */
  readonly report: (error: unknown) => void
}

/** One service for each project of type grpc, on the loopback address, with reflection. */
export interface GrpcServer {
  /** Makes the services those of these projects. */
  readonly serve: (projectIds: readonly string[]) => void
  /** Listens at the port or, when it is taken, at the next free one. @returns the port */
  readonly listen: (port: number) => Promise<number>
  readonly close: () => Promise<void>
}

type Request = Readonly<Record<string, unknown>>

const portsTried = 100
const reflectionPaths = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
)

export function createGrpcServer({ invoker, handle, ids, report }: GrpcServerOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': limits.bodyBytes,
    'grpc.max_metadata_size': limits.headerBytes,
  })
  let served: string[] = []

  const callHandler =
    (projectId: string, method: RpcMethod): handleUnaryCall<Request, object> =>
    (call, callback) => {
      void answer(projectId, method, call).then(
        (reply) => callback(null, reply),
        (error: unknown) => callback(...failure(error, report)),
      )
    }

  const answer = async (
    projectId: string,
    method: RpcMethod,
    call: ServerUnaryCall<Request, object>,
  ): Promise<object> => {
    const leaving = new AbortController()
    call.on('cancelled', () => leaving.abort(new AppError('REQUEST_CANCELLED')))
    const [token] = call.metadata.get('xc-auth')
    const context = await invoker.context({
      token: typeof token === 'string' ? token : undefined,
      projectId,
      ip: null,
      requestId: ids.hex(8),
      signal: () => leaving.signal,
    })
    return answerCall(handle, method, { projectId, context, request: call.request })
  }

  return {
    serve: (projectIds) => {
      for (const path of served) server.unregister(path)
      const defined = definePackage(projectIds)
      const paths = [...reflectionPaths]
      for (const projectId of projectIds) {
        const service = serviceIn(defined, projectId)
        const names = Object.keys(rpcMethods) as RpcMethod[]
        server.addService(service, Object.fromEntries(names.map((name) => [name, callHandler(projectId, name)])))
        paths.push(...Object.values(service).map(({ path }) => path))
      }
      new ReflectionService(defined).addToServer(server)
      served = paths
    },

    listen: async (port) => {
      for (let attempt = port; ; attempt += 1) {
        try {
          return await bind(server, attempt)
        } catch (error) {
          if (port === 0 || attempt >= Math.min(port + portsTried, 65_535)) throw error
        }
      }
    },

    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), limits.shutdownTimeoutMs)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
}

/** HTTP's statuses as gRPC's. */
const statuses: Readonly<Record<number, status>> = {
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  413: status.RESOURCE_EXHAUSTED,
  429: status.RESOURCE_EXHAUSTED,
  499: status.CANCELLED,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
}

function failure(thrown: unknown, report: (error: unknown) => void): Parameters<sendUnaryData<object>> {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL', {}, { cause: thrown })
  const entry = errorCatalogue[error.code]
  if (entry.reportable === true) report(error.cause ?? error)
  const metadata = new Metadata()
  metadata.set('xc-code', error.code)
  const usual = entry.status >= 500 ? status.INTERNAL : status.INVALID_ARGUMENT
  // The status line is ASCII; gRPC encodes the rest itself.
  return [{ code: statuses[entry.status] ?? usual, details: wireError(error).msg, metadata }]
}
