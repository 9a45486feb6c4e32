import type { ImportLimits } from '@common/import/limits'
import type { ProviderSettings } from '@common/model/provider'
import type { MetaStore } from '@main/db/meta'
import type { AuthOptions } from '@main/features/auth'
import type { InstallationOptions } from '@main/features/installation-settings'
import type { AutomationTimes } from '@main/features/automations'
import type { RunnerTimes } from '@main/features/jobs'
import type { MailOptions } from '@main/features/mail'
import type { NewestRelease } from '@main/features/release'
import type { OpenDatabase, ProjectsOptions } from '@main/features/projects'
import type { NetworkAddress } from '@main/lib/network-addresses'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Keychain } from '@main/lib/keychain'
import type { Log } from '@main/lib/log'
import type { Schedule } from '@main/lib/schedule'
import type { ListenPocket } from '@main/lib/pocket-gate'
import type { Profile } from '@main/lib/profile'

export interface ApplicationOptions {
  readonly profile: Profile
  readonly store: MetaStore
  /** Opens a database file. */
  readonly openFile: OpenDatabase
  readonly servers: ProjectsOptions['servers']
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  /** Returns the newest version. Undefined: this installation has no feed. */
  readonly newestRelease: NewestRelease | undefined
  /** Folder of the translations that people can change. Undefined: none. */
  readonly localesFolder: string | undefined
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
  /** The keychain of the computer; absent without a desktop. */
  readonly keychain: Keychain | undefined
  readonly installation: Omit<InstallationOptions, 'store' | 'clock'>
  readonly mail: Pick<MailOptions, 'environment' | 'retryDelaysMs' | 'timeouts'>
  /** Shorter pauses and leases, for tests. */
  readonly workTimes: {
    readonly jobs: Partial<RunnerTimes> | undefined
    readonly automations: Partial<AutomationTimes> | undefined
  }
  readonly grpcPort: number
  readonly openSchema: boolean
  readonly importWorkerUrl: URL
  readonly scriptWorkerUrl: URL
  readonly performanceWorkerUrl: URL
  /** Opens a listener that serves one view on the network. */
  readonly listenPocket: ListenPocket
  readonly networkAddresses: (() => readonly NetworkAddress[]) | undefined
  readonly importLimits: Partial<ImportLimits> | undefined
  /** Moves a file to the system's trash; rejects if it can't. */
  readonly trash: ((path: string) => Promise<void>) | undefined
  /** Measures the delay of live updates from other servers, in seconds. */
  readonly liveLag?: ((seconds: number) => void) | undefined
  /** Checks every response against its declaration. */
  readonly validateOutput: boolean
  /** Registers a step that the server runs when it closes, or when a later step of the start fails. */
  readonly closeWith: (step: () => void | Promise<void>) => void
}

/** Logs a fault that no caller receives. */
export type Report = (error: unknown) => void
