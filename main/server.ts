import { defaultGrpcPort, defaultPort, limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { ImportLimits } from '@common/import/limits'
import type { AuthType } from '@common/model/auth-type'
import type { MailSettings } from '@common/model/mail'
import type { InterfaceRules } from '@common/model/interface-rules'
import type { ProviderSettings } from '@common/model/provider'
import { createApplication, type ApplicationOptions } from '@main/application'
import type { SqliteThread, StartSqliteThread } from '@main/db/dialects/sqlite/carrier'
import { createReadiness, openMetaStore } from '@main/db/meta'
import { createDatabases, targetOfUrl } from '@main/db/pool'
import type { AutomationTimes } from '@main/features/automations'
import type { RunnerTimes } from '@main/features/jobs'
import type { MailOptions } from '@main/features/mail'
import { createPeers, peerUrl } from '@main/features/peers'
import type { NewestRelease } from '@main/features/release'
import type { ShellContexts } from '@main/features/terminals'
import { listenPocket } from '@main/http/pocket'
import { createMetrics, measureDatabases } from '@main/http/metrics-registry'
import { createHttpServer } from '@main/http/server'
import type { StartChild } from '@main/lib/child-process'
import { systemClock, type Clock } from '@main/lib/clock'
import { createPasswordHashing, type PasswordHashing } from '@main/lib/hashing'
import { randomIds, type Ids } from '@main/lib/ids'
import { defaultInterfaceRules } from '@main/lib/interface-environment'
import { tidyWhenIdle } from '@main/lib/idle-memory'
import type { Keychain } from '@main/lib/keychain'
import { createConsoleLog, createFileLog, type Log } from '@main/lib/log'
import type { LogLevel } from '@main/lib/log-levels'
import { hostOf, type NetworkAddress } from '@main/lib/network-addresses'
import { isLoopback } from '@main/lib/loopback'
import type { ListenPocket } from '@main/lib/pocket-gate'
import { openProfile } from '@main/lib/profile'
import { lockProfile } from '@main/lib/profile-lock'
import { createSchedule } from '@main/lib/schedule'
import type { TelemetrySettings } from '@main/lib/telemetry-environment'
import { createTraceExporter } from '@main/lib/trace-exporter'
import type { Invoker } from '@main/operations/invoke'

export type { NewestRelease } from '@main/features/release'

export interface ServerOptions {
  readonly profileFolder: string
  /** Default 8080; 0 for any free port. If the port is taken, the next free one is used. */
  readonly port?: number | undefined
  /** Port of gRPC. Default 50051, or any free one with `port` 0. */
  readonly grpcPort?: number | undefined
  /** Port of shares on the network. Default: any free one. */
  readonly pocketPort?: number | undefined
  /** Returns the addresses to share on. Default: those of the network interfaces. */
  readonly networkAddresses?: (() => readonly NetworkAddress[]) | undefined
  /** Default loopback. Any other address admits other machines. */
  readonly host?: string | undefined
  /** Where other servers of a shared store reach this one: `peerUrl` of `@main/features/peers`. */
  readonly peerUrl?: string | undefined
  /** Address of a meta store on a database server (`BASALT_META_URL`). Default: in the profile. */
  readonly metaUrl?: string | undefined
  /** Names under which a proxy or the network reaches this server, `name` or `name:port`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Exact origins of web pages that may call the API. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Returns API documents and introspection without a token. */
  readonly openSchema?: boolean | undefined
  readonly signInAttempts?: number | undefined
  /** Maximum sign-ups per address in 15 minutes; 0 for no limit. */
  readonly signUpAttempts?: number | undefined
  /** True if only the first account can sign up. Otherwise a super admin decides. */
  readonly closeSignUp?: boolean | undefined
  /** Address of this Basalt in links. Default: what a super admin set, else the address on this computer. */
  readonly baseUrl?: string | undefined
  /** Age limits of the change log, in days. Default: what a super admin set. */
  readonly historyDays?: number | undefined
  readonly historyThinDays?: number | undefined
  /** Age limit of audit lines, in days. Default: what a super admin set. */
  readonly auditDays?: number | undefined
  /** Mail server. Default: what a super admin set. */
  readonly mail?: MailSettings | undefined
  /** Providers at which users can sign in. */
  readonly providers?: readonly ProviderSettings[] | undefined
  /** Rules of the page, instead of the defaults. */
  readonly interfaceRules?: Partial<InterfaceRules> | undefined
  /** Shorter pauses and limits of mail, for tests. */
  readonly mailTimes?: Pick<MailOptions, 'retryDelaysMs' | 'timeouts'> | undefined
  /** Shorter pauses and leases of jobs, for tests. */
  readonly jobTimes?: Partial<RunnerTimes> | undefined
  /** The same of automations. */
  readonly automationTimes?: Partial<AutomationTimes> | undefined
  /** How callers prove who they are. Default `jwt`. */
  readonly authType?: AuthType | undefined
  /** Key of the installation (`BASALT_MASTER_KEY`), for the auth type `masterKey`. */
  readonly masterKey?: string | undefined
  /** Cheaper password hashes, for tests. */
  readonly hashing?: PasswordHashing | undefined
  /** Setup code for the first account (`BASALT_SETUP_CODE`). Default: a random one. */
  readonly setupCode?: string | undefined
  /** Shows the setup code to the person who started the server. */
  readonly announceSetupCode?: ((code: string) => void) | undefined
  readonly logLevel?: LogLevel | undefined
  /** Metrics, traces and the place of the log. Default: only a log in the profile. */
  readonly telemetry?: TelemetrySettings | undefined
  /** Version of Basalt, for display. */
  readonly version: string
  /** Returns the newest version. Default: unknown, without any request. */
  readonly newestRelease?: NewestRelease | undefined
  /** Folder whose translations the owner of the installation can change (`BASALT_LOCALES`). Default: none. */
  readonly localesFolder?: string | undefined
  /** Folder of the built page. */
  readonly rendererFolder: string
  /** The bundled worker that runs the built-in database. */
  readonly sqliteWorkerUrl: URL
  /** A thread of that worker, started earlier to load in parallel with the server. */
  readonly sqliteThread?: SqliteThread | undefined
  /** Starts child processes. Default: forks Node. The desktop shell supplies its own. */
  readonly startChild?: StartChild | undefined
  /** Starts the worker's threads, for tests that reuse them. */
  readonly startThread?: StartSqliteThread | undefined
  /** Checks every response against its declaration, for development and tests. */
  readonly validateOutput?: boolean | undefined
  /** Encrypts the keys of passwords. The desktop shell has it. */
  readonly keychain?: Keychain | undefined
  /** Puts a file into the system's trash, where there is one; rejects when it cannot. The desktop shell has it. */
  readonly trash?: ((path: string) => Promise<void>) | undefined
  /** Further origins that the page may connect to: the terminal socket of the desktop shell. */
  readonly connectTo?: (() => readonly string[]) | undefined
  /** True leads browsers to storages for large files, if an administrator allows it. Default: true. */
  readonly redirectsToStorages?: boolean | undefined
  /** Lower limits for imports. */
  readonly importLimits?: Partial<ImportLimits> | undefined
  /** Timeout of a response that its client doesn't read. */
  readonly unreadTimeoutMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly ids?: Ids | undefined
}

/** Like `url` and `portWasTaken`, of gRPC. */
export interface GrpcAddress {
  readonly address: string
  /** The requested port if it was taken and another one is used. */
  readonly takenPort: number | undefined
}

/** A running server without a window. */
export interface Server {
  readonly url: string
  /** True if the requested port was taken and another one is used. */
  readonly portWasTaken: boolean
  readonly port: number
  /** Returns the address of gRPC; undefined if no project uses it. */
  readonly grpc: () => Promise<GrpcAddress | undefined>
  /** Runs operations for transports other than HTTP: the desktop bridge. */
  readonly invoker: Invoker
  /** True while the token's session is open and belongs to the super admin. */
  readonly isSuperAdminSession: (token: string) => Promise<boolean>
  /**
   * Returns the path of a project's database file; undefined for a project on a database server. Doesn't check rights.
   *
   * @throws AppError PROJECT_NOT_FOUND
   */
  readonly fileOfProject: (projectId: string) => Promise<string | undefined>
  /** Returns the folder of a project's migrations. */
  readonly folderOfMigrations: (projectId: string) => string
  /** Catches up on scheduled work after the computer slept. */
  readonly wake: () => void
  /** Prepares terminals of projects, for the user of a session. */
  readonly shells: ShellContexts
  readonly log: Log
  /**
   * Finishes running work, then closes everything, within `limits.shutdownDeadlineMs`, after the time for balancers
   * (`TelemetrySettings.drainMs`).
   *
   * @returns false if something can't be stopped: then `endNow` ends the process
   */
  readonly close: () => Promise<boolean>
}

/**
 * Creates and starts everything that runs without a window.
 *
 * @throws AppError AUTH_NONE_REACHABLE, PROFILE_IN_USE, META_STORE_NEWER, META_STORE_DAMAGED, DATABASE_UNAVAILABLE; and errors of listening
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const asked = withDefaults(options)
  const { clock, ids, port, grpcPort, host, isOpen } = asked
  if (isOpen) requireUnreachable(options)
  const closing = createClosing()
  const { closeWith } = closing

  try {
    const profile = await openProfile(options.profileFolder)
    const lock = await lockProfile(profile.folder, ids)
    closeWith(lock.release)
    const { telemetry, logLevel = 'info' } = options
    const serverLog =
      telemetry?.logTo === 'stdout' ? createConsoleLog(logLevel) : createFileLog(profile.folder, logLevel)
    const { log } = serverLog
    closeWith(serverLog.close)
    const databases = createDatabases({
      sqliteWorkerUrl: options.sqliteWorkerUrl,
      sqliteThread: options.sqliteThread,
      startChild: options.startChild,
      startThread: options.startThread,
    })
    closeWith(async () => closing.ended(await databases.close()))

    const store = await openMetaStore({
      profile,
      url: options.metaUrl,
      openFile: (filename) => databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true }),
      openUrl: (url) => databases.open(targetOfUrl(url)),
      now: clock.now,
    })
    closeWith(store.close)

    const metrics = telemetry?.metrics && createMetrics(options.version)
    if (metrics !== undefined) measureDatabases(metrics, databases.use)
    const traces = telemetry?.traces && createTraceExporter(telemetry.traces, { ids, log, version: options.version })
    if (traces !== undefined) closeWith(traces.close)

    const schedule = createSchedule(clock)
    const peers = createPeers({
      store,
      clock,
      schedule,
      ids,
      report: (error) => log.warn({ err: error }, 'the list of servers could not be written'),
    })
    let ownAddress = ''
    /** Set once the parts that it serves exist. */
    let listenOnNetwork: ListenPocket = () => Promise.reject(new Error('The server is starting'))
    const application = await createApplication({
      ...settingsOf(asked, { ownAddress: () => ownAddress }),
      profile,
      store,
      openFile: (filename, { inPlace, create }) =>
        databases.open({ dialect: 'sqlite', filename, mode: inPlace ? 'inPlace' : 'builtIn', create }),
      servers: databases.servers,
      schedule,
      log,
      listenPocket: (gate, address) => listenOnNetwork(gate, address),
      liveLag: metrics?.liveLag,
      closeWith,
    })
    const { invoker, grpc } = application
    const served = {
      invoker,
      dataApi: application.dataApi,
      files: application.attachments,
      ...application.routes,
      log,
      ids,
      rendererFolder: options.rendererFolder,
    }
    listenOnNetwork = (gate, address) => listenPocket(served, gate, address, options.pocketPort ?? 0)
    const http = await createHttpServer({
      ...served,
      providers: application.providers,
      imports: application.imports,
      receivers: application.receivers,
      ...application.downloads,
      apis: application.apis,
      isRunning: application.isRunning,
      allowedHosts: options.allowedHosts ?? [],
      allowedOrigins: isOpen ? () => new Set() : application.allowedOrigins,
      ownPagesOnly: isOpen,
      openSchema: asked.openSchema,
      unreadTimeoutMs: options.unreadTimeoutMs,
      connectTo: options.connectTo ?? (() => []),
      framesOf: application.framesOf,
      storageOrigins: options.redirectsToStorages === false ? undefined : application.storageOrigins,
      peers,
      isReady: createReadiness(store, clock.monotonicMs),
      metrics: metrics && { metrics, token: telemetry?.metrics?.token },
      traces,
    })
    closeWith(http.close)
    const listeningOn = await http.listen(port, host)
    ownAddress = `http://${urlHost(host)}:${listeningOn}`
    if (peers !== undefined) {
      const address = peerUrl(options.peerUrl, host, listeningOn)
      if (address === undefined) log.warn('other servers do not know the address of this one: set BASALT_PEER_URL')
      else await peers.announce(address)
      closeWith(peers.close)
    }
    closeWith(tidyWhenIdle())
    log.info({ port: listeningOn, version: options.version }, 'ready')
    void grpc.refresh()
    return {
      url: `${ownAddress}/dashboard/`,
      port: listeningOn,
      portWasTaken: port !== 0 && listeningOn !== port,
      grpc: async () => grpcAddressOf(await grpc.address(), grpcPort),
      invoker,
      isSuperAdminSession: application.isSuperAdminSession,
      fileOfProject: application.fileOfProject,
      folderOfMigrations: application.folderOfMigrations,
      wake: schedule.wake,
      shells: application.shells,
      log,
      close: async () => {
        http.drain()
        if (telemetry !== undefined && telemetry.drainMs > 0)
          await new Promise((resolve) => setTimeout(resolve, telemetry.drainMs))
        return closing.close()
      },
    }
  } catch (error) {
    await closing.close().catch(() => undefined)
    throw error
  }
}

