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
import {
  deleteFrom,
  insertInto,
  insertOrIgnore,
  metaTables,
  transactGuarded,
  updateIn,
  type AutomationRow,
  type AutomationRunRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import { emailsOf } from '@main/features/actions'
import type { RunInput } from './input'

const { automations, automationRuns } = metaTables

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
  readonly count: (projectId: string) => Promise<number>
  /** Returns the active automations of a project. */
  readonly active: (projectId: string) => Promise<StoredAutomation[]>
  readonly byId: (id: string) => Promise<StoredAutomation | undefined>
  readonly save: (automation: StoredAutomation, isNew: boolean) => Promise<void>
  readonly activate: (id: string, active: boolean, now: string) => Promise<void>
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

const runsAtOnce = 200

export function createAutomationRepository(store: MetaStore): AutomationRepository {
  const listed = async (where: string, params: readonly string[]): Promise<ListedAutomation[]> => {
    const ofThem = (column: string): string => `SELECT ${column} FROM ${automations.name} WHERE ${where}`
    const runs = `${automationRuns.name} WHERE automation_id IN (${ofThem('id')})`
    const [rows, emails, lastRuns, failed] = await Promise.all([
      store.select(automations, `WHERE ${where} ORDER BY title, id`, params),
      emailsOf(store, ofThem('user_id'), params),
      store.read(
        `SELECT automation_id, state, created_at FROM ${automationRuns.name}
         WHERE id IN (SELECT max(id) FROM ${runs} GROUP BY automation_id)`,
        params,
      ),
      store.read(`SELECT automation_id, count(*) FROM ${runs} AND state = 'failed' GROUP BY automation_id`, params),
    ])
    const lastOf = new Map(
      lastRuns.map(([id, state, at]) => [id, { state: stateOf(state), createdAt: String(at) }] as const),
    )
    const failedOf = new Map(failed.map(([id, count]) => [id, Number(count)]))
    return rows.map((row) => ({
      ...automationOf(row),
      email: row.user_id === null ? null : (emails.get(row.user_id) ?? null),
      lastRun: lastOf.get(row.id) ?? null,
      failed: failedOf.get(row.id) ?? 0,
    }))
  }
  return {
    list: (projectId) => listed('project_id = ?', [projectId]),
    find: async (projectId, id) => (await listed('project_id = ? AND id = ?', [projectId, id]))[0],
    count: async (projectId) => {
      const [row] = await store.read(`SELECT count(*) FROM ${automations.name} WHERE project_id = ?`, [projectId])
      return Number(row?.[0] ?? 0)
    },
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

type Runs = Omit<AutomationRepository, 'list' | 'find' | 'count' | 'active' | 'byId' | 'save' | 'activate' | 'remove'>

/** SQL of runs. Guards let one of several servers win. */
function createRuns(store: MetaStore): Runs {
  const change = (runId: string, row: Partial<AutomationRunRow>, where: string, params: readonly string[]): MetaStep =>
    updateIn(automationRuns, row, `id = ? AND ${where}`, [runId, ...params], { expectRows: 1 })
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
        insertOrIgnore(automationRuns, ['id'], {
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
    nextDue: async (now) => {
      // Runs that are due and still wait follow another run, whose end is the time to look.
      const [row] = await store.read(
        `SELECT min(CASE WHEN state = 'running' THEN lease_until ELSE next_at END) FROM ${automationRuns.name}
         WHERE state = 'running' OR (state = 'waiting' AND next_at > ?)`,
        [now],
      )
      return typeof row?.[0] === 'string' ? row[0] : undefined
    },
    claim: (runId, { owner, until }) =>
      transactGuarded(store, [
        change(runId, { state: 'running', lease_owner: owner, lease_until: until }, "state = 'waiting'", []),
      ]),
    renew: async (runIds, { owner, until }) => {
      await store.transact(
        runIds.map((id) =>
          updateIn(automationRuns, { lease_until: until }, { id, state: 'running', lease_owner: owner }),
        ),
      )
    },
    store: (runId, owner, state, facts) =>
      transactGuarded(store, [change(runId, { state, ...factsRow(state, facts) }, 'lease_owner = ?', [owner])]),
    resend: (runId, facts) =>
      transactGuarded(store, [
        change(runId, { state: 'waiting', ...factsRow('waiting', facts) }, "state = 'failed'", []),
      ]),
    revive: async (now, own) => {
      const [where, params] =
        now === undefined ? ["state = 'running'", []] : ["state = 'running' AND lease_until < ?", [now]]
      // Reads first: a start without any write needs no thread that writes.
      const rows = await store.read(`SELECT id FROM ${automationRuns.name} WHERE ${where}`, params)
      const gone = rows.map(([id]) => String(id)).filter((id) => !own.has(id))
      if (gone.length === 0) return
      const waiting = { state: 'waiting', lease_owner: null, lease_until: null }
      await store.transact(gone.map((id) => updateIn(automationRuns, waiting, `id = ? AND ${where}`, [id, ...params])))
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

/** Ends the lease of a run that doesn't go on. */
const factsRow = (
  state: StoredRun['state'],
  { results, attempts, nextAt, endedAt }: RunFacts,
): Partial<AutomationRunRow> => ({
  results: JSON.stringify(results),
  attempts,
  ...(nextAt !== undefined && { next_at: nextAt }),
  ended_at: endedAt ?? null,
  ...(state !== 'running' && { lease_owner: null, lease_until: null }),
})

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
