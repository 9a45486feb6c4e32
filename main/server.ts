import { defaultGrpcPort, defaultPort, limits } from '@common/constants'
import type { ImportLimits } from '@common/import/limits'
import { createDataApi } from '@main/dataapi'
import { createLazyApis } from '@main/dataapi/lazy'
import { openMetaStore, secretOnce } from '@main/db/meta'
import { createDatabases, targetOfUrl } from '@main/db/pool'
import { createAttachments } from '@main/features/attachments'
import { createAudit } from '@main/features/audit'
import { authorize, createAuth } from '@main/features/auth'
import { createComments } from '@main/features/comments'
import { createFollowers } from '@main/features/followers'
import { createForms } from '@main/features/forms'
import { createImports } from '@main/features/imports'
import { createLive } from '@main/features/live'
import { createProjects } from '@main/features/projects'
import { createOnce, createRowHandlers } from '@main/features/rows'
import { createScriptHandlers } from '@main/features/scripts'
import { addOptions, createTables } from '@main/features/tables'
import { createTrash, createTrashRecorder } from '@main/features/trash'
import { createViews } from '@main/features/views'
import { createGrpc } from '@main/grpc'
import { createHttpServer } from '@main/http/server'
import type { StartChild } from '@main/lib/child-process'
import { systemClock, type Clock } from '@main/lib/clock'
import { createPasswordHashing } from '@main/lib/hashing'
import { randomIds, type Ids } from '@main/lib/ids'
import { tidyWhenIdle } from '@main/lib/idle-memory'
import { createFileLog, type Log, type LogLevel } from '@main/lib/log'
import { openProfile } from '@main/lib/profile'
import { lockProfile } from '@main/lib/profile-lock'
import { joinHandlers } from '@main/operations/handlers'
import { createInvoker, type Invoker } from '@main/operations/invoke'
import { whileRunning } from '@main/operations/running'

export interface ServerOptions {
  readonly profileFolder: string
  /** 8080 by default; 0 for any free port. A taken one is answered with the next free one. */
  readonly port?: number | undefined
  /** Of gRPC: 50051 by default, and any free one beside a free `port`. */
  readonly grpcPort?: number | undefined
  /** Loopback by default. Anything else lets other machines in. */
  readonly host?: string | undefined
  /** A meta store on a database server instead of the profile's own (`BASALT_META_URL`). */
  readonly metaUrl?: string | undefined
  /** Names under which a proxy or the network reaches this server, `name` or `name:port`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Exact origins of web pages that may call the API. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Answers API documents and introspection without a token. */
  readonly openSchema?: boolean | undefined
  readonly signInAttempts?: number | undefined
  /** Sign-ups from one address in a quarter of an hour; 0 for no limit. */
  readonly signUpAttempts?: number | undefined
  /** True if only the first account can sign up. */
  readonly closeSignUp?: boolean | undefined
  /** Setup code for the first account (`BASALT_SETUP_CODE`). Default: a random one. */
  readonly setupCode?: string | undefined
  /** Shows the setup code to the person who started the server. */
  readonly announceSetupCode?: ((code: string) => void) | undefined
  readonly logLevel?: LogLevel | undefined
  /** Version of Basalt, for facts shown to people. */
  readonly version: string
  /** Folder of the built interface. */
  readonly rendererFolder: string
  /** The bundled worker that runs the built-in database. */
  readonly sqliteWorkerUrl: URL
  /** Starts child processes. Default: forks Node. The desktop shell supplies its own. */
  readonly startChild?: StartChild | undefined
  /** Checks every answer against its declaration: for development and tests. */
  readonly validateOutput?: boolean | undefined
  /** Puts a file into the system's trash, where there is one; rejects when it cannot. The desktop shell has it. */
  readonly trash?: ((path: string) => Promise<void>) | undefined
  /** Origins beside our own that the interface may speak to: the terminal socket of the desktop shell. */
  readonly connectTo?: (() => readonly string[]) | undefined
  /** What is read of files that are imported, where it is to be less. */
  readonly importLimits?: Partial<ImportLimits> | undefined
  /** Timeout of a response that its client doesn't read. */
  readonly unreadTimeoutMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly ids?: Ids | undefined
}

/** Like `url` and `portWasTaken`, of gRPC. */
export interface GrpcAddress {
  readonly address: string
  /** The port that was asked for, when it was taken and another one is used. */
  readonly takenPort: number | undefined
}

/** A running server without a window. */
export interface Server {
  readonly url: string
  /** True when the port asked for was taken and another one is used. */
  readonly portWasTaken: boolean
  readonly port: number
  /** Where gRPC is asked; undefined when no project is. */
  readonly grpc: () => Promise<GrpcAddress | undefined>
  /** Runs operations for transports other than HTTP: the desktop bridge. */
  readonly invoker: Invoker
  /** True while the token's session is open and belongs to the super admin. */
  readonly isSuperAdminSession: (token: string) => Promise<boolean>
  readonly log: Log
  /**
   * Finishes what runs, then closes everything, within `limits.shutdownDeadlineMs`.
   *
   * @returns false if something can't be stopped: then `endNow` ends the process
   */
  readonly close: () => Promise<boolean>
}

