import { accountOperations } from './account'
import { accessOperations } from './access'
import { apiClientOperations } from './api-client'
import { apiTokenOperations } from './api-tokens'
import { attachmentOperations } from './attachments'
import { auditOperations } from './audit'
import { automationOperations } from './automations'
import { apiServerOperations } from './api-servers'
import { backendOperations } from './backend'
import { authOperations } from './auth'
import { changeOperations } from './changes'
import { codeHostOperations } from './code-host'
import { commentOperations } from './comments'
import { environmentOperations } from './environments'
import { followerOperations } from './followers'
import { formOperations } from './forms'
import { importOperations } from './imports'
import { installationSettingsOperations } from './installation-settings'
import { serviceOperations } from './services'
import { invitationOperations } from './invitations'
import { jobOperations } from './jobs'
import { mailOperations } from './mail'
import { memberOperations } from './members'
import { metaOperations } from './meta'
import { metadataOperations } from './metadata'
import { migrationOperations } from './migrations'
import { objectOperations } from './objects'
import { pluginOperations } from './plugins'
import { projectOperations } from './projects'
import { queryTableOperations } from './query-tables'
import { recoveryOperations } from './recovery'
import { providerOperations } from './providers'
import { relationOperations } from './relations'
import { releaseOperations } from './release'
import { translationOperations } from './translations'
import { rowOperations } from './rows'
import { rpcOperations } from './rpc'
import { secondFactorOperations } from './second-factor'
import { secretOperations } from './secrets'
import { pocketShareOperations } from './pocket-shares'
import { shareOperations } from './shares'
import { historyOperations } from './history'
import { snapshotOperations } from './snapshots'
import { sqlOperations } from './sql'
import { storageOperations } from './storage'
import { tableOperations } from './tables'
import { templateOperations } from './templates'
import { trashOperations } from './trash'
import { userOperations } from './users'
import { viewOperations } from './views'
import { virtualColumnOperations } from './virtual-columns'
import type { InputOf, Operation, OutputOf } from './define'

/** Declarations by feature. The server needs one module for each. */
export const operationSets = {
  projects: projectOperations,
  auth: authOperations,
  account: accountOperations,
  users: userOperations,
  secondFactor: secondFactorOperations,
  providers: providerOperations,
  installationSettings: installationSettingsOperations,
  services: serviceOperations,
  codeHost: codeHostOperations,
  secrets: secretOperations,
  mail: mailOperations,
  access: accessOperations,
  invitations: invitationOperations,
  members: memberOperations,
  apiTokens: apiTokenOperations,
  apiServers: apiServerOperations,
  backend: backendOperations,
  environments: environmentOperations,
  plugins: pluginOperations,
  recovery: recoveryOperations,
  audit: auditOperations,
  trash: trashOperations,
  changes: changeOperations,
  comments: commentOperations,
  followers: followerOperations,
  attachments: attachmentOperations,
  tables: tableOperations,
  meta: metaOperations,
  metadata: metadataOperations,
  migrations: migrationOperations,
  snapshots: snapshotOperations,
  templates: templateOperations,
  history: historyOperations,
  objects: objectOperations,
  queryTables: queryTableOperations,
  relations: relationOperations,
  virtualColumns: virtualColumnOperations,
  views: viewOperations,
  shares: shareOperations,
  apiClient: apiClientOperations,
  rpcClient: rpcOperations,
  sql: sqlOperations,
  storage: storageOperations,
  pocketShares: pocketShareOperations,
  rows: rowOperations,
  forms: formOperations,
  imports: importOperations,
  jobs: jobOperations,
  automations: automationOperations,
  release: releaseOperations,
  translations: translationOperations,
}

type Sets = typeof operationSets
type Names<S> = S extends unknown ? keyof S : never
type AllOperations = { readonly [N in Names<Sets[keyof Sets]>]: Extract<Sets[keyof Sets], Record<N, Operation>>[N] }

/** Every operation of the app, by name. */
export const operations = Object.assign({}, ...Object.values(operationSets)) as AllOperations

export type OperationName = keyof typeof operations
export type OperationInput<N extends OperationName> = InputOf<(typeof operations)[N]>
export type OperationOutput<N extends OperationName> = OutputOf<(typeof operations)[N]>

export const operationNames = Object.keys(operations) as OperationName[]

export function operationByName(name: string): Operation | undefined {
  return Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
}

export { isAboutDatabase, isStaleAfter, writesDatabase } from './define'
export type { Command, InputOf, Operation, OutputOf, Query, Subject } from './define'
