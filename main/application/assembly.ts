import type { createMembers } from '@main/features/members'
import type { RpcClient } from '@main/features/rpc-client'
import type { Templates } from '@main/features/templates'
import type { Invoker } from '@main/operations/invoke'
import type { Accounts } from './accounts'
import type { createDataParts } from './data'
import type { createJobParts } from './jobs'
import type { ApplicationOptions, Report } from './options'
import type { Projects } from './projects'

/** The groups of features, from which the tables of modules and of older calls take theirs. */
export interface Assembly {
  readonly options: ApplicationOptions
  readonly report: Report
  readonly accounts: Accounts
  readonly parts: Projects
  readonly data: Awaited<ReturnType<typeof createDataParts>>
  readonly work: ReturnType<typeof createJobParts>
  readonly members: ReturnType<typeof createMembers>
  readonly rpcClient: RpcClient
  readonly templates: Templates
  readonly audit: ReturnType<Accounts['audit']['module']>
  /** Exists once the modules do. */
  readonly invoker: () => Invoker
}
