import { defaultGrpcPort, defaultPort, limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { AuthType } from '@common/model/auth-type'
import { createApplication, type ApplicationOptions } from '@main/application'
import { createReadiness, openMetaStore } from '@main/db/meta'
import { createDatabases, targetOfUrl } from '@main/db/pool'
import { createPeers, peerUrl } from '@main/features/peers'
import { listenPocket } from '@main/http/pocket'
import { createMetrics, measureDatabases } from '@main/http/metrics-registry'
import { createHttpServer } from '@main/http/server'
import { systemClock } from '@main/lib/clock'
import { createPasswordHashing } from '@main/lib/hashing'
import { randomIds } from '@main/lib/ids'
import { defaultInterfaceRules } from '@main/lib/interface-environment'
import { tidyWhenIdle } from '@main/lib/idle-memory'
import { createConsoleLog, createFileLog } from '@main/lib/log'
import { hostOf } from '@main/lib/network-addresses'
import { isLoopback } from '@main/lib/loopback'
import type { ListenPocket } from '@main/lib/pocket-gate'
import { openProfile } from '@main/lib/profile'
import { lockProfile } from '@main/lib/profile-lock'
import { createSchedule } from '@main/lib/schedule'
import { createTraceExporter } from '@main/lib/trace-exporter'
import type { ServerOptions, GrpcAddress, Server } from './server-options'

export type { ServerOptions, GrpcAddress, Server } from './server-options'

export type { NewestRelease } from '@main/features/release'

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
