import { createQueue } from '@common/util/queue'
import type { GrpcServer, GrpcServerOptions } from './server'

export interface GrpcOptions extends GrpcServerOptions {
  /** Returns ids of the projects with gRPC. */
  readonly projectIds: () => Promise<readonly string[]>
  readonly port: number
}

/** The gRPC services. Loads no code until a project needs them. */
export interface Grpc {
  /** Refreshes the list of projects. Never rejects: reports errors. */
  readonly refresh: () => Promise<void>
  /** `127.0.0.1:50051` once services are served; empty when none is. */
  readonly address: () => Promise<string>
  readonly close: () => Promise<void>
}

export function createGrpc({ projectIds, port, ...options }: GrpcOptions): Grpc {
  let server: GrpcServer | undefined
  let listeningOn: number | undefined
  let served = ''
  let closed = false
  // Serializes refreshes, so that a later one never sees an older state.
  const looks = createQueue()

  const look = async (): Promise<void> => {
    const ids = [...(await projectIds())].toSorted()
    const wanted = JSON.stringify(ids)
    if (closed || wanted === served || (ids.length === 0 && server === undefined)) return
    server ??= (await import('./server')).createGrpcServer(options)
    server.serve(ids)
    listeningOn ??= await server.listen(port)
    served = wanted
  }
  const refresh = (): Promise<void> => looks.run(look).catch(options.report)

  return {
    refresh,
    address: async () => {
      await refresh()
      return listeningOn === undefined ? '' : `127.0.0.1:${listeningOn}`
    },
    close: async () => {
      closed = true
      await looks.settled()
      await server?.close()
    },
  }
}
