import type { ChangeEvent } from '@main/dataapi'
import { createLazyApis } from '@main/dataapi/lazy'
import { hookPath } from '@main/features/automations'
import type { Attachments } from '@main/features/attachments'
import { authorize } from '@main/features/auth'
import { createMembers } from '@main/features/members'
import { migrationFolder } from '@main/features/migrations'
import type { ProjectService } from '@main/features/projects'
import { createShellContexts } from '@main/features/terminals'
import { createGrpc } from '@main/grpc'
import { metadataImportCall } from '@main/http/legacy'
import { createCallChanges } from '@main/operations/call-change'
import { createInvoker } from '@main/operations/invoke'
import { joinModules } from '@main/operations/modules'
import { whileRunning } from '@main/operations/running'
import { createAccounts } from './accounts'
import type { Assembly } from './assembly'
import { rpcClientOf, templatesOf } from './clients'
import { createDataParts } from './data'
import { createJobParts } from './jobs'
import { legacyCallsOf } from './legacy-calls'
import { featureModules } from './modules'
import type { ApplicationOptions, Report } from './options'
import { createProjectParts } from './projects'

export type { ApplicationOptions } from './options'

/** The features of the server without transports. HTTP and the desktop bridge call `invoker` and `dataApi`. */
export type Application = Awaited<ReturnType<typeof createApplication>>

/** Creates the groups of features, joins the modules (`modules.ts`) and the pipeline that calls them. */
export async function createApplication(options: ApplicationOptions) {
  const { store, clock, ids, log, closeWith } = options
  const report: Report = (error) => log.error({ err: error }, 'fault without a caller')

  const accounts = await createAccounts(options, report, { live: () => data.live })
  const parts = await createProjectParts(options, accounts, report, {
    dataApi: () => data.dataApi,
    live: () => data.live,
    shares: () => data.shares,
    grpcAddress: () => grpc.address(),
    templates: () => assembly.templates,
    settled: () => modules.settled(),
  })
  const data = await createDataParts(options, accounts, parts, report)
  const { dataApi, live } = data
  const { projects } = parts
  const assembly: Assembly = {
    options,
    report,
    accounts,
    parts,
    data,
    work: createJobParts(options, accounts, parts, data, report, { invoker: () => invoker }),
    members: createMembers({
      store,
      projects: accounts.projectAccesses,
      invitations: accounts.invitations.open,
      rightsChanged: live.rightsChanged,
    }),
    rpcClient: rpcClientOf(options, accounts, parts.environments, () => grpc.address()),
    templates: templatesOf(options, accounts, data.copies.service),
    audit: accounts.audit.module({ get: parts.getTable, as: parts.tables.catalog.as }, dataApi.places),
    invoker: () => invoker,
  }
  const modules = joinModules<ChangeEvent>(featureModules(assembly), [
    live,
    { onCommand: ({ operation: { changes = [] } }) => void (changes.includes('projects') && grpc.refresh()) },
  ])
  for (const { onRows, rowsStored } of modules.rowListeners) dataApi.events.subscribe(onRows, rowsStored)

  const invoker = createInvoker({
    done: ({ input, output, ...command }) => {
      const { audit: facts = modules.auditFacts(command.name, input, output) } = command
      if (facts) accounts.audit.commandDone(facts, command)
      modules.onCommand(command)
    },
    handlers: modules.handlers,
    legacyCalls: legacyCallsOf(assembly),
    access: data.access,
    checkEnvironment: parts.environments.check,
    clock,
    log,
    newChange: createCallChanges(clock, ids),
    trailHeaders: accounts.trailHeaders,
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
  assembly.work.start()
  return { invoker, grpc, ...transportsOf(assembly) }
}

/** Returns what transports need beside the pipeline: routes, files, and facts about projects. */
function transportsOf(assembly: Assembly) {
  const { options, report, accounts, parts, data, work, rpcClient, audit } = assembly
  const { dataApi, live, shares, ports, imports, copies } = data
  const { attachments, projects } = parts
  return {
    dataApi: dataApi.handle,
    apis: createLazyApis(ports, dataApi, live.watchRows, report),
    providers: accounts.providers,
    attachments,
    imports,
    downloads: { metadataFiles: copies, auditFiles: audit.files, sqlFiles: data.sql },
    live,
    routes: { live: live.open, rpcEvents: rpcClient.events, hooks: { path: hookPath, receive: work.receiveHook } },
    framesOf: shares.framesOf,
    storageOrigins: accounts.services.storageOrigins,
    receivers: receiversOf(attachments, data),
    isRunning: projects.apiServers.isRunning,
    allowedOrigins: accounts.installation.allowedOrigins,
    isSuperAdminSession: accounts.access.isSuperAdminSession,
    fileOfProject: (projectId: string) => fileOfProject(projects.service, projectId),
    folderOfMigrations: (projectId: string) => migrationFolder(options.profile.folder, projectId),
    shells: shellsOf(assembly),
  }
}

/** Returns the database file of a project; undefined for one on a server. */
async function fileOfProject(service: Pick<ProjectService, 'get'>, projectId: string): Promise<string | undefined> {
  const { source, filename } = await service.get(projectId)
  return source === 'server' ? undefined : filename
}

/** Creates the contexts of terminals. */
const shellsOf = ({ options, accounts, parts, data, report }: Assembly): ReturnType<typeof createShellContexts> =>
  createShellContexts({
    principal: (token, projectId) => data.access.principal({ token, projectId }),
    token: accounts.temporaryTokens.create,
    project: parts.projects.service.get,
    client: parts.projects.client,
    profileFolder: options.profile.folder,
    address: options.installation.ownAddress,
    report,
  })

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
