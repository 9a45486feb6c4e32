import { isMessage, message } from '@common/messages'
import type { StepAction } from '@common/operations/actions'
import {
  automationRunStates,
  triggerKinds,
  type Automation,
  type AutomationRun,
  type AutomationTrigger,
  type StepResult,
} from '@common/operations/automations'
import { AppError } from '@common/errors'
import {
  deleteFrom,
  insertInto,
  metaTables,
  updateIn,
  type AutomationRow,
  type AutomationRunRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import { shownEmail } from '@main/features/auth'
import type { RunInput } from './input'

const { automations, automationRuns, users } = metaTables

export interface StoredAutomation extends Pick<Automation, 'id' | 'title' | 'active' | 'retries' | 'updatedAt'> {
  readonly projectId: string
  readonly userId: number | null
  readonly trigger: AutomationTrigger
  /** Without secrets. */
  readonly steps: readonly StepAction[]
  /** Encrypted, one for each step. */
  readonly secrets: readonly (string | null)[]
}

export type ListedAutomation = StoredAutomation &
  Pick<Automation, 'lastRun' | 'failed'> & { readonly email: string | null }

export interface StoredRun {
  readonly id: string
  readonly automationId: string
  readonly state: AutomationRun['state']
  readonly recordKey: string
  readonly input: RunInput
  readonly depth: number
  readonly attempts: number
  readonly nextAt: string
  readonly results: readonly StoredResult[]
  readonly createdAt: string
  readonly endedAt: string | null
}

export type StoredResult = Omit<StepResult, 'msg'>

export type NewRun = Pick<StoredRun, 'id' | 'automationId' | 'recordKey' | 'input' | 'depth' | 'createdAt'>

/** SQL of automations and their runs. */
export interface AutomationRepository {
  readonly list: (projectId: string) => Promise<ListedAutomation[]>
  readonly find: (projectId: string, id: string) => Promise<ListedAutomation | undefined>
  /** Returns the active automations of a project. */
  readonly active: (projectId: string) => Promise<StoredAutomation[]>
  readonly byId: (id: string) => Promise<StoredAutomation | undefined>
  readonly save: (automation: StoredAutomation, isNew: boolean) => Promise<void>
  readonly activate: (id: string, active: boolean, now: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  readonly runs: (id: string, state: string | undefined, limit: number) => Promise<StoredRun[]>
  readonly run: (runId: string) => Promise<StoredRun | undefined>
  /** Adds runs, all or nothing. */
  readonly add: (runs: readonly NewRun[]) => Promise<void>
  /** Returns waiting runs whose time has come, and which no earlier run of the same record holds up. */
  readonly due: (now: string, limit: number) => Promise<StoredRun[]>
  readonly nextDue: () => Promise<string | undefined>
  /** @returns false if another server was faster */
  readonly claim: (runId: string, owner: string, until: string) => Promise<boolean>
  readonly renew: (owner: string, until: string) => Promise<void>
  /** Stores the outcome of a step or of the run. */
  readonly store: (runId: string, state: StoredRun['state'], facts: RunFacts) => Promise<void>
  /** Lets runs of servers that are gone wait again. `all`: this server is the only one. */
  readonly revive: (now: string, all: boolean) => Promise<void>
  /** True if the run before this one failed. */
  readonly hasFailedBefore: (automationId: string, runId: string) => Promise<boolean>
  /** Deletes all but the newest ended runs. */
  readonly prune: (automationId: string, most: number) => Promise<void>
}

export interface RunFacts {
  readonly results: readonly StoredResult[]
  readonly attempts: number
  readonly nextAt?: string
  readonly endedAt?: string
}

const runsAtOnce = 200

export function createAutomationRepository(store: MetaStore): AutomationRepository {
  const listed = async (where: string, params: readonly string[]): Promise<ListedAutomation[]> => {
    const rows = await store.select(automations, `WHERE ${where} ORDER BY title, id`, params)
    const found: ListedAutomation[] = []
    for (const row of rows) {
      const [user] = row.user_id === null ? [] : await store.select(users, { id: row.user_id })
      const [last] = await store.read(
        `SELECT state, created_at FROM ${automationRuns.name} WHERE automation_id = ? ORDER BY id DESC LIMIT 1`,
        [row.id],
      )
      const [failed] = await store.read(
        `SELECT count(*) FROM ${automationRuns.name} WHERE automation_id = ? AND state = 'failed'`,
        [row.id],
      )
      found.push({
        ...automationOf(row),
        email: user ? shownEmail(user.email) : null,
        lastRun: last === undefined ? null : { state: stateOf(last[0]), createdAt: String(last[1]) },
        failed: Number(failed?.[0] ?? 0),
      })
    }
    return found
  }
  return {
    list: (projectId) => listed('project_id = ?', [projectId]),
    find: async (projectId, id) => (await listed('project_id = ? AND id = ?', [projectId, id]))[0],
    active: async (projectId) =>
      (await store.select(automations, { project_id: projectId, active: 1 })).map(automationOf),
    byId: async (id) => {
      const row = await store.find(automations, { id })
      return row && automationOf(row)
    },
    save: async (automation, isNew) => {
      const { trigger } = automation
      const values = {
        project_id: automation.projectId,
        user_id: automation.userId,
        title: automation.title,
        active: automation.active ? 1 : 0,
        trigger_kind: trigger.kind,
        table_name: trigger.table,
        column_names: JSON.stringify(trigger.columns),
        steps: JSON.stringify(automation.steps),
        secrets: JSON.stringify(automation.secrets),
        retries: automation.retries,
        updated_at: automation.updatedAt,
      }
      await store.transact([
        isNew
          ? insertInto(automations, { id: automation.id, created_at: automation.updatedAt, ...values })
          : updateIn(automations, values, { id: automation.id }),
      ])
    },
    activate: async (id, active, now) => {
      await store.transact([updateIn(automations, { active: active ? 1 : 0, updated_at: now }, { id })])
    },
    remove: async (id) => {
      await store.transact([deleteFrom(automationRuns, { automation_id: id }), deleteFrom(automations, { id })])
    },
    ...createRuns(store),
  }
}

type Runs = Omit<AutomationRepository, 'list' | 'find' | 'active' | 'byId' | 'save' | 'activate' | 'remove'>

/** SQL of runs. Guards let one of several servers win. */
function createRuns(store: MetaStore): Runs {
  return {
    runs: async (id, state, limit) =>
      (
        await store.select(
          automationRuns,
          `WHERE automation_id = ? ${state === undefined ? '' : 'AND state = ?'} ORDER BY id DESC LIMIT ${limit}`,
          state === undefined ? [id] : [id, state],
        )
      ).map(runOf),
    run: async (runId) => {
      const row = await store.find(automationRuns, { id: runId })
      return row && runOf(row)
    },
    add: async (runs) => {
      const steps: MetaStep[] = runs.map((run) =>
        insertInto(automationRuns, {
          id: run.id,
          automation_id: run.automationId,
          state: 'waiting',
          record_key: run.recordKey,
          input: JSON.stringify(run.input),
          depth: run.depth,
          attempts: 0,
          next_at: run.createdAt,
          results: '[]',
          created_at: run.createdAt,
        }),
      )
      for (let from = 0; from < steps.length; from += runsAtOnce)
        await store.transact(steps.slice(from, from + runsAtOnce))
    },
    due: async (now, limit) =>
      (
        await store.select(
          automationRuns,
          `r WHERE r.state = 'waiting' AND r.next_at <= ? AND NOT EXISTS (
             SELECT 1 FROM ${automationRuns.name} e WHERE e.automation_id = r.automation_id
               AND e.record_key = r.record_key AND e.id < r.id AND e.state IN ('waiting', 'running'))
           ORDER BY r.id LIMIT ${limit}`,
          [now],
        )
      ).map(runOf),
    nextDue: async () => {
      const [row] = await store.read(
        `SELECT min(CASE WHEN state = 'running' THEN lease_until ELSE next_at END) FROM ${automationRuns.name}
         WHERE state IN ('waiting', 'running')`,
      )
      return typeof row?.[0] === 'string' ? row[0] : undefined
    },
    claim: async (runId, owner, until) => {
      try {
        const claimed = { state: 'running', lease_owner: owner, lease_until: until }
        await store.transact([
          updateIn(automationRuns, claimed, "id = ? AND state = 'waiting'", [runId], { expectRows: 1 }),
        ])
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return false
        throw error
      }
    },
    renew: async (owner, until) => {
      await store.transact([updateIn(automationRuns, { lease_until: until }, { state: 'running', lease_owner: owner })])
    },
    store: async (runId, state, { results, attempts, nextAt, endedAt }) => {
      await store.transact([
        updateIn(
          automationRuns,
          {
            state,
            results: JSON.stringify(results),
            attempts,
            ...(nextAt !== undefined && { next_at: nextAt }),
            ended_at: endedAt ?? null,
            ...(state !== 'running' && { lease_owner: null, lease_until: null }),
          },
          { id: runId },
        ),
      ])
    },
    revive: async (now, all) => {
      const waiting = { state: 'waiting', lease_owner: null, lease_until: null }
      await store.transact([
        all
          ? updateIn(automationRuns, waiting, { state: 'running' })
          : updateIn(automationRuns, waiting, "state = 'running' AND lease_until < ?", [now]),
      ])
    },
    hasFailedBefore: async (automationId, runId) => {
      const [row] = await store.read(
        `SELECT state FROM ${automationRuns.name}
         WHERE automation_id = ? AND id < ? AND state IN ('done', 'failed') ORDER BY id DESC LIMIT 1`,
        [automationId, runId],
      )
      return row?.[0] === 'failed'
    },
    prune: async (automationId, most) => {
      const [last] = await store.read(
        `SELECT id FROM ${automationRuns.name} WHERE automation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${most}`,
        [automationId],
      )
      if (last !== undefined)
        await store.transact([
          deleteFrom(automationRuns, "automation_id = ? AND id <= ? AND state IN ('done', 'failed')", [
            automationId,
            String(last[0]),
          ]),
        ])
    },
  }
}

const stateOf = (text: unknown): AutomationRun['state'] => automationRunStates.find((each) => each === text) ?? 'failed'

function automationOf(row: AutomationRow): StoredAutomation {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    title: row.title,
    active: row.active === 1,
    trigger: {
      kind: triggerKinds.find((each) => each === row.trigger_kind) ?? 'created',
      table: row.table_name,
      columns: JSON.parse(row.column_names) as string[],
    },
    steps: JSON.parse(row.steps) as StepAction[],
    secrets: JSON.parse(row.secrets ?? '[]') as (string | null)[],
    retries: row.retries,
    updatedAt: row.updated_at,
  }
}

function runOf(row: AutomationRunRow): StoredRun {
  const results = JSON.parse(row.results) as StoredResult[]
  return {
    id: row.id,
    automationId: row.automation_id,
    state: stateOf(row.state),
    recordKey: row.record_key,
    input: JSON.parse(row.input) as RunInput,
    depth: row.depth,
    attempts: row.attempts,
    nextAt: row.next_at,
    results: results.map((each) => ({
      ...each,
      message: isMessage(each.message) ? each.message : message('errors.INTERNAL'),
    })),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