type AskedOptions = ReturnType<typeof withDefaults>

function withDefaults(options: ServerOptions) {
  const port = options.port ?? defaultPort
  const authType: AuthType = options.authType ?? 'jwt'
  return {
    ...options,
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    port,
    grpcPort: options.grpcPort ?? (port === 0 ? 0 : defaultGrpcPort),
    host: options.host ?? '127.0.0.1',
    openSchema: options.openSchema ?? false,
    authType,
    /** True if anyone who reaches the server may do everything. */
    isOpen: authType === 'none',
  }
}

/** Returns what the features read of the options. */
const settingsOf = (options: AskedOptions, { ownAddress }: Pick<ApplicationOptions['installation'], 'ownAddress'>) => ({
  clock: options.clock,
  ids: options.ids,
  version: options.version,
  newestRelease: options.newestRelease,
  localesFolder: options.localesFolder,
  auth: {
    hashing: options.hashing ?? createPasswordHashing(),
    signInAttempts: options.signInAttempts,
    signUpAttempts: options.signUpAttempts,
    isReachable: !isLoopback(options.host) || (options.allowedHosts ?? []).length > 0,
    setupCode: options.setupCode,
    authType: options.authType,
    masterKey: options.authType === 'masterKey' ? options.masterKey : undefined,
    interfaceRules: { ...defaultInterfaceRules, ...options.interfaceRules },
    announceSetupCode: options.announceSetupCode ?? (() => undefined),
  },
  installation: {
    closeSignUp: options.closeSignUp ?? false,
    allowedOrigins: options.allowedOrigins ?? [],
    baseUrl: options.baseUrl,
    historyDays: options.historyDays,
    historyThinDays: options.historyThinDays,
    auditDays: options.auditDays,
    ownAddress,
  },
  mail: { environment: options.mail, ...options.mailTimes },
  providers: options.providers ?? [],
  workTimes: { jobs: options.jobTimes, automations: options.automationTimes },
  keychain: options.keychain,
  grpcPort: options.grpcPort,
  openSchema: options.openSchema,
  ...workersBeside(options.sqliteWorkerUrl),
  importLimits: options.importLimits,
  networkAddresses: options.networkAddresses,
  trash: options.trash,
  validateOutput: options.validateOutput ?? false,
})

