import type { Message } from '@common/messages'
import type { VariableValues } from '@common/variables'
import type { Trail } from '@main/lib/automation-trail'
import type { ProjectContext } from '@main/operations/context'

/** Outcome of an action. */
export interface ActionOutcome {
  readonly summary: Message
  /** Start of the response, or the first rows. */
  readonly output: string
}

export interface ActionRun {
  /** The principal whose rights count, and the signal that ends the action. */
  readonly context: ProjectContext
  /** Name of the job, for mails. */
  readonly title: string
  /** Id of the job; undefined for automations. */
  readonly jobId?: string | undefined
  /** The event that started the run, for scripts. */
  readonly input?: unknown
  /** Values that SQL can use as parameters. */
  readonly variables?: VariableValues
  /** True for a script that must change no record. */
  readonly isTest?: boolean
  /** The automations that lead to its requests; undefined for jobs. */
  readonly trail?: Trail
}
