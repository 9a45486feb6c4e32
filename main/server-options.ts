import type { ImportLimits } from '@common/import/limits'
import type { AuthType } from '@common/model/auth-type'
import type { MailSettings } from '@common/model/mail'
import type { InterfaceRules } from '@common/model/interface-rules'
import type { ProviderSettings } from '@common/model/provider'
import type { SqliteThread, StartSqliteThread } from './db/dialects/sqlite/carrier'
import type { AutomationTimes } from './features/automations'
import type { RunnerTimes } from './features/jobs'
import type { MailOptions } from './features/mail'
import type { NewestRelease } from './features/release'
import type { ShellContexts } from './features/terminals'
import type { StartChild } from './lib/child-process'
import type { Clock } from './lib/clock'
import type { PasswordHashing } from './lib/hashing'
import type { Ids } from './lib/ids'
import type { Keychain } from './lib/keychain'
import type { Log } from './lib/log'
import type { LogLevel } from './lib/log-levels'
import type { NetworkAddress } from './lib/network-addresses'
import type { TelemetrySettings } from './lib/telemetry-environment'
import type { Invoker } from './operations/invoke'

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