/** Collects the steps that close a server: they run in reverse order, at the end or when a later step of the start fails. */
function createClosing() {
  const steps: (() => void | Promise<void>)[] = []
  let isEverythingEnded = true
  const inOrder = async (): Promise<boolean> => {
    for (const step of steps.splice(0).toReversed()) await step()
    return isEverythingEnded
  }
  return {
    closeWith: (step: () => void | Promise<void>): void => void steps.push(step),
    /** @param isEnded  false if something can't be stopped */
    ended: (isEnded: boolean): void => {
      isEverythingEnded = isEnded
    },
    close: (): Promise<boolean> => Promise.race([inOrder(), deadline(limits.shutdownDeadlineMs)]),
  }
}

/** Without sign-in, only programs of this computer may call the server. @throws AppError AUTH_NONE_REACHABLE */
function requireUnreachable({ host = '127.0.0.1', allowedHosts = [], allowedOrigins = [] }: ServerOptions): void {
  const option =
    (!isLoopback(host) && `--host ${host}`) ||
    (allowedHosts.length > 0 && '--allowed-host') ||
    (allowedOrigins.length > 0 && '--allowed-origin')
  if (option !== false) throw new AppError('AUTH_NONE_REACHABLE', { option })
}

function grpcAddressOf(address: string, askedPort: number): GrpcAddress | undefined {
  if (address === '') return undefined
  const isOther = askedPort !== 0 && !address.endsWith(`:${askedPort}`)
  return { address, takenPort: isOther ? askedPort : undefined }
}

/** A server on all addresses is reached on this machine by the loopback one. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return hostOf(host)
}

function deadline(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref())
}

/** Returns the other workers. The build writes all into one folder. */
const workersBeside = (url: URL) => ({
  importWorkerUrl: new URL('./import-worker.js', url),
  performanceWorkerUrl: new URL('./performance-worker.js', url),
  scriptWorkerUrl: new URL('./script-worker.js', url),
})
