import { AppError } from '@common/errors'
import type { StepAction } from '@common/operations/actions'
import type { Table } from '@common/model'
import {
  isOfRecords,
  type Automation,
  type AutomationRun,
  type automationOperations,
  type AutomationTrigger,
  type StepResult,
} from '@common/operations/automations'
import type { GetTable } from '@common/principal/sight'
import { conditionsOf, conditionState, filterColumn, storedFields, type ViewFilterGroup } from '@common/views'
import { checkAction, checkRights, failureOf, openAction, sealAction, shownAction } from '@main/features/actions'
import { checkSchedule, firstTime } from '@main/features/jobs'
import { emptyTrail, trailAfter } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash, newLinkToken } from '@main/lib/link-token'
import { englishBeside } from '@main/lib/messages'
import { noteChange, noteGone, noteValues } from '@main/lib/note-change'
import type { SecretBox } from '@main/lib/secret-box'
import { inProject, personIn, type CallContext, type Handlers, type ProjectContext } from '@main/operations/context'
import { hookPath } from './hooks'
import { bodyValue, requestInput, timeInput, type RunInput } from './input'
import type { AutomationRunner } from './runner'
import type { PerformStep } from './steps'
import type { AutomationRepository, ListedAutomation, StoredAutomation, StoredResult, StoredRun } from './types'

export interface AutomationHandlerOptions {
  readonly repository: AutomationRepository
  readonly runner: AutomationRunner
  readonly perform: PerformStep
  /** Returns a table as a principal sees it. @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  /** Creates the outbox of the project's database. @throws AppError AUTOMATION_OUTBOX_FAILED */
  readonly prepare: (projectId: string) => Promise<void>
  /** Queues runs for the changes so far, and cleans up the outbox. Never rejects: the database may be away. */
  readonly settle: (projectId: string) => Promise<void>
  /** Returns a record as a trigger would. @throws AppError ROW_NOT_FOUND */
  readonly recordOf: (context: ProjectContext, table: string, rowId: string) => Promise<RunInput>
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly ids: Ids
}

const automationsMax = 200

