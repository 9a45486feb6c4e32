import { limits } from '@common/constants'
import type { ImportLimits } from '@common/import/limits'
import type { ProviderSettings } from '@common/model/provider'
import type { FindTable, GetTable } from '@common/principal/sight'
import { createDataApi, ExactValue, valueJson, type ChangeEvent } from '@main/dataapi'
import { createLazyApis } from '@main/dataapi/lazy'
import { secretOnce, type MetaStore } from '@main/db/meta'
import { createAccount } from '@main/features/account'
import { createAccessFeature, createProjectAccesses } from '@main/features/access'
import { createApiTokens } from '@main/features/api-tokens'
import { createAttachments } from '@main/features/attachments'
import { createAudit } from '@main/features/audit'
import { authorize, createAuth, withApiTokens, type Access, type AuthOptions } from '@main/features/auth'
import { createChangeLog } from '@main/features/changes'
import { createComments } from '@main/features/comments'
import { createFollowers } from '@main/features/followers'
import { createFormMails, createFormResponses, createForms } from '@main/features/forms'
import { createImports } from '@main/features/imports'
import { createInstallation, type InstallationOptions } from '@main/features/installation-settings'
import { createInvitations } from '@main/features/invitations'
import { createLive } from '@main/features/live'
import { createMail, type MailOptions } from '@main/features/mail'
import { createMembers } from '@main/features/members'
import { createProjects, type OpenDatabase, type ProjectsOptions } from '@main/features/projects'
import { createProviders } from '@main/features/providers'
import { createOnce, createRows } from '@main/features/rows'
import { createRecovery } from '@main/features/recovery'
import { createScripts } from '@main/features/scripts'
import { createSecondFactors } from '@main/features/second-factor'
import { createShares, type ListenPocket, type NetworkAddress } from '@main/features/shares'
import { addOptions, createTables } from '@main/features/tables'
import { createTickets } from '@main/features/tickets'
import { createTrash, createTrashRecorder } from '@main/features/trash'
import { createUsers } from '@main/features/users'
import { createViews } from '@main/features/views'
import { createGrpc } from '@main/grpc'
import { createLegacyCalls } from '@main/http/legacy'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Log } from '@main/lib/log'
import type { Profile } from '@main/lib/profile'
import { createCallChanges } from '@main/operations/call-change'
import { createInvoker } from '@main/operations/invoke'
import { joinModules } from '@main/operations/modules'
import { whileRunning } from '@main/operations/running'

export interface ApplicationOptions {
  readonly profile: Profile
  readonly store: MetaStore
  /** Opens a database file. */
  readonly openFile: OpenDatabase
  readonly servers: ProjectsOptions['servers']
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  readonly auth: Omit<
    AuthOptions,
    | 'store'
    | 'clock'
    | 'ids'
    | 'version'
    | 'providers'
    | 'secondFactors'
    | 'tickets'
    | 'isSignUpClosed'
    | 'invitation'
    | 'signedUp'
    | 'report'
    | 'projectAccesses'
  >
  readonly providers: readonly ProviderSettings[]
  readonly installation: Omit<InstallationOptions, 'store' | 'clock'>
  readonly mail: Pick<MailOptions, 'environment' | 'retryDelaysMs' | 'timeouts'>
  readonly grpcPort: number
  readonly openSchema: boolean
  readonly importWorkerUrl: URL
  /** Opens a listener that serves one view on the network. */
  readonly listenPocket: ListenPocket
  readonly networkAddresses: (() => readonly NetworkAddress[]) | undefined
  readonly importLimits: Partial<ImportLimits> | undefined
  /** Moves a file to the system's trash; rejects if it can't. */
  readonly trash: ((path: string) => Promise<void>) | undefined
  /** Checks every response against its declaration. */
  readonly validateOutput: boolean
  /** Registers a step that the server runs when it closes, or when a later step of the start fails. */
  readonly closeWith: (step: () => void | Promise<void>) => void
}

/** The features of the server without transports. HTTP and the desktop bridge call `invoker` and `dataApi`. */
export type Application = Awaited<ReturnType<typeof createApplication>>

