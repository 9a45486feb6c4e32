import { isMessage, message } from '@common/messages'
import { automationRunStates, type AutomationRun } from '@common/operations/automations'
import {
  deleteFrom,
  insertOrIgnore,
  metaTables,
  transactGuarded,
  updateIn,
  type AutomationRunRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import { storedTrail } from '@main/lib/automation-trail'
import type { RunInput } from './input'
import type { AutomationRepository, NewRun, RunFacts, StoredResult, StoredRun } from './types'

const { automationRuns, automations } = metaTables
const runsAtOnce = 200

type Runs = Pick<
  AutomationRepository,
  | 'runs'
  | 'run'
  | 'add'
  | 'due'
  | 'nextDue'
  | 'claim'
  | 'renew'
  | 'store'
  | 'resend'
  | 'revive'
  | 'hasFailedBefore'
  | 'prune'
>

export const newRun = (run: NewRun) =>
  ({
    id: run.id,
    automation_id: run.automationId,
    state: 'waiting',
    record_key: run.recordKey,
    input: JSON.stringify(run.input),
    depth: run.trail.depth,
    trail: run.trail.ids?.join(',') ?? null,
    attempts: 0,
    next_at: run.createdAt,
    results: '[]',
    created_at: run.createdAt,
  }) as const

/** SQL of runs. Guards let one of several servers win. */
export function createRuns(store: MetaStore): Runs {
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
      const steps: MetaStep[] = runs.map((run) => insertOrIgnore(automationRuns, ['id'], newRun(run)))
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
      const [[run], [schedule]] = await Promise.all([
        store.read(
          `SELECT min(CASE WHEN state = 'running' THEN lease_until ELSE next_at END) FROM ${automationRuns.name}
           WHERE state = 'running' OR (state = 'waiting' AND next_at > ?)`,
          [now],
        ),
        store.read(`SELECT min(next_at) FROM ${automations.name} WHERE active = 1`),
      ])
      const times = [run?.[0], schedule?.[0]].filter((each) => typeof each === 'string')
      return times.toSorted()[0]
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

export const stateOf = (text: unknown): AutomationRun['state'] =>
  automationRunStates.find((each) => each === text) ?? 'failed'

function runOf(row: AutomationRunRow): StoredRun {
  const results = JSON.parse(row.results) as StoredResult[]
  return {
    id: row.id,
    automationId: row.automation_id,
    state: stateOf(row.state),
    recordKey: row.record_key,
    input: JSON.parse(row.input) as RunInput,
    trail: storedTrail(row.depth, row.trail?.split(',')),
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
