import { limits } from '@common/constants'
import type { Permission } from '@common/permissions'
import { AppError, errorCatalogue } from '@common/errors'
import { apiTokenHeader, masterKeyHeader, permits, previewHeader } from '@common/principal'
import type { RestHandler } from '@main/dataapi/rest/contract'
import type { Ids } from '@main/lib/ids'
import { wireError } from '@main/lib/messages'
import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type ServiceDefinition,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js'
import { answerCall, type RpcAnswer } from './calls'
import { definePackage, rpcMethods, serviceIn, serviceName, type RpcMethod } from './definition'
import { addReflection, type VisibleProjects } from './reflection'

export interface GrpcServerOptions {
  /** Already closed to callers of stopped projects. */
  readonly invoker: Pick<Invoker, 'context'>
  readonly handle: RestHandler
  /** @throws AppError NOT_SIGNED_IN, TOKEN_INVALID, PROJECT_NOT_FOUND, NOT_ALLOWED */
  readonly authorize: (context: CallContext, permission: Permission) => void
  /** Reflection needs no token. */
  readonly openSchema: boolean
  readonly ids: Ids
  /** Receives internal errors. */
  readonly report: (error: unknown) => void
}

/** One service for each project of type grpc, on the loopback address, with reflection. */
export interface GrpcServer {
  /** Replaces the services with those of these projects. */
  readonly serve: (projectIds: readonly string[]) => void
  /** Listens on the port, or on the next free one. @returns the port */
  readonly listen: (port: number) => Promise<number>
  readonly close: () => Promise<void>
}

type Request = Readonly<Record<string, unknown>>
/** Leaves messages unparsed until the caller's rights are checked. */
type RawCall = ServerUnaryCall<Buffer, object>
type Decode = (message: Buffer) => object

/** Key of the handler for unknown paths. No request has this path. */
const anyPath = '*'

const portsTried = 100
const reflectionPaths = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
)