/** Handlers of `common/operations/automations.ts`. */
export function createAutomationHandlers(options: AutomationHandlerOptions): Handlers<typeof automationOperations> {
  const { repository, runner, perform, secrets, clock, ids } = options

  const find = async (context: CallContext, id: string): Promise<ListedAutomation> => {
    const automation = await repository.find(inProject(context).projectId, id)
    if (automation === undefined) throw new AppError('AUTOMATION_NOT_FOUND')
    return automation
  }
  const shown = async (context: CallContext, id: string): Promise<Automation> => toWire(await find(context, id))

  /** Names of the database in place of titles. @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND */
  const named = async (
    { principal, projectId }: ProjectContext,
    given: Automation['trigger'],
    steps: readonly StepAction[],
  ) => {
    if (!isOfRecords(given.kind)) {
      if (steps.some(({ kind }) => kind === 'change')) throw new AppError('AUTOMATION_WITHOUT_RECORD')
      return timeless(given)
    }
    if (given.table === '') throw new AppError('AUTOMATION_TRIGGER_INVALID')
    const table = await options.table(principal, projectId, given.table)
    const nameOf = (column: string): string => {
      const found = table.columns.find(({ name, title }) => name === column || title === column)
      if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column, table: table.title })
      return found.name
    }
    const { kind, filter, timeZone = 'UTC' } = given
    const ofFilter = kind === 'matches' ? { filter: checkedFilter(filter, table), timeZone } : {}
    const columns = kind === 'changed' ? given.columns.map(nameOf) : []
    const trigger: AutomationTrigger = { kind, table: table.name, columns, ...ofFilter }
    for (const step of steps) if (step.kind === 'change') step.values.forEach(({ column }) => nameOf(column))
    return trigger
  }

  return {
    automationList: async (context) => ({ list: (await repository.list(inProject(context).projectId)).map(toWire) }),

    automationSave: async (context, { id, ...given }) => {
      const project = inProject(context)
      // A token has fewer rights than its person, with whose rights the automation would run.
      const { userId } = personIn(context)
      const before = id === undefined ? undefined : await find(context, id)
      if (before === undefined && (await repository.count(project.projectId)) >= automationsMax)
        throw new AppError('JOBS_TOO_MANY', { max: automationsMax })
      checkRights(project.principal, given.steps)
      const trigger = await named(project, given.trigger, given.steps)
      if (isOfRecords(trigger.kind)) await options.prepare(project.projectId)
      else if (before !== undefined) await options.settle(project.projectId)
      const automationId = before?.id ?? ids.hex(16)
      const sealed = given.steps.map((step, at) => {
        const place = placeOf(automationId, at)
        const former = before?.steps[at]
        return sealAction(
          secrets,
          place,
          checkAction(step),
          former && { action: former, secrets: before.secrets[at] ?? null },
        )
      })
      const automation = {
        ...given,
        id: automationId,
        projectId: project.projectId,
        userId,
        trigger,
        steps: sealed.map(({ action }) => action),
        secrets: sealed.map((each) => each.secrets),
        nextAt: nextOf({ trigger, active: given.active }, clock.now()),
        hookHash: trigger.kind === 'webhook' ? (before?.hookHash ?? null) : null,
        updatedAt: clock.now().toISOString(),
      }
      await repository.save(automation, before === undefined)
      noteChange<object>(context, before === undefined ? {} : facts(before), facts(automation))
      void runner.look()
      return shown(context, automationId)
    },

    automationActivate: async (context, { id, active }) => {
      const automation = await find(context, id)
      if (active !== automation.active) {
        await options.settle(automation.projectId)
        await repository.activate(id, active, nextOf({ ...automation, active }, clock.now()), clock.now().toISOString())
        noteChange<object>(context, { active: automation.active }, { active })
        void runner.look()
      }
      return shown(context, id)
    },

    automationAddress: async (context, { id }) => {
      const { trigger, hookHash } = await find(context, id)
      if (trigger.kind !== 'webhook') throw new AppError('AUTOMATION_TRIGGER_INVALID')
      const token = newLinkToken(ids)
      const hash = linkTokenHash(token)
      await repository.setHook(id, hash, clock.now().toISOString())
      // The start of a hash tells addresses apart and reveals nothing.
      noteValues(context, [{ column: 'address', before: hookHash?.slice(0, 8) ?? null, after: hash.slice(0, 8) }])
      return { path: `${hookPath}${token}` }
    },

    automationDelete: async (context, { id }) => {
      const automation = await find(context, id)
      await repository.remove(id)
      await options.settle(automation.projectId)
      noteGone(context, facts(automation))
      return { title: automation.title }
    },

    automationRuns: async (context, { id, state, limit }) => {
      await find(context, id)
      return { list: (await repository.runs(id, state, limit)).map(runToWire) }
    },

    automationResend: async (context, { runId }) => {
      const run = await repository.run(runId)
      const automation = run && (await repository.find(inProject(context).projectId, run.automationId))
      const results = run?.results.filter(({ state }) => state === 'done') ?? []
      const facts = { results, attempts: 0, nextAt: clock.now().toISOString() }
      if (automation === undefined || !(await repository.resend(runId, facts)))
        throw new AppError('AUTOMATION_RUN_NOT_FOUND')
      noteValues(context, [{ column: 'state', before: 'failed', after: 'waiting' }])
      void runner.look()
      return null
    },

    automationTest: async (context, { id, rowId, body }) => {
      const project = inProject(context)
      personIn(context)
      const automation = await find(context, id)
      const input = await testInput(options, project, automation.trigger, { rowId, body })
      const results: StoredResult[] = []
      for (const [at, step] of automation.steps.entries()) {
        const startedMs = clock.monotonicMs()
        const ms = (): number => Math.round(clock.monotonicMs() - startedMs)
        try {
          const sealed = { action: step, secrets: automation.secrets[at] ?? null }
          const action = openAction(secrets, placeOf(id, at), sealed)
          const run = { input, title: automation.title, context: project, trail: trailAfter(emptyTrail, id) }
          const { isSent, ...outcome } = await perform(action, run, true)
          results.push({ kind: step.kind, state: isSent ? 'done' : 'notSent', ms: ms(), ...outcome })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          results.push({ kind: step.kind, state: 'failed', ms: ms(), ...failureOf(error) })
          break
        }
      }
      return { steps: results.map(resultToWire) }
    },
  }
}

