import type { ProtoFile } from '@common/operations/rpc'
import { messages, packageName, rpcMethods, serviceName } from './definition'

/** Returns the .proto files of a project's service, for tools without reflection. */
export function protoFiles(projectId: string): readonly ProtoFile[] {
  const service = serviceName(projectId)
  const methods = Object.entries(rpcMethods).flatMap(([name, { requestType, responseType, comment }]) => [
    `  // ${comment}.`,
    `  rpc ${name} (${requestType}) returns (${responseType});`,
  ])
  const types = Object.entries(messages).map(([name, fields]) => {
    const lines = Object.entries(fields).map(
      ([field, [type, rule]], at) => `  ${rule === undefined ? '' : `${rule} `}${type} ${field} = ${at + 1};`,
    )
    return [`message ${name} {`, ...lines, '}'].join('\n')
  })
  const text = [
    'syntax = "proto3";',
    `package ${packageName};`,
    'import "google/protobuf/struct.proto";',
    [`service ${service} {`, ...methods, '}'].join('\n'),
    ...types,
  ].join('\n\n')
  return [{ name: `${packageName}.proto`, text: `${text}\n` }]
}
