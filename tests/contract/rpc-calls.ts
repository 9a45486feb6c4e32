import type { OperationName } from '@common/operations'
import type { rpcOperations } from '@common/operations/rpc'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId: string
}

type Names = Extract<OperationName, keyof typeof rpcOperations> | 'grpcProtoDownloadZip'

/** Valid calls of the gRPC client, to the reflection of our own server: its stream stays open for messages. */
export function rpcCalls(
  now: () => { readonly server: TestServer; readonly token: string; readonly projectId: string },
): Record<Names, () => Promise<Call>> {
  const as = (): Pick<Call, 'token' | 'projectId'> => ({ token: now().token, projectId: now().projectId })
  const text = `syntax = "proto3"; package grpc.reflection.v1;
    service ServerReflection { rpc ServerReflectionInfo (stream Asked) returns (stream Told); }
    message Asked { string list_services = 7; }
    message Told { string valid_host = 1; }`
  const target = { address: '{{grpcAddress}}', files: [{ name: 'reflection.proto', text }] }
  const start = {
    ...target,
    service: 'grpc.reflection.v1.ServerReflection',
    method: 'ServerReflectionInfo',
    message: null,
  }
  let running: Promise<unknown> | undefined
  /** Our gRPC server runs while a project of its type does. */
  const ready = (): Promise<unknown> => {
    const { server, token } = now()
    return (running ??= server.operate('projectCreate', { title: 'Calls', projectType: 'grpc' }, { token }))
  }
  const started = async (): Promise<string> => {
    await ready()
    return (await now().server.operate('grpcCallStart', start, as())).call
  }
  return {
    grpcDescribe: async () => {
      await ready()
      return { args: target, ...as() }
    },
    grpcCallStart: async () => {
      await ready()
      return { args: start, ...as() }
    },
    grpcMessageSend: async () => ({ args: { call: await started(), message: '{"listServices":""}' }, ...as() }),
    grpcCallEnd: async () => ({ args: { call: await started(), how: 'finish' }, ...as() }),
    grpcProtoRead: async () => as(),
    grpcProtoDownloadZip: async () => as(),
  }
}
