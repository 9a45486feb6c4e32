import { AppError } from '@common/errors'
import type { ProtoFile } from '@common/operations/rpc'
import { rpcLimits, type RpcSchema } from '@common/rpc/schema'
import type * as Protobuf from 'protobufjs'
import { lazyPackage } from '@main/lib/lazy-package'
import { createSchemaBuilder, type DraftField, type SchemaBuilder } from './schema-builder'

const protobuf = lazyPackage<typeof Protobuf>('protobufjs')

/**
 * Parses .proto files that belong together. Imports are found among the files, never on this computer.
 *
 * @throws AppError RPC_PROTO_INVALID, RPC_PROTO_INCOMPLETE, RPC_SCHEMA_TOO_LARGE
 */
export function schemaOfFiles(files: readonly ProtoFile[]): RpcSchema {
  if (files.reduce((sum, { text }) => sum + text.length, 0) > rpcLimits.filesCharacters)
    throw new AppError('RPC_SCHEMA_TOO_LARGE')
  const builder = createSchemaBuilder()
  const imports = new Set<string>()
  for (const file of files) {
    const { root, imported } = parsed(file)
    for (const name of imported) imports.add(name)
    addNested(builder, root, syntaxOf(file.text), 0)
  }
  const { schema, missing } = builder.finish()
  if (missing.length > 0)
    throw new AppError('RPC_PROTO_INCOMPLETE', {
      types: missing.slice(0, 10),
      files: [...imports].filter((name) => !files.some((file) => isSame(file.name, name))).slice(0, 10),
    })
  return schema
}

/** True if a file is the one that an import names, wherever its folder is. */
function isSame(name: string, imported: string): boolean {
  const plain = name.replaceAll('\\', '/')
  return plain === imported || plain.endsWith(`/${imported}`) || imported.endsWith(`/${plain}`)
}

function parsed({ name, text }: ProtoFile): {
  readonly root: Protobuf.Root
  readonly imported: readonly string[]
} {
  const { parse, Root } = protobuf()
  const root = new Root()
  try {
    const { imports = [], weakImports = [] } = parse(text, root, {
      keepCase: true,
      alternateCommentMode: true,
      preferTrailingComment: true,
    })
    return { root, imported: [...imports, ...weakImports] }
  } catch (error) {
    throw new AppError('RPC_PROTO_INVALID', { file: name, ...placeOf(error) }, { cause: error })
  }
}

/** Reads the place out of a message of the parser: `illegal token 'x' (line 3)`. */
function placeOf(error: unknown): { readonly line: string; readonly found: string } {
  const text = error instanceof Error ? error.message : ''
  const [, line = 'absent'] = /line (\d+)\)/.exec(text) ?? []
  const [, found = 'absent'] = /'(.{1,100}?)'/s.exec(text) ?? []
  return { line, found }
}

type Syntax = 'proto2' | 'proto3' | 'edition'

function syntaxOf(text: string): Syntax {
  if (/^\s*edition\s*=/m.test(text)) return 'edition'
  return /^\s*syntax\s*=\s*["']proto3["']/m.test(text) ? 'proto3' : 'proto2'
}

const nameOf = ({ fullName }: Protobuf.ReflectionObject): string => fullName.replace(/^\./, '')

function addNested(builder: SchemaBuilder, parent: Protobuf.NamespaceBase, syntax: Syntax, depth: number): void {
  const { Type, Enum, Service, Namespace } = protobuf()
  if (depth > 50) throw new AppError('RPC_SCHEMA_TOO_LARGE')
  for (const each of parent.nestedArray) {
    if (each instanceof Type)
      builder.addMessage(
        nameOf(each),
        each.fieldsArray.map((field) => fieldOf(field, syntax)),
        each.comment ?? undefined,
      )
    if (each instanceof Enum)
      builder.addEnum(
        nameOf(each),
        Object.entries(each.values).map(([name, number]) => ({ name, number })),
      )
    if (each instanceof Service)
      builder.addService(
        nameOf(each),
        each.methodsArray.map((method) => ({
          name: method.name,
          input: method.requestType,
          output: method.responseType,
          isClientStream: method.requestStream === true,
          isServerStream: method.responseStream === true,
          ...(method.comment !== null && { note: method.comment }),
        })),
        each.comment ?? undefined,
      )
    if (each instanceof Namespace) addNested(builder, each, syntax, depth + 1)
  }
}

function fieldOf(field: Protobuf.Field, syntax: Syntax): DraftField {
  const { MapField } = protobuf()
  const options: Readonly<Record<string, unknown>> = field.options ?? {}
  const json = options['json_name']
  const plain = {
    name: field.name,
    id: field.id,
    type: field.type,
    ...(typeof json === 'string' && { json }),
    ...(field.comment !== null && { note: field.comment }),
  }
  if (field instanceof MapField) return { ...plain, rule: 'map', key: field.keyType }
  const isOptional = options['proto3_optional'] === true
  const group = field.partOf && !isOptional ? field.partOf.name : undefined
  if (field.repeated)
    return {
      ...plain,
      rule: 'many',
      isPacked: options['packed'] === undefined ? syntax !== 'proto2' : options['packed'] === true,
    }
  return {
    ...plain,
    rule: 'one',
    ...(group !== undefined && { oneof: group }),
    ...(field.required && { isRequired: true }),
    ...(syntax === 'proto3' && group === undefined && !isOptional && { isImplicit: true }),
  }
}