type Scheduled = Pick<StoredAutomation, 'trigger' | 'active'>

const nextOf = ({ trigger: { kind, pattern = '', timeZone = 'UTC' }, active }: Scheduled, now: Date): string | null =>
  kind === 'schedule' && active ? firstTime({ pattern, timeZone }, now) : null

/** Returns the input of a test. @throws AppError ROW_NOT_FOUND */
async function testInput(
  { clock, recordOf }: Pick<AutomationHandlerOptions, 'clock' | 'recordOf'>,
  context: ProjectContext,
  { kind, table }: AutomationTrigger,
  { rowId, body }: { readonly rowId: string; readonly body: string },
): Promise<RunInput> {
  const when = clock.now().toISOString()
  if (kind === 'schedule') return timeInput(when)
  if (kind !== 'webhook') return recordOf(context, table, rowId)
  const contentType = bodyValue('', body) === undefined ? 'text/plain' : 'application/json'
  return requestInput({ method: 'POST', query: {}, contentType, body }, when)
}

/** @throws AppError JOB_SCHEDULE_INVALID, JOB_TIME_ZONE_INVALID */
function timeless({ kind, pattern = '', timeZone = 'UTC' }: AutomationTrigger): AutomationTrigger {
  const trigger = { kind, table: '', columns: [] }
  if (kind !== 'schedule') return trigger
  checkSchedule({ pattern, timeZone })
  return { ...trigger, pattern, timeZone }
}

/**
 * Filters are tested on the values before and after a change, so they can't ask other records.
 *
 * @throws AppError AUTOMATION_TRIGGER_INVALID, AUTOMATION_FILTER_INVALID
 */
function checkedFilter(filter: ViewFilterGroup | undefined, table: Table): ViewFilterGroup {
  const conditions = filter === undefined ? [] : conditionsOf(filter)
  if (filter === undefined || conditions.length === 0) throw new AppError('AUTOMATION_TRIGGER_INVALID')
  const reader = { now: new Date(0), timeZone: 'UTC', locale: 'en', email: '' }
  const stored = storedFields(table)
  for (const condition of conditions)
    if (conditionState(condition, stored, reader) !== 'counts')
      throw new AppError('AUTOMATION_FILTER_INVALID', {
        column: filterColumn(table, condition.column)?.title ?? condition.column,
      })
  return filter
}

/** Names the place of the secrets of a step. */
export const placeOf = (automationId: string, step: number): string => `${automationId} ${step}`

/** Facts for the audit. */
const facts = ({ title, active, trigger }: Pick<Automation, 'title' | 'active' | 'trigger'>) => ({
  title,
  active,
  table: trigger.table,
})

function toWire(automation: ListedAutomation): Automation {
  const { id, title, active, trigger, steps, retries, updatedAt, lastRun, failed, email, nextAt, hookHash } = automation
  return {
    id,
    title,
    active,
    trigger,
    steps: steps.map(shownAction),
    retries,
    updatedAt,
    nextAt,
    hasAddress: hookHash !== null,
    lastRun,
    failed,
    user: email,
  }
}

function runToWire({ id, state, input, createdAt, endedAt, attempts, nextAt, results }: StoredRun): AutomationRun {
  return {
    id,
    state,
    record: input.record,
    rowId: input.rowId,
    createdAt,
    endedAt,
    attempts,
    nextAt: state === 'waiting' ? nextAt : null,
    input: JSON.stringify(input),
    steps: results.map(resultToWire),
  }
}

const resultToWire = ({ message, ...result }: StoredResult): StepResult =>
  Object.assign(englishBeside('msg', message), result)
