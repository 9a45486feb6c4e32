import type { StepAction } from '@common/operations/actions'
import type { Automation, AutomationRun, AutomationTrigger, StepResult } from '@common/operations/automations'
import type { Trail } from '@main/lib/automation-trail'
import type { RunInput } from './input'

export interface StoredAutomation extends Pick<Automation, 'id' | 'title' | 'active' | 'retries' | 'updatedAt'> {
  readonly projectId: string
  readonly userId: number | null
  readonly trigger: AutomationTrigger
  /** Without secrets. */
  readonly steps: readonly StepAction[]
  /** Encrypted, one for each step. */
  readonly secrets: readonly (string | null)[]
  readonly nextAt: string | null
  /** Hash of the token of a webhook. */
  readonly hookHash: string | null
}

export type ListedAutomation = StoredAutomation &
  Pick<Automation, 'lastRun' | 'failed'> & { readonly email: string | null }

export interface StoredRun {
  readonly id: string
  readonly automationId: string
  readonly state: AutomationRun['state']
  readonly recordKey: string
  readonly input: RunInput
  readonly trail: Trail
  readonly attempts: number
  readonly nextAt: string
  readonly results: readonly StoredResult[]
  readonly createdAt: string
  readonly endedAt: string | null
}

export type StoredResult = Omit<StepResult, 'msg'>

export type NewRun = Pick<StoredRun, 'id' | 'automationId' | 'recordKey' | 'input' | 'trail' | 'createdAt'>

/** SQL of automations and their runs. */
export interface AutomationRepository {
  readonly list: (projectId: string) => Promise<ListedAutomation[]>
  readonly find: (projectId: string, id: string) => Promise<ListedAutomation | undefined>
  readonly count: (projectId: string) => Promise<number>
  /** Returns the active automations of a project. */
  readonly active: (projectId: string) => Promise<StoredAutomation[]>
  readonly byId: (id: string) => Promise<StoredAutomation | undefined>
  /** Returns the projects whose records start automations, or did while these were on. */
  readonly projects: () => Promise<string[]>
  /** Returns active schedules whose time has come. */
  readonly dueSchedules: (now: string) => Promise<StoredAutomation[]>
  /** Adds the run of a schedule and sets its next time. @returns false if another server was faster */
  readonly startSchedule: (automation: StoredAutomation, run: NewRun, nextAt: string | null) => Promise<boolean>
  /** Returns the active automation of a webhook. */
  readonly ofHook: (hookHash: string) => Promise<StoredAutomation | undefined>
  readonly setHook: (id: string, hookHash: string, now: string) => Promise<void>
  readonly save: (automation: StoredAutomation, isNew: boolean) => Promise<void>
  readonly activate: (id: string, active: boolean, nextAt: string | null, now: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  readonly runs: (id: string, state: string | undefined, limit: number) => Promise<StoredRun[]>
  readonly run: (runId: string) => Promise<StoredRun | undefined>
  /** Adds runs that aren't there yet, so that it can be repeated. */
  readonly add: (runs: readonly NewRun[]) => Promise<void>
  /** Returns waiting runs whose time has come, and which no earlier run of the same record holds up. */
  readonly due: (now: string, limit: number) => Promise<StoredRun[]>
  /** Returns the next time after `now` at which `due` may return more; undefined without any. */
  readonly nextDue: (now: string) => Promise<string | undefined>
  /** @returns false if another server was faster */
  readonly claim: (runId: string, lease: Lease) => Promise<boolean>
  readonly renew: (runIds: readonly string[], lease: Lease) => Promise<void>
  /** Stores the outcome of a step or of the run. @returns false if another server has taken over, or the run is deleted */
  readonly store: (runId: string, owner: string, state: StoredRun['state'], facts: RunFacts) => Promise<boolean>
  /** Lets a failed run wait again. @returns false if it isn't a failed one any more */
  readonly resend: (runId: string, facts: RunFacts) => Promise<boolean>
  /**
   * Lets runs of servers that are gone wait again.
   *
   * @param now  skips leases that go on; undefined where this server is the only one and has just started
   * @param own  runs that this server works on
   */
  readonly revive: (now: string | undefined, own: ReadonlyMap<string, unknown>) => Promise<void>
  /** True if the run before this one failed. */
  readonly hasFailedBefore: (automationId: string, runId: string) => Promise<boolean>
  /** Deletes all but the newest ended runs. */
  readonly prune: (automationId: string, most: number) => Promise<void>
}

/** The right of one server to work on a run. */
export interface Lease {
  readonly owner: string
  readonly until: string
}

export interface RunFacts {
  readonly results: readonly StoredResult[]
  readonly attempts: number
  readonly nextAt?: string
  readonly endedAt?: string
}