/** Creates the features and joins their modules. */
export async function createApplication(options: ApplicationOptions) {
  const { profile, store, clock, ids, log, version, closeWith } = options
  const report = (error: unknown): void => log.error({ err: error }, 'fault without a caller')

  const installation = await createInstallation({ ...options.installation, store, clock })
  const audit = createAudit({ store, clock, ids, retention: installation.retention, report })
  closeWith(audit.close)
  const mail = await createMail({ ...options.mail, store, clock, undelivered: audit.mailUndelivered, report })
  closeWith(mail.close)
  const { linkTo } = installation
  const { mailer } = mail
  const projectAccesses = createProjectAccesses(store)
  const invitations = createInvitations({
    store,
    projects: projectAccesses,
    joined: (projectId) => live.changed(projectId, ['projects', 'account']),
    mailer,
    linkTo,
    clock,
    ids,
  })
  const tickets = createTickets({ store, clock, ids })
  const secondFactor = await createSecondFactors({ store, tickets, clock })
  const auth = await createAuth({
    ...options.auth,
    store,
    projectAccesses,
    clock,
    ids,
    version,
    providers: options.providers.map(({ id }) => id),
    secondFactors: secondFactor,
    tickets,
    isSignUpClosed: installation.isSignUpClosed,
    invitation: invitations.forSignUp,
    signedUp: (userId) => recovery.confirmLater(userId),
    report,
  })
  closeWith(auth.usesStored)
  const apiTokens = createApiTokens({ store, projects: projectAccesses, clock, ids, report })
  closeWith(apiTokens.access.usesStored)
  const providers = createProviders({
    store,
    tickets,
    clock,
    settings: options.providers,
    signIn: auth.signIn,
    accounts: auth.provided,
    ownAddress: installation.address,
  })
  const recovery = createRecovery({
    store,
    mailer,
    throttle: auth.throttle,
    hashing: options.auth.hashing,
    separateMark: auth.separateMark,
    linkTo,
    clock,
    ids,
    report,
  })
  const sessionsEnded = (userId: number): void => live.notified(userId)
  const account = createAccount({
    store,
    signIn: auth.signIn,
    hashing: options.auth.hashing,
    separateMark: auth.separateMark,
    mailer,
    sessionsEnded,
    clock,
  })
  const trashRecorder = createTrashRecorder({ store, ids, report })
  closeWith(trashRecorder.close)
  const comments = createComments({ store, clock, ids, report })
  const followers = createFollowers({
    store,
    mailer,
    linkTo,
    clock,
    ids,
    nameOf: (projectId, table, key) =>
      dataApi.places.nameOf(projectId, table, key, AbortSignal.timeout(limits.statementTimeoutMs)),
    notified: (userId) => live.notified(userId),
    report,
  })
  const attachments = await createAttachments({
    store,
    clock,
    ids,
    profile,
    isInSight: (principal, projectId, id) =>
      dataApi.fileInSight(principal, projectId, id, AbortSignal.timeout(limits.statementTimeoutMs)),
    personNow: auth.access.personNow,
    shares: { holder: (shareId) => shares.holder(shareId), principal: (holder) => shares.principalOf(holder) },
    report,
  })
  const projects = await createProjects({
    store,
    clock,
    ids,
    profile: profile.folder,
    version,
    open: options.openFile,
    servers: options.servers,
    trash: options.trash,
    files: attachments.firstFiles,
    grpcAddress: () => grpc.address(),
    report,
  })
  closeWith(projects.databases.closeAll)
  const tables = createTables({
    store,
    clock,
    ids,
    database: projects.databases.get,
    databaseNow: projects.databases.now,
    project: projects.service.get,
    beforeChange: () => modules.settled(),
    report,
  })
  const { catalog } = tables
  // The data engine prepares row rules for its statements.
  const getTable: GetTable = (principal, projectId, name) => dataApi.places.table(principal, projectId, name)
  const findTable: FindTable = (principal, projectId, name) => dataApi.places.find(principal, projectId, name)
  const views = createViews({
    store,
    clock,
    ids,
    table: findTable,
    list: (principal, projectId) => catalog.as(principal).list(projectId),
  })
  const shares = await createShares({
    store,
    clock,
    ids,
    hashing: options.auth.hashing,
    throttle: auth.throttle,
    views,
    table: findTable,
    lookups: catalog.as,
    project: projects.service.get,
    accesses: projectAccesses,
    linkTo,
    address: installation.address,
    submit: (context, sent) => forms.submit(context, sent),
    receiveAnswer: attachments.receiveAnswer,
    choices: (...asked) => dataApi.linkChoices(...asked),
    personNow: auth.access.personNow,
    listen: options.listenPocket,
    addresses: options.networkAddresses,
    endedByItself: audit.pocketEnded,
    report,
  })
  closeWith(shares.pocket.close)
  const accounts = auth.withAuthType(withApiTokens(auth.access, apiTokens.access, auth.tokenGuesses))
  const access: Access = {
    ...accounts,
    principal: (credentials) => {
      const { share } = credentials
      return share === undefined ? accounts.principal(credentials) : shares.principal({ ...credentials, share })
    },
  }
  const ports = {
    cursorKey: await secretOnce(store, 'nc_cursor_secret', clock.now().toISOString()),
    database: projects.databases.get,
    tables: catalog.as,
    metadataNow: catalog.metadataNow,
    project: projects.service.get,
    once: createOnce({ store, clock }),
    heldValues: audit.heldValues,
    authorize,
  }
  const dataApi = createDataApi(ports, { clock, report })
  const forms = createForms({
    clock,
    view: views.find,
    table: findTable,
    create: dataApi.createLinked,
    addOptions: (context, projectId, table, added) =>
      addOptions(tables, { principal: context.principal, projectId, userId: context.actor.userId }, table, added),
    made: audit.madeRows,
    responses: createFormResponses(store),
    mails: createFormMails({
      store,
      clock,
      mailer,
      linkTo,
      personNow: auth.access.personNow,
      table: findTable,
      report,
    }),
    files: attachments.planned,
    once: ports.once,
    report,
  })
  const live = createLive({
    clock,
    authorize,
    database: projects.databases.get,
    table: (principal, projectId, name) => catalog.as(principal).named(projectId, name),
  })
  closeWith(live.close)
  const trash = createTrash({
    store,
    clock,
    recorder: trashRecorder,
    schema: tables.trash,
    restoreRows: dataApi.restoreRows,
    writeBack: dataApi.writeBack,
    lookups: catalog.as,
    report,
  })
  closeWith(trash.close)
  const imports = await createImports({
    profileFolder: profile.folder,
    clock,
    ids,
    workerUrl: options.importWorkerUrl,
    limits: options.importLimits,
    database: projects.databases.get,
    table: getTable,
    tables: tables.imported,
    rows: dataApi.imports,
    personNow: auth.access.personNow,
    written: (context, written, file) => {
      live.imported(context, written)
      audit.imported(context, written, file)
    },
    report,
  })
  closeWith(imports.close)

  const members = createMembers({
    store,
    projects: projectAccesses,
    invitations: invitations.open,
    rightsChanged: live.rightsChanged,
  })
  const scripts = createScripts({
    ...ports,
    table: getTable,
    clock,
    version,
    viewsOf: views.ofTable,
    csvPages: dataApi.csvPages,
  })

  const accessFeature = createAccessFeature({
    store,
    accesses: projectAccesses,
    clock,
    ids,
    tables: catalog.as,
    personNow: auth.access.personNow,
    tokenNow: apiTokens.access.principalNow,
  })
  const auditModule = audit.module({ get: getTable, as: catalog.as }, dataApi.places)
  const modules = joinModules<ChangeEvent>(
    {
      projects,
      auth,
      account,
      users: createUsers({ store, signIn: auth.signIn, sessions: account.sessions, sessionsEnded, clock }),
      secondFactor: secondFactor.module(auth.signIn),
      providers,
      installationSettings: installation,
      mail,
      access: accessFeature,
      invitations: invitations.module(auth.throttle),
      members,
      apiTokens,
      recovery,
      audit: auditModule,
      trash,
      changes: createChangeLog({
        log: audit.log,
        trash,
        rows: {
          apply: dataApi.changes.apply,
          check: dataApi.changes.preview,
          exact: (value) => new ExactValue(value),
          shown: (value) => JSON.parse(valueJson(value)) as unknown,
          nameOf: (projectId, table, rowId) =>
            dataApi.places.nameOf(
              projectId,
              table,
              dataApi.places.keyOf(table, rowId),
              AbortSignal.timeout(limits.statementTimeoutMs),
            ),
        },
        tables: catalog.as,
        call: (context, operation, input) => invoker.invoke(operation, input, context, 'undo'),
      }),
      comments: comments.module({ ...dataApi.places, written: followers.commented }),
      followers: followers.module(dataApi.places),
      attachments,
      ...tables.modules,
      views,
      shares,
      pocketShares: shares.pocket.module,
      rows: createRows({ changes: dataApi.changes, once: ports.once }),
      forms,
      imports,
    },
    [
      live,
      {
        onCommand: ({ operation: { changes = [] } }) => {
          if (changes.includes('projects')) void grpc.refresh()
        },
      },
    ],
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
      scripts,
      access: accessFeature,
      people: members.people,
      shares,
      rest: dataApi.handle,
      linkPages: dataApi.linkPages,
      project: projects.service.get,
    }),
    access,
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

  return {
    invoker,
    grpc,
    dataApi: dataApi.handle,
    apis: createLazyApis(ports, dataApi, report),
    providers,
    attachments,
    imports,
    auditFiles: auditModule.files,
    live,
    framesOf: shares.framesOf,
    receivers: { ...attachments.receivers, ...imports.receivers, ...shares.answers.receivers },
    isRunning: projects.apiServers.isRunning,
    allowedOrigins: installation.allowedOrigins,
    isSuperAdminSession: accounts.isSuperAdminSession,
  }
}
