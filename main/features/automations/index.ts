import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Message } from '@common/messages'
import type { automationOperations } from '@common/operations/automations'
import { isLimited } from '@common/principal/rules'
import type { VariableValues } from '@common/variables'
import type { MetaStore } from '@main/db/meta'
import {
  authorContext,
  failureOf,
  openAction,
  type Actions,
  type AuthorPorts,
  type CallOperation,
} from '@main/features/actions'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import type { ProjectContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { automationAudit } from './audit-rules'
import { createAutomationHandlers, placeOf, type AutomationHandlerOptions } from './handlers'
import type { RowsChanged, RunInput } from './input'
import { createAutomationListener } from './listener'
import { createAutomationRepository, type StoredAutomation } from './repository'
import { automationTimes, createAutomationRunner, type AutomationTimes } from './runner'
import { createSteps } from './steps'

export type { AutomationTimes } from './runner'

export interface AutomationsOptions extends AuthorPorts, Pick<AutomationHandlerOptions, 'table'> {
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
  readonly json: (value: StoredValue) => unknown
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

export interface Automations extends FeatureModule<typeof automationOperations, RowsChanged> {
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** Steps that run when records change. */
export function createAutomations(options: AutomationsOptions): Automations {
  const { store, clock, ids, report } = options
  const repository = createAutomationRepository(store)
  const secrets = options.secrets.box('nc_action_secret', 'automation steps')
  const perform = createSteps({ ...options, now: clock.now })

  const contextOf = async (automation: StoredAutomation, id: string, signal: AbortSignal): Promise<ProjectContext> => {
    const context = await authorContext(options, automation, id, signal)
    if (isLimited(context.principal)) throw new AppError('JOB_AUTHOR_GONE')
    return context
  }

  /** Changes of many rows are published without their values. */
  const withData = async (context: ProjectContext, input: RunInput): Promise<RunInput> =>
    input.data !== null || input.old !== null || input.rowId === null
      ? input
      : { ...input, data: await options.readRow(context, input.table, input.rowId) }

  const runner = createAutomationRunner({
    repository,
    clock,
    schedule: options.schedule,
    ids,
    times: { ...automationTimes, ...options.times },
    isAlone: store.exclusive,
    changed: options.changed,
    report,
    perform: async (automation, run, step, signal) => {
      const context = await contextOf(automation, `${run.id}-${step}`, signal)
      const sealed = automation.steps[step]
      if (sealed === undefined) throw new AppError('AUTOMATION_NOT_FOUND')
      const secret = automation.secrets[step] ?? null
      const action = openAction(secrets, placeOf(automation.id, step), { action: sealed, secrets: secret })
      if (action.kind === 'change' && context.change !== undefined) listener.made(context.change.id, run.depth + 1)
      const input = await withData(context, run.input)
      const { message, output } = await perform(action, { input, title: automation.title, context })
      return { message, output }
    },
    failed: async (automation, run, error) => {
      const isGone = error.code === 'JOB_AUTHOR_GONE' || error.code === 'AUTOMATION_LOOP'
      if (isGone) await repository.activate(automation.id, false, clock.now().toISOString())
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

  const listener = createAutomationListener({ ...options, repository, queued: () => void runner.look() })

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
      secrets,
      clock,
      ids,
    }),
    audit: automationAudit,
    onRows: listener.onRows,
    rowsStored: listener.stored,
    start: runner.start,
    close: async () => {
      await listener.stored()
      await runner.close()
    },
  }
}
