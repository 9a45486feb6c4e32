import type { OperationName } from '@common/operations'
import type { rpcOperations } from '@common/operations/rpc'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId: string
}

type Names = Extract<OperationName, keyof typeof rpcOperations> | 'grpcProtoDownloadZip'

/** Valid calls of the gRPC client. Nothing listens at their address: such calls start, and end with a status. */
export function rpcCalls(
  now: () => { readonly server: TestServer; readonly token: string; readonly projectId: string },
): Record<Names, () => Promise<Call>> {
  const as = (): Pick<Call, 'token' | 'projectId'> => ({ token: now().token, projectId: now().projectId })
  const text = `syntax = "proto3"; package shop;
    service Orders { rpc Watch (stream Order) returns (stream Order); }
    message Order { string name = 1; }`
  const target = { address: '127.0.0.1:1', files: [{ name: 'shop.proto', text }] }
  const start = { ...target, service: 'shop.Orders', method: 'Watch', message: null }
  const allow = async (): Promise<void> => {
    const { server, token } = now()
    await server.operate('installationSettingsSave', { outboundHosts: ['127.0.0.1:1'] }, { token })
  }
  const started = async (): Promise<string> => {
    await allow()
    return (await now().server.operate('grpcCallStart', start, as())).call
  }
  return {
    grpcDescribe: async () => {
      await allow()
      return { args: target, ...as() }
    },
    grpcCallStart: async () => {
      await allow()
      return { args: start, ...as() }
    },
    grpcMessageSend: async () => ({ args: { call: await started(), message: '{"name":"Ada"}' }, ...as() }),
    grpcCallEnd: async () => ({ args: { call: await started(), how: 'finish' }, ...as() }),
    grpcProtoRead: async () => as(),
    grpcProtoDownloadZip: async () => as(),
  }
}
