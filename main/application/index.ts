import { limits } from '@common/constants'
import { permits } from '@common/principal'
import { ExactValue, isSameValue, valueJson, type ChangeEvent, type DataApi } from '@main/dataapi'
import { createLazyApis } from '@main/dataapi/lazy'
import { hookPath } from '@main/features/automations'
import type { Attachments } from '@main/features/attachments'
import { authorize } from '@main/features/auth'
import { createChangeLog } from '@main/features/changes'
import { createBackend } from '@main/features/backend'
import { createHistory } from '@main/features/history'
import { createMembers } from '@main/features/members'
import { migrationFolder } from '@main/features/migrations'
import type { ProjectService } from '@main/features/projects'
import { createRelease } from '@main/features/release'
import { createRows } from '@main/features/rows'
import { createApiClient } from '@main/features/api-client'
import { createRpcClient, type RpcClient, type RpcClientOptions } from '@main/features/rpc-client'
import { createStorage } from '@main/features/storage'
import { createShellContexts } from '@main/features/terminals'
import { createGrpc } from '@main/grpc'
import type { Environments } from '@main/features/environments'
import { createLegacyCalls, metadataImportCall } from '@main/http/legacy'
import { createCallChanges } from '@main/operations/call-change'
import { createInvoker } from '@main/operations/invoke'
import { joinModules } from '@main/operations/modules'
import { whileRunning } from '@main/operations/running'
import { createAccounts, type Accounts } from './accounts'
import { createDataParts } from './data'
import { createJobParts } from './jobs'
import type { ApplicationOptions, Report } from './options'
import { createProjectParts, type Projects } from './projects'

export type { ApplicationOptions } from './options'

/** The features of the server without transports. HTTP and the desktop bridge call `invoker` and `dataApi`. */
export type Application = Awaited<ReturnType<typeof createApplication>>

/** Creates the features and joins their modules. */
export async function createApplication(options: ApplicationOptions) {
  const { store, clock, ids, log, closeWith } = options
  const report: Report = (error) => log.error({ err: error }, 'fault without a caller')

  const accounts = await createAccounts(options, report, { live: () => data.live })
  const parts = await createProjectParts(options, accounts, report, {
    dataApi: () => data.dataApi,
    live: () => data.live,
    shares: () => data.shares,
    grpcAddress: () => grpc.address(),
    settled: () => modules.settled(),
  })
  const data = await createDataParts(options, accounts, parts, report)
  const work = createJobParts(options, accounts, parts, data, report, { invoker: () => invoker })
  const { audit, invitations, auth, apiTokens, account, installation } = accounts
  const { attachments, projects, environments, tables, getTable, views } = parts
  const { catalog } = tables
  const { shares, ports, dataApi, live, trash, forms, imports, copies } = data

  const rpcClient = rpcClientOf(options, accounts, environments, () => grpc.address())
  const members = createMembers({
    store,
    projects: accounts.projectAccesses,
    invitations: invitations.open,
    rightsChanged: live.rightsChanged,
  })
  const auditModule = audit.module({ get: getTable, as: catalog.as }, dataApi.places)
  const modules = joinModules<ChangeEvent>(
    {
      projects,
      auth,
      account,
      users: accounts.users,
      secondFactor: accounts.secondFactor.module(auth.signIn),
      providers: accounts.providers,
      installationSettings: installation,
      secrets: accounts.secrets,
      mail: accounts.mail,
      access: data.roles,
      invitations: invitations.module(auth.throttle),
      members,
      apiTokens,
      environments,
      backend: backendOf(parts),
      plugins: accounts.plugins,
      services: accounts.services,
      codeHost: accounts.codeHost,
      recovery: accounts.recovery,
      audit: auditModule,
      trash,
      changes: createChangeLog({
        log: audit.log,
        trash,
        rows: rowsOfChanges(dataApi),
        tables: catalog.as,
        call: (context, operation, input) => invoker.invoke(operation, input, context, 'undo'),
      }),
      ...historyOf(accounts, parts, data),
      comments: parts.comments.module({ ...dataApi.places, written: parts.followers.commented }),
      followers: parts.followers.module(dataApi.places),
      attachments,
      ...tables.modules,
      views,
      shares,
      pocketShares: shares.pocket.module,
      rows: createRows({ changes: dataApi.changes, once: ports.once }),
      forms,
      imports,
      apiClient: apiClientOf(options, accounts, environments, report),
      rpcClient,
      metadata: copies,
      migrations: parts.migrations,
      sql: data.sql,
      ...work.modules,
      storage: createStorage(options.profile.folder),
      release: createRelease({ version: options.version, newest: options.newestRelease }),
    },
    [live, { onCommand: ({ operation: { changes = [] } }) => void (changes.includes('projects') && grpc.refresh()) }],
  )
  for (const { onRows, rowsStored } of modules.rowListeners) dataApi.events.subscribe(onRows, rowsStored)

  const invoker = createInvoker({
    done: ({ input, output, ...command }) => {
      const { audit: facts = modules.auditFacts(command.name, input, output) } = command
      if (facts) audit.commandDone(facts, command)
      modules.onCommand(command)
    },
    handlers: modules.handlers,
    legacyCalls: createLegacyCalls({
      tables,
      views,
      scripts: data.scripts,
      sql: data.sql,
      access: data.roles,
      people: members.people,
      users: accounts.users,
      shares,
      rest: dataApi.handle,
      linkPages: dataApi.linkPages,
      copies,
      project: projects.service.get,
      environments: environments.list,
      plugins: accounts.plugins.service,
      services: accounts.services.handlers,
      renameProject: projects.service.rename,
      rpcClient,
    }),
    access: data.access,
    checkEnvironment: environments.check,
    clock,
    log,
    newChange: createCallChanges(clock, ids),
    validateOutput: options.validateOutput,
  })
  const grpc = createGrpc({
    invoker: whileRunning(invoker, projects.apiServers.isRunning),
    handle: dataApi.handle,
    authorize,
    openSchema: options.openSchema,
    ids,
    report,
    projectIds: () => projects.service.ofType('grpc'),
    port: options.grpcPort,
  })
  closeWith(grpc.close)
  work.start()

  return {
    invoker,
    grpc,
    dataApi: dataApi.handle,
    apis: createLazyApis(ports, dataApi, report),
    providers: accounts.providers,
    attachments,
    imports,
    downloads: { metadataFiles: copies, auditFiles: auditModule.files },
    live,
    routes: { live: live.open, rpcEvents: rpcClient.events, hooks: { path: hookPath, receive: work.receiveHook } },
    framesOf: shares.framesOf,
    receivers: receiversOf(attachments, data),
    isRunning: projects.apiServers.isRunning,
    allowedOrigins: installation.allowedOrigins,
    isSuperAdminSession: accounts.access.isSuperAdminSession,
    fileOfProject: (projectId: string) => fileOfProject(projects.service, projectId),
    folderOfMigrations: (projectId: string) => migrationFolder(options.profile.folder, projectId),
    shells: shellsOf(options, accounts, parts, data, report),
  }
}

