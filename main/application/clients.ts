import { permits } from '@common/principal'
import { createApiClient } from '@main/features/api-client'
import type { Environments } from '@main/features/environments'
import { createRpcClient, type RpcClient, type RpcClientOptions } from '@main/features/rpc-client'
import { createTemplates, type Templates, type TemplatesOptions } from '@main/features/templates'
import type { Accounts } from './accounts'
import type { Assembly } from './assembly'
import type { ApplicationOptions } from './options'

/** Creates the API client. */
export const apiClientOf = ({ options, accounts, parts, report }: Assembly): ReturnType<typeof createApiClient> =>
  createApiClient({
    report,
    outbound: accounts.outbound,
    clock: options.clock,
    profileFolder: options.profile.folder,
    performanceWorkerUrl: options.performanceWorkerUrl,
    ownAddress: options.installation.ownAddress,
    linkAddress: accounts.installation.address,
    variables: usableVariables(parts.environments),
  })

/** Creates the gallery of templates, which may be that of another host. */
export const templatesOf = (
  { store, clock, ids }: ApplicationOptions,
  { outbound, secrets, installation }: Accounts,
  copies: TemplatesOptions['copies'],
): Templates => createTemplates({ store, clock, ids, outbound, secrets, settings: installation, copies })

/** Creates the gRPC client. */
export function rpcClientOf(
  { clock, ids, closeWith }: ApplicationOptions,
  { outbound }: Accounts,
  environments: Pick<Environments, 'values'>,
  ownAddress: RpcClientOptions['ownAddress'],
): RpcClient {
  const made = createRpcClient({
    outbound,
    clock,
    ids,
    ownAddress,
    variables: usableVariables(environments),
    protoFiles: async (projectId) => (await import('@main/grpc/proto-text')).protoFiles(projectId),
  })
  closeWith(async () => made.close())
  return made
}

/** A secret can be sent to any address, so only those who may change it can use it. */
const usableVariables =
  (environments: Pick<Environments, 'values'>): RpcClientOptions['variables'] =>
  ({ principal }, projectId) =>
    environments.values(projectId, { secrets: permits(principal, 'environment.manage') })
