import { createHash } from 'node:crypto'
import { builtInVariables } from '@common/api-client/variables'
import type { OperationInput } from '@common/operations'
import { noCertificates, type ProtoFile } from '@common/operations/rpc'
import type { RpcSchema } from '@common/rpc/schema'
import type { VariableValues } from '@common/variables'
import { createFiller, type Filler } from '@main/features/api-client'
import { authorize } from '@main/features/auth'
import type { Outbound } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import { inProject, userIn, type CallContext } from '@main/operations/context'
import { checkedCertificates } from './certificates'
import { metadataOf, openClient, parseAddress, type Destination } from './channel'

export interface TargetOptions {
  readonly outbound: Pick<Outbound, 'resolve'>
  readonly clock: Clock
  /** Returns `host:port` of our own gRPC services; an empty text without any. */
  readonly ownAddress: () => Promise<string>
  /** Returns the variables of the project, secrets included where the caller may use them. */
  readonly variables: (context: CallContext, projectId: string) => Promise<VariableValues>
}

type TargetInput = OperationInput<'grpcDescribe'>

/** A server with the metadata for it, as checked. */
export interface Target {
  readonly destination: Destination
  readonly address: string
  readonly pairs: readonly (readonly [string, string])[]
}

const schemasMax = 30
/** Servers change; a call with an unknown method asks again anyway. */
const schemaFreshMs = 60_000

/** Checks where calls go, and describes the services there. */
export function createTargets({ outbound, clock, ownAddress, variables }: TargetOptions) {
  const schemas = new Lru<string, { readonly schema: RpcSchema; readonly atMs: number }>(schemasMax)

  const fillerOf = async (context: CallContext): Promise<Filler> => {
    const { projectId } = inProject(context)
    const own = await ownAddress()
    return createFiller(
      new Map([
        ...builtInVariables(projectId),
        ...(own === '' ? [] : [['grpcAddress', own] as const]),
        ...(await variables(context, projectId)),
      ]),
    )
  }

  /** Fills and checks where a call goes. */
  const targetOf = async (context: CallContext, input: TargetInput, filler: Filler): Promise<Target> => {
    const address = filler.fill(input.address).trim()
    const given = input.metadata
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map(({ name, value }) => [filler.fill(name).trim().toLowerCase(), filler.fill(value).trim()] as const)
    const pems = {
      ca: filler.fill(input.certificates.ca),
      certificate: filler.fill(input.certificates.certificate),
      key: filler.fill(input.certificates.key),
    }
    filler.check()
    const certificates = checkedCertificates(input.security === 'plain' ? noCertificates : pems)
    const { host, port } = parseAddress(address)
    const own = await ownAddress()
    const isOwn = own !== '' && [own, own.replace('127.0.0.1', 'localhost')].includes(`${host}:${port}`)
    if (!isOwn) authorize(context, 'api.callOut')
    const addresses = isOwn ? ['127.0.0.1'] : await outbound.resolve(host, port)
    return {
      destination: { host, port, addresses, security: input.security, certificates },
      address: `${host}:${port}`,
      pairs: isOwn ? withCredentials(context, given) : given,
    }
  }

  const describe = async (
    context: CallContext,
    target: Target,
    files: readonly ProtoFile[],
    isKnown: (schema: RpcSchema) => boolean,
  ): Promise<RpcSchema> => {
    const { userId } = userIn(context)
    const { security, certificates } = target.destination
    const about =
      files.length > 0 ? files : [userId, context.projectId, target.address, security, certificates, target.pairs]
    const key = createHash('sha256').update(JSON.stringify(about)).digest('base64')
    const cached = schemas.get(key)
    const isFresh = cached !== undefined && (files.length > 0 || clock.monotonicMs() - cached.atMs < schemaFreshMs)
    if (isFresh && isKnown(cached.schema)) return cached.schema
    const schema = files.length > 0 ? await schemaOfFiles(files) : await schemaOfServer(context, target)
    schemas.set(key, { schema, atMs: clock.monotonicMs() })
    return schema
  }

  return { fillerOf, targetOf, describe }
}

async function schemaOfServer(context: CallContext, target: Target): Promise<RpcSchema> {
  const [{ reflect }, metadata] = await Promise.all([import('./reflection'), metadataOf(target.pairs)])
  const client = await openClient(target.destination)
  try {
    return await reflect(client, metadata, { address: target.address, signal: context.signal })
  } finally {
    client.close()
  }
}

const schemaOfFiles = async (files: readonly ProtoFile[]): Promise<RpcSchema> =>
  (await import('./proto-files')).schemaOfFiles(files)

/** Adds the caller's own rights, unless the metadata names others. */
function withCredentials(
  context: CallContext,
  given: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const names = new Set(given.map(([name]) => name))
  const own = Object.entries(context.credentials ?? {})
  const proves = own.some(([name]) => names.has(name)) || names.has('xc-token') || names.has('xc-auth')
  return proves ? given : [...given, ...own]
}