/** Returns the database file of a project; undefined for one on a server. */
async function fileOfProject(service: Pick<ProjectService, 'get'>, projectId: string): Promise<string | undefined> {
  const { source, filename } = await service.get(projectId)
  return source === 'server' ? undefined : filename
}

/** Creates the contexts of terminals. */
const shellsOf = (
  { profile, installation }: ApplicationOptions,
  { temporaryTokens }: Accounts,
  { projects: { service, client } }: Projects,
  { access }: Awaited<ReturnType<typeof createDataParts>>,
  report: Report,
): ReturnType<typeof createShellContexts> =>
  createShellContexts({
    principal: (token, projectId) => access.principal({ token, projectId }),
    token: temporaryTokens.create,
    project: service.get,
    client,
    profileFolder: profile.folder,
    address: installation.ownAddress,
    report,
  })

/** Creates the generator of backends. */
const backendOf = ({
  projects: { databases, service, connection },
  environments: { check: checkEnvironment },
  tables: { catalog },
}: Projects): ReturnType<typeof createBackend> =>
  createBackend({ database: databases.get, project: service.get, connection, tables: catalog.as, checkEnvironment })

/** Creates the API client. */
const apiClientOf = (
  { clock, installation, profile, performanceWorkerUrl }: ApplicationOptions,
  accounts: Accounts,
  environments: Pick<Environments, 'values'>,
  report: Report,
): ReturnType<typeof createApiClient> =>
  createApiClient({
    report,
    outbound: accounts.outbound,
    clock,
    profileFolder: profile.folder,
    performanceWorkerUrl,
    ownAddress: installation.ownAddress,
    linkAddress: accounts.installation.address,
    variables: usableVariables(environments),
  })

/** Creates the gRPC client. */
function rpcClientOf(
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

/** Reads and writes of rows for the change log. */
function rowsOfChanges({ changes, places }: DataApi): Parameters<typeof createChangeLog>[0]['rows'] {
  return {
    apply: changes.apply,
    check: changes.preview,
    exact: (value) => new ExactValue(value),
    shown: (value) => JSON.parse(valueJson(value)) as unknown,
    nameOf: (projectId, table, rowId) =>
      places.nameOf(projectId, table, places.keyOf(table, rowId), AbortSignal.timeout(limits.statementTimeoutMs)),
  }
}

/** Creates the history of tables, beside the snapshots that it reads. */
function historyOf(
  { audit }: Accounts,
  { projects, getTable }: Awaited<ReturnType<typeof createProjectParts>>,
  { dataApi, snapshots, copies }: Awaited<ReturnType<typeof createDataParts>>,
): { readonly snapshots: typeof snapshots; readonly history: ReturnType<typeof createHistory> } {
  const { exact, shown, apply } = rowsOfChanges(dataApi)
  const history = createHistory({
    apply,
    exact,
    shown,
    rows: dataApi.places.rows,
    isSame: (column, left, right) => isSameValue(column, shown(left), shown(right)),
    log: audit.log,
    table: getTable,
    database: projects.databases.get,
    snapshots,
    copies: copies.service,
  })
  return { snapshots, history }
}

/** Receivers of files, by operation and by call of the original. */
function receiversOf(
  attachments: Pick<Attachments, 'receivers'>,
  { imports, copies, shares }: Awaited<ReturnType<typeof createDataParts>>,
) {
  return {
    ...attachments.receivers,
    ...imports.receivers,
    ...copies.receivers,
    [metadataImportCall]: copies.receiver,
    ...shares.answers.receivers,
  }
}
