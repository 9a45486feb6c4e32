import { AppError } from '@common/errors'
import type { Message } from '@common/messages'
import type { automationOperations } from '@common/operations/automations'
import { isLimited } from '@common/principal/rules'
import type { VariableValues } from '@common/variables'
import type { MetaStore } from '@main/db/meta'
import { ensureOutbox, outboxTable } from '@main/db/outbox'
import {
  authorContext,
  failureOf,
  openAction,
  type Actions,
  type AuthorPorts,
  type CallOperation,
} from '@main/features/actions'
import { nextTime } from '@main/features/jobs'
import type { Secrets } from '@main/features/secrets'
import { emptyTrail, trailAfter, type Trail } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { logId } from '@main/lib/log-id'
import type { Schedule } from '@main/lib/schedule'
import type { ProjectContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { automationAudit } from './audit-rules'
import { createAutomationHandlers, placeOf, type AutomationHandlerOptions } from './handlers'
import { createDrain, type DrainOptions } from './drain'
import { createReceiveHook, type ReceiveHook } from './hooks'
import { timeInput } from './input'
import { createAutomationRepository } from './repository'
import { automationTimes, createAutomationRunner, type AutomationTimes } from './runner'
import { createSteps } from './steps'
import { createWriteLoad } from './write-load'
import type { StoredAutomation } from './types'

export { hookPath, type ReceiveHook, type ReceivedHook } from './hooks'
export { createAutomationOutbox, type AutomationOutbox } from './outbox'
export type { AutomationTimes } from './runner'

export interface AutomationsOptions
  extends
    AuthorPorts,
    Pick<AutomationHandlerOptions, 'table'>,
    Pick<DrainOptions, 'outbox' | 'database' | 'lookups' | 'keyOf' | 'json'> {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'box'>
  readonly actions: Actions
  readonly call: CallOperation
  readonly variables: (projectId: string) => Promise<VariableValues>
  /** Reads a record by its key; values by title. @throws AppError ROW_NOT_FOUND */
  readonly readRow: (
    context: ProjectContext,
    table: string,
    rowId: string,
  ) => Promise<Readonly<Record<string, unknown>>>
  readonly alert: (alert: {
    readonly kind: 'automationFailed' | 'automationStopped'
    readonly projectId: string
    readonly title: string
    readonly reason: Message
    readonly userId: number | null
  }) => Promise<void>
  readonly changed: (projectId: string) => void
  readonly times?: Partial<AutomationTimes> | undefined
  readonly report: (error: unknown) => void
}

export interface Automations extends FeatureModule<typeof automationOperations> {
  readonly receiveHook: ReceiveHook
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** Steps that run when records change, at times, and for requests. */
export function createAutomations(options: AutomationsOptions): Automations {
  const { store, clock, ids, report } = options
  const repository = createAutomationRepository(store)
  const secrets = options.secrets.box('nc_action_secret', 'automation steps')
  const { outbox } = options
  const times = { ...automationTimes, ...options.times }
  const load = createWriteLoad(clock.monotonicMs)
  let schedules = 0
  const perform = createSteps({ ...options, now: clock.now })

  const contextOf = async (
    automation: StoredAutomation,
    id: string,
    { signal, trail }: { readonly signal: AbortSignal; readonly trail: Trail },
  ): Promise<ProjectContext> => {
    const context = await authorContext(options, automation, id, signal, trail)
    if (isLimited(context.principal)) throw new AppError('JOB_AUTHOR_GONE')
    return context
  }

  /** After a sleep or a stop, a schedule starts once. */
  const startSchedules = async (now: string): Promise<void> => {
    for (const automation of await repository.dueSchedules(now)) {
      const { id, trigger, nextAt } = automation
      const { pattern = '', timeZone = 'UTC' } = trigger
      const at = clock.now()
      const run = {
        id: logId(at.getTime(), (schedules += 1), ids.hex(4)),
        automationId: id,
        recordKey: 'schedule',
        input: timeInput(nextAt ?? now),
        trail: emptyTrail,
        createdAt: at.toISOString(),
      }
      await repository.startSchedule(automation, run, nextTime({ pattern, timeZone }, at))
    }
  }

  const runner = createAutomationRunner({
    startSchedules,
    load,
    repository,
    clock,
    schedule: options.schedule,
    ids,
    times,
    isAlone: store.exclusive,
    changed: options.changed,
    report,
    perform: async (automation, run, step, signal) => {
      const trail = trailAfter(run.trail, automation.id)
      const context = await contextOf(automation, `${run.id}-${step}`, { signal, trail })
      const sealed = automation.steps[step]
      if (sealed === undefined) throw new AppError('AUTOMATION_NOT_FOUND')
      const secret = automation.secrets[step] ?? null
      const action = openAction(secrets, placeOf(automation.id, step), { action: sealed, secrets: secret })
      const { input } = run
      const { message, output } = await perform(action, { input, title: automation.title, context, trail })
      return { message, output }
    },
    failed: async (automation, run, error) => {
      const isGone = error.code === 'JOB_AUTHOR_GONE' || error.code === 'AUTOMATION_LOOP'
      if (isGone) await repository.activate(automation.id, false, null, clock.now().toISOString())
      // One notification for a row of failures.
      else if (await repository.hasFailedBefore(automation.id, run.id)) return
      await options.alert({
        kind: isGone ? 'automationStopped' : 'automationFailed',
        projectId: automation.projectId,
        title: automation.title,
        userId: automation.userId,
        reason: failureOf(error).message,
      })
    },
  })

  const queued = (): void => void runner.look()
  const { drain, drainNow, drainAll, close: closeDrain } = createDrain({ ...options, repository, load, queued })
  outbox.drainWith(drain)
  let endDraining = (): void => undefined

  return {
    handlers: createAutomationHandlers({
      repository,
      runner,
      perform,
      table: options.table,
      recordOf: async (context, table, rowId) => {
        const data = await options.readRow(context, table, rowId)
        const when = clock.now().toISOString()
        return { table, rowId, record: rowId, data, old: null, by: context.actor.email, when }
      },
      prepare: async (projectId) => {
        try {
          await ensureOutbox(await options.database(projectId), clock.now())
          // Changes before this moment must not start the automation.
          await drainNow(projectId)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new AppError('AUTOMATION_OUTBOX_FAILED', { table: outboxTable }, { cause: error })
        }
      },
      settle: (projectId) => drainNow(projectId).catch(report),
      secrets,
      clock,
      ids,
    }),
    receiveHook: createReceiveHook({ repository, clock, ids, queued }),
    audit: automationAudit,
    onRows: load.written,
    start: () => {
      runner.start()
      void drainAll()
      // A server that shares the meta store may have been killed between a change and its run.
      if (!store.exclusive) endDraining = options.schedule.every(times.leaseMs, () => void drainAll())
    },
    close: async () => {
      endDraining()
      await closeDrain()
      await runner.close()
    },
  }
}