export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { invoker, handle, ids, report, authorize } = options
  const server = new Server({
    'grpc.max_receive_message_length': limits.bodyBytes,
    'grpc.max_metadata_size': limits.headerBytes,
  })
  let served: string[] = []
  let projects: readonly string[] = []

  const callHandler =
    (projectId: string, method: RpcMethod, decode: Decode): handleUnaryCall<Buffer, object> =>
    (call, callback) => {
      void answer(projectId, method, decode, call).then(
        ({ reply, notes }) => callback(null, reply, metadataOf(notes)),
        (error: unknown) => callback(...failure(error, report)),
      )
    }

  const answer = async (projectId: string, method: RpcMethod, decode: Decode, call: RawCall): Promise<RpcAnswer> => {
    const context = await contextOf(call, projectId)
    authorize(context, 'row.read')
    return answerCall(handle, method, { projectId, context, request: decoded(decode, call.request) })
  }

  const contextOf = (
    call: Pick<RawCall, 'metadata'> & { readonly on: (event: 'cancelled', listener: () => void) => unknown },
    projectId: string | undefined,
  ): CallContext | Promise<CallContext> => {
    const leaving = new AbortController()
    call.on('cancelled', () => leaving.abort(new AppError('REQUEST_CANCELLED')))
    const [token] = call.metadata.get('xc-auth')
    const [apiToken] = call.metadata.get(apiTokenHeader)
    const [masterKey] = call.metadata.get(masterKeyHeader)
    const [preview] = call.metadata.get(previewHeader)
    const [agent] = call.metadata.get('user-agent')
    return invoker.context({
      token: typeof token === 'string' ? token : undefined,
      ...(typeof apiToken === 'string' ? { apiToken } : {}),
      ...(typeof masterKey === 'string' ? { masterKey } : {}),
      projectId,
      ...(preview === undefined ? {} : { preview: String(preview) }),
      ip: null,
      ...(agent === undefined ? {} : { agent: String(agent) }),
      requestId: ids.hex(8),
      signal: () => leaving.signal,
    })
  }

  /** Gives unknown and forbidden services the same response, so that outsiders can't distinguish them. */
  const answerUnknown = async (call: RawCall): Promise<object> => {
    const path = call.getPath()
    const [, name] = /^\/basalt\.([^/]+)\//.exec(path) ?? []
    const projectId = projects.find((id) => serviceName(id) === name)
    if (name !== undefined) {
      const context = await contextOf(call, projectId)
      authorize(context, 'row.read')
    }
    return Promise.reject(new UnknownMethod(path))
  }

  const visible: VisibleProjects = async (stream) => {
    if (options.openSchema) return projects
    const caller = await contextOf(stream, undefined)
    // A token sees its own project, below.
    if (caller.principal.kind !== 'apiToken') authorize(caller, 'account.self')
    const seen: string[] = []
    for (const id of projects) {
      // A stopped project has no services.
      const context = await Promise.resolve(contextOf(stream, id)).catch(() => undefined)
      if (context !== undefined && permits(context.principal, 'schema.read')) seen.push(id)
    }
    return seen
  }
  serveUnknown(server, (call, callback) => {
    void answerUnknown(call).catch((error: unknown) =>
      callback(...(error instanceof UnknownMethod ? error.answer : failure(error, report))),
    )
  })

  return {
    serve: (projectIds) => {
      for (const path of served) server.unregister(path)
      const defined = definePackage(projectIds)
      const paths = [...reflectionPaths]
      for (const projectId of projectIds) {
        const service = serviceIn(defined, projectId)
        const names = Object.keys(rpcMethods) as RpcMethod[]
        const raw = Object.entries(service).map(([name, each]) => [
          name,
          { ...each, requestDeserialize: (message: Buffer) => message },
        ])
        server.addService(
          Object.fromEntries(raw) as ServiceDefinition,
          Object.fromEntries(
            names.map((name) => {
              const decode = service[name]?.requestDeserialize as Decode
              return [name, callHandler(projectId, name, decode)]
            }),
          ),
        )
        paths.push(...Object.values(service).map(({ path }) => path))
      }
      projects = projectIds
      addReflection(server, visible, (stream, error) => {
        const [refusal] = failure(error, report)
        stream.emit('error', refusal)
      })
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

class UnknownMethod extends Error {
  constructor(readonly path: string) {
    super('No such method')
  }
  get answer(): Parameters<sendUnaryData<object>> {
    return [{ code: status.UNIMPLEMENTED, details: `The server does not implement the method ${this.path}` }]
  }
}

/** Registers a handler for unknown paths. The library has no API for it, so patches its table of handlers. */
function serveUnknown(server: Server, handler: handleUnaryCall<Buffer, object>): void {
  const same = (message: Buffer): Buffer => message
  server.register(anyPath, handler, () => Buffer.alloc(0), same, 'unary')
  const handlers: unknown = Reflect.get(server, 'handlers')
  if (!(handlers instanceof Map)) throw new Error('The gRPC library keeps its handlers elsewhere')
  const find = handlers.get.bind(handlers)
  // A call has the path of its handler.
  handlers.get = (path: unknown): unknown => find(path) ?? { ...(find(anyPath) as object), path }
}

function decoded(decode: Decode, message: Buffer): Request {
  try {
    return decode(message) as Request
  } catch (error) {
    throw new AppError('REQUEST_MALFORMED', {}, { cause: error })
  }
}

function metadataOf(notes: RpcAnswer['notes']): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(notes)) metadata.set(name, value)
  return metadata
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
  const { msg, message } = wireError(error)
  const metadata = new Metadata()
  metadata.set('xc-code', error.code)
  const text = asciiJson(message)
  if (text.length <= messageMax) metadata.set('basalt-message', text)
  const usual = entry.status >= 500 ? status.INTERNAL : status.INVALID_ARGUMENT
  // The status line is ASCII; gRPC encodes the rest itself.
  return [{ code: statuses[entry.status] ?? usual, details: msg, metadata }]
}

/** Clients limit the metadata of a response, often to 8 kB. */
const messageMax = 4_096

/** Metadata is ASCII. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