/**
 * Composes and starts everything that runs without a window.
 *
 * @throws AppError PROFILE_IN_USE, META_STORE_NEWER, META_STORE_DAMAGED, DATABASE_UNAVAILABLE; and what listening throws
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const clock = options.clock ?? systemClock
  const ids = options.ids ?? randomIds
  const port = options.port ?? defaultPort
  const grpcPort = options.grpcPort ?? (port === 0 ? 0 : defaultGrpcPort)
  const host = options.host ?? '127.0.0.1'
  /** What has been opened, to be closed in reverse order, whether at the end or because a later step failed. */
  const opened: (() => Promise<void>)[] = []
  let isEverythingEnded = true
  const closeInOrder = async (): Promise<boolean> => {
    for (const step of opened.splice(0).toReversed()) await step()
    return isEverythingEnded
  }
  const close = (): Promise<boolean> => Promise.race([closeInOrder(), deadline(limits.shutdownDeadlineMs)])

  try {
    const profile = await openProfile(options.profileFolder)
    const lock = await lockProfile(profile.folder, ids)
    opened.push(lock.release)
    const serverLog = createFileLog(profile.folder, options.logLevel ?? 'info')
    const { log } = serverLog
    opened.push(serverLog.close)

    const databases = createDatabases({
      sqliteWorkerUrl: options.sqliteWorkerUrl,
      startChild: options.startChild,
    })
    opened.push(async () => {
      isEverythingEnded = await databases.close()
    })

    const store = await openMetaStore({
      profile,
      url: options.metaUrl,
      openFile: (filename) => databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true }),
      openUrl: (url) => databases.open(targetOfUrl(url)),
      now: clock.now,
    })
    opened.push(store.close)

    const auth = await createAuth({
      store,
      clock,
      ids,
      hashing: createPasswordHashing(),
      version: options.version,
      signInAttempts: options.signInAttempts,
      signUpAttempts: options.signUpAttempts,
      closeSignUp: options.closeSignUp,
      isReachable: !isLoopback(host) || (options.allowedHosts ?? []).length > 0,
      setupCode: options.setupCode,
      announceSetupCode: options.announceSetupCode ?? (() => undefined),
    })
    const report = (error: unknown): void => log.error({ err: error }, 'fault without a caller')
    const audit = createAudit({ store, clock, ids, report })
    opened.push(audit.close)
    const trashRecorder = createTrashRecorder({ store, ids, report })
    opened.push(trashRecorder.close)
    const comments = createComments({ store, clock, ids, report })
    const followers = createFollowers({
      store,
      clock,
      ids,
      nameOf: (projectId, table, key) =>
        dataApi.places.nameOf(projectId, table, key, AbortSignal.timeout(limits.statementTimeoutMs)),
      notified: (userId) => live.notified(userId),
      report,
    })
    const attachments = await createAttachments({ store, clock, ids, profile })
    const projects = await createProjects({
      store,
      clock,
      ids,
      profile: profile.folder,
      version: options.version,
      open: (filename, { inPlace, create }) =>
        databases.open({ dialect: 'sqlite', filename, mode: inPlace ? 'inPlace' : 'builtIn', create }),
      servers: databases.servers,
      trash: options.trash,
      files: attachments.firstFiles,
      grpcAddress: () => grpc.address(),
      report,
    })
    opened.push(projects.databases.closeAll)
    const tables = createTables({
      store,
      clock,
      ids,
      database: projects.databases.get,
      databaseNow: projects.databases.now,
      project: projects.service.get,
      beforeChange: () =>
        Promise.all([
          audit.flush().catch(report),
          trashRecorder.flush().catch(report),
          comments.settled(),
          followers.settled(),
        ]).then(() => undefined),
      report,
    })
    const views = createViews({
      store,
      clock,
      ids,
      table: tables.catalog.find,
      tableId: tables.descriptions.id,
      tableMeta: tables.descriptions.meta,
    })
    const ports = {
      cursorKey: await secretOnce(store, 'nc_cursor_secret', clock.now().toISOString()),
      database: projects.databases.get,
      table: tables.catalog.get,
      tableNow: tables.catalog.now,
      tableNamed: tables.catalog.named,
      tables: tables.catalog.list,
      metadataNow: tables.catalog.metadataNow,
      project: projects.service.get,
      once: createOnce({ store, clock }),
      heldValues: audit.heldValues,
      authorize,
    }
    const dataApi = createDataApi(ports, { clock, report })
    dataApi.events.subscribe(audit.rowsChanged)
    dataApi.events.subscribe(trashRecorder.rowsChanged)
    dataApi.events.subscribe(comments.rowsChanged)
    dataApi.events.subscribe(followers.rowsChanged)
    const forms = createForms({
      clock,
      view: views.find,
      table: tables.catalog.find,
      create: dataApi.createLinked,
      addOptions: (context, projectId, table, added) =>
        addOptions(tables, { projectId, userId: context.actor.userId }, table, added),
      made: audit.madeRows,
    })
    const live = createLive({ authorize, database: projects.databases.get })
    opened.push(async () => live.close())
    dataApi.events.subscribe(live.rowsChanged)
    const trash = createTrash({
      store,
      clock,
      recorder: trashRecorder,
      schema: tables.trash,
      restoreRows: dataApi.restoreRows,
      writeBack: dataApi.writeBack,
      tables: tables.catalog.list,
      table: tables.catalog.get,
      tableNamed: tables.catalog.named,
      report,
    })
    opened.push(() => Promise.resolve(trash.close()))
    const imports = await createImports({
      profileFolder: profile.folder,
      clock,
      ids,
      // Built beside the other one.
      workerUrl: new URL('./import-worker.js', options.sqliteWorkerUrl),
      limits: options.importLimits,
      database: projects.databases.get,
      table: tables.catalog.get,
      tables: tables.imported,
      rows: dataApi.imports,
      rolesNow: auth.access.rolesNow,
      written: (context, tables, file) => {
        live.imported(context, tables)
        audit.imported(context, tables, file)
      },
      report,
    })
    opened.push(imports.close)
    const invoker = createInvoker({
      done: (name, input, output, context) => {
        audit.commandDone(name, input, output, context)
        live.commandDone(name, context)
        if (/^project(?:Create|Delete)/.test(name)) void grpc.refresh()
        if (name === 'projectDelete' && context.projectId !== undefined)
          attachments.projectDeleted(context.projectId).catch(report)
      },
      handlers: joinHandlers({
        attachments: attachments.handlers,
        audit: audit.handlers(tables.catalog.get),
        auth: auth.handlers,
        comments: comments.handlers({ ...dataApi.places, written: followers.commented }),
        followers: followers.handlers(dataApi.places),
        forms: forms.handlers,
        imports: imports.handlers,
        projects: projects.handlers,
        tables: tables.handlers,
        trash: trash.handlers,
        meta: tables.metaHandlers,
        objects: tables.objectHandlers,
        relations: tables.relationHandlers,
        rows: createRowHandlers({ changes: dataApi.changes, once: ports.once }),
        scripts: createScriptHandlers({
          ...ports,
          clock,
          version: options.version,
          viewsOf: views.ofTable,
          csvPages: dataApi.csvPages,
        }),
        views: views.handlers,
        virtualColumns: tables.virtualColumnHandlers,
      }),
      access: auth.access,
      clock,
      log,
      validateOutput: options.validateOutput ?? false,
    })

    const grpc = createGrpc({
      invoker: whileRunning(invoker, projects.apiServers.isRunning),
      handle: dataApi.handle,
      authorize,
      openSchema: options.openSchema ?? false,
      ids,
      report,
      projectIds: () => projects.service.ofType('grpc'),
      port: grpcPort,
    })
    opened.push(grpc.close)

    const http = await createHttpServer({
      invoker,
      dataApi: dataApi.handle,
      files: attachments,
      imports,
      apis: createLazyApis(ports, dataApi, report),
      live: live.open,
      isRunning: projects.apiServers.isRunning,
      log,
      ids,
      rendererFolder: options.rendererFolder,
      allowedHosts: options.allowedHosts ?? [],
      allowedOrigins: options.allowedOrigins ?? [],
      openSchema: options.openSchema ?? false,
      unreadTimeoutMs: options.unreadTimeoutMs,
      connectTo: options.connectTo ?? (() => []),
    })
    opened.push(http.close)
    const listeningOn = await http.listen(port, host)
    const tidying = tidyWhenIdle()
    opened.push(async () => tidying())
    log.info({ port: listeningOn, version: options.version }, 'ready')
    void grpc.refresh()
    return {
      url: `http://${urlHost(host)}:${listeningOn}/dashboard/`,
      port: listeningOn,
      portWasTaken: port !== 0 && listeningOn !== port,
      grpc: async () => {
        const address = await grpc.address()
        if (address === '') return undefined
        const isOther = grpcPort !== 0 && !address.endsWith(`:${grpcPort}`)
        return { address, takenPort: isOther ? grpcPort : undefined }
      },
      invoker,
      isSuperAdminSession: auth.access.isSuperAdminSession,
      log,
      close,
    }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/** A server on all addresses is reached on this machine by the loopback one. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function deadline(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref())
}
