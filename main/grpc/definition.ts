import { fromJSON, type PackageDefinition } from '@grpc/proto-loader'
import type { ServiceDefinition } from '@grpc/grpc-js'
import { identifier } from '@common/util/identifiers'

/** A message as protobuf's JSON form writes it: fields by name, in order. */
export type Fields = Readonly<Record<string, readonly [type: string, rule?: 'repeated' | 'optional']>>

const struct = 'google.protobuf.Struct'
const filter: Fields = { table: ['string'], where: ['string'], condition: ['string'], search: ['string'] }
const byKey: Fields = { table: ['string'], id: ['string'] }

export const messages: Readonly<Record<string, Fields>> = {
  // The position of a field is its number: new fields go last.
  ListRequest: {
    ...filter,
    sort: ['string'],
    fields: ['string'],
    limit: ['int32', 'optional'],
    offset: ['int32'],
    parameters: [struct],
  },
  ListReply: { rows: [struct, 'repeated'] },
  ReadRequest: byKey,
  Row: { row: [struct] },
  CountRequest: { ...filter, parameters: [struct] },
  CountReply: { count: ['int64'] },
  CreateRequest: { table: ['string'], row: [struct] },
  UpdateRequest: { ...byKey, row: [struct] },
  DeleteRequest: byKey,
  DeleteReply: { deleted: ['int32'] },
  CreateBulkRequest: { table: ['string'], rows: [struct, 'repeated'] },
  CreateBulkReply: { ids: ['google.protobuf.Value', 'repeated'] },
}

/** Methods of a service; every project has the same. */
export const rpcMethods = {
  List: { requestType: 'ListRequest', responseType: 'ListReply', comment: 'Lists rows of a table by page' },
  Read: { requestType: 'ReadRequest', responseType: 'Row', comment: 'Returns a row by its key' },
  Count: { requestType: 'CountRequest', responseType: 'CountReply', comment: 'Counts the matching rows' },
  Create: { requestType: 'CreateRequest', responseType: 'Row', comment: 'Inserts a row' },
  Update: { requestType: 'UpdateRequest', responseType: 'Row', comment: 'Updates a row' },
  Delete: { requestType: 'DeleteRequest', responseType: 'DeleteReply', comment: 'Deletes a row' },
  CreateBulk: {
    requestType: 'CreateBulkRequest',
    responseType: 'CreateBulkReply',
    comment: 'Inserts rows, all or nothing',
  },
} as const
export type RpcMethod = keyof typeof rpcMethods

export const packageName = 'basalt'
/** Rows use protobuf's free-form type: their columns are those of the table, which change. */
const freeForm = {
  Struct: { fields: { fields: { keyType: 'string', type: 'Value', id: 1 } } },
  Value: {
    oneofs: { kind: { oneof: ['nullValue', 'numberValue', 'stringValue', 'boolValue', 'structValue', 'listValue'] } },
    fields: {
      nullValue: { type: 'NullValue', id: 1 },
      numberValue: { type: 'double', id: 2 },
      stringValue: { type: 'string', id: 3 },
      boolValue: { type: 'bool', id: 4 },
      structValue: { type: 'Struct', id: 5 },
      listValue: { type: 'ListValue', id: 6 },
    },
  },
  NullValue: { values: { NULL_VALUE: 0 } },
  ListValue: { fields: { values: { rule: 'repeated', type: 'Value', id: 1 } } },
}

/** Returns the name of a project's service. */
export const serviceName = (projectId: string): string => identifier(projectId)

/** Builds the services of projects and their reflection data. */
export function definePackage(projectIds: readonly string[]): PackageDefinition {
  const services = Object.fromEntries(projectIds.map((id) => [serviceName(id), { methods: rpcMethods }]))
  const types = Object.fromEntries(Object.entries(messages).map(([name, fields]) => [name, messageOf(fields)]))
  const defined = fromJSON(
    {
      nested: {
        google: { nested: { protobuf: { nested: freeForm } } },
        [packageName]: { nested: { ...types, ...services } },
      },
    },
    { longs: Number, oneofs: true },
  )
  return Object.fromEntries(Object.entries(defined).map(([name, each]) => [name, withImport(each)]))
}

/** The service of one project in a package. */
export function serviceIn(defined: PackageDefinition, projectId: string): ServiceDefinition {
  const service = defined[`${packageName}.${serviceName(projectId)}`]
  if (service === undefined || 'format' in service) throw new Error(`There is no service of ${projectId}`)
  return service
}

function messageOf(fields: Fields) {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, [type, rule]], at) => [
        name,
        {
          type,
          id: at + 1,
          ...(rule === 'repeated' && { rule }),
          ...(rule === 'optional' && { options: { proto3_optional: true } }),
        },
      ]),
    ),
  }
}

/** Serialized files, which begin with their name. */
const fileName = `${packageName}.proto`
const importedName = 'google_protobuf.proto'

/** The loader drops the imports of each file; strict clients would not find the type of rows. */
function withImport<T extends PackageDefinition[string]>(defined: T): T {
  const files: unknown = 'fileDescriptorProtos' in defined ? defined.fileDescriptorProtos : undefined
  if (!Array.isArray(files)) return defined
  return { ...defined, fileDescriptorProtos: (files as Buffer[]).map(importing) }
}

function importing(file: Buffer): Buffer {
  const isOurs = file.subarray(2, 2 + fileName.length).toString('latin1') === fileName
  return isOurs ? Buffer.concat([file, Buffer.from([3 * 8 + 2, importedName.length]), Buffer.from(importedName)]) : file
}
