import type { StepAction } from '@common/operations/actions'
import { isOfRecords, triggerKinds, type AutomationTrigger } from '@common/operations/automations'
import {
  deleteFrom,
  insertInto,
  insertOrIgnore,
  metaTables,
  transactGuarded,
  updateIn,
  type AutomationRow,
  type MetaStore,
} from '@main/db/meta'
import { emailsOf } from '@main/features/actions'
import { createRuns, newRun, stateOf } from './runs'
import type { AutomationRepository, StoredAutomation, ListedAutomation } from './types'

const { automations, automationRuns } = metaTables

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
    projects: async () => {
      const kinds = triggerKinds.filter(isOfRecords)
      const sql = `SELECT DISTINCT project_id FROM ${automations.name}
        WHERE trigger_kind IN (${kinds.map(() => '?').join(', ')})`
      return (await store.read(sql, kinds)).map(([id]) => String(id))
    },
    dueSchedules: async (now) =>
      (await store.select(automations, 'WHERE active = 1 AND next_at <= ? ORDER BY next_at, id', [now])).map(
        automationOf,
      ),
    startSchedule: ({ id, nextAt: dueAt }, run, nextAt) =>
      transactGuarded(store, [
        updateIn(automations, { next_at: nextAt }, 'id = ? AND next_at = ?', [id, dueAt ?? ''], { expectRows: 1 }),
        insertOrIgnore(automationRuns, ['id'], newRun(run)),
      ]),
    ofHook: async (hookHash) => {
      const row = await store.find(automations, { hook_hash: hookHash, active: 1 })
      return row && automationOf(row)
    },
    setHook: async (id, hookHash, now) => {
      await store.transact([updateIn(automations, { hook_hash: hookHash, updated_at: now }, { id })])
    },
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
        trigger_facts: JSON.stringify({
          filter: trigger.filter,
          pattern: trigger.pattern,
          timeZone: trigger.timeZone,
        } satisfies TriggerFacts),
        next_at: automation.nextAt,
        hook_hash: automation.hookHash,
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
    activate: async (id, active, nextAt, now) => {
      const row = { active: active ? 1 : 0, next_at: nextAt, updated_at: now }
      await store.transact([updateIn(automations, row, { id })])
    },
    remove: async (id) => {
      await store.transact([deleteFrom(automationRuns, { automation_id: id }), deleteFrom(automations, { id })])
    },
    ...createRuns(store),
  }
}

type TriggerFacts = { readonly [F in 'filter' | 'pattern' | 'timeZone']: AutomationTrigger[F] }

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
      ...(JSON.parse(row.trigger_facts ?? '{}') as Partial<TriggerFacts>),
    },
    steps: JSON.parse(row.steps) as StepAction[],
    secrets: JSON.parse(row.secrets ?? '[]') as (string | null)[],
    retries: row.retries,
    nextAt: row.next_at,
    hookHash: row.hook_hash,
    updatedAt: row.updated_at,
  }
}
