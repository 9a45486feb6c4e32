import { limits } from '@common/constants'
import { AppError, type ErrorCode } from '@common/errors'
import { findByName } from '@common/wire/named'
import { isPrintableName, nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { CheckFacts } from '@main/db/schema-objects'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { invalidCheck, parseCondition } from './parse-condition'
import type { ViewProblem } from './parse-view'

/** CHECK constraints of tables. */
export interface ChecksService {
  readonly list: (projectId: string, table: string) => Promise<readonly CheckFacts[]>
  /** @throws AppError TABLE_NOT_FOUND, CHECK_EXISTS, CHECK_NAME_INVALID, CHECK_INVALID, CHECK_BROKEN */
  readonly create: (call: Call, table: string, check: CheckFacts) => Promise<SchemaPlan>
  /** Returns the plan of `create` without running it. */
  readonly plan: (projectId: string, table: string, check: CheckFacts) => Promise<SchemaPlan>
  readonly planRemoval: (projectId: string, table: string, name: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, CHECK_NOT_FOUND */
  readonly remove: (call: Call, table: string, name: string) => Promise<SchemaPlan>
}

/** Checking existing rows can take as long as there are many. */
const lookTimeoutMs = 60_000

export function createChecksService(catalog: TableLookups, changes: Changes): ChecksService {
  const { inTurn, editable, run, database: databaseOf } = changes

  const planned = async (projectId: string, nameOrTitle: string, given: CheckFacts) => {
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const { capabilities, objects } = database.dialect
    const name = given.name.trim()
    const limit = Math.min(limits.nameCharacters, capabilities.maxIdentifier)
    if (!isPrintableName(name, limit) || Buffer.byteLength(name) > capabilities.maxIdentifier)
      throw new AppError('CHECK_NAME_INVALID', { limit })
    const condition = parseCondition(given.condition, database.dialect.quote)
    const there = await objects.listChecks(database, table.name)
    if (there.some((check) => nameKey(check.name) === nameKey(name)))
      throw new AppError('CHECK_EXISTS', { check: name })
    await refuseBroken(database, table.name, condition)
    return { database, table, plan: await objects.createCheck(database, table.name, { name, condition }) }
  }

  const create: ChecksService['create'] = async (call, nameOrTitle, given) => {
    const { database, table, plan } = await planned(call.projectId, nameOrTitle, given)
    await made(() =>
      run(call, database, { operation: 'checkCreate', table: table.name, tableAfter: table.name, plan, metadata: [] }),
    )
    return plan
  }

  const plannedRemoval = async (projectId: string, nameOrTitle: string, wanted: string) => {
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const { objects } = database.dialect
    const there = (await objects.listChecks(database, table.name)).filter(({ name }) => name !== '')
    const found = findByName(there, wanted)
    if (found === undefined) throw new AppError('CHECK_NOT_FOUND', { check: wanted })
    return { database, table, plan: await objects.dropCheck(database, table.name, found) }
  }

  const remove: ChecksService['remove'] = async (call, nameOrTitle, wanted) => {
    const { database, table, plan } = await plannedRemoval(call.projectId, nameOrTitle, wanted)
    await run(call, database, {
      operation: 'checkDelete',
      table: table.name,
      tableAfter: table.name,
      plan,
      metadata: [],
    })
    return plan
  }

  return {
    plan: async (projectId, table, check) => (await planned(projectId, table, check)).plan,
    planRemoval: async (projectId, table, name) => (await plannedRemoval(projectId, table, name)).plan,
    create: (call, table, check) => inTurn(call.projectId, () => create(call, table, check)),
    remove: (call, table, name) => inTurn(call.projectId, () => remove(call, table, name)),
    list: async (projectId, nameOrTitle) => {
      const [database, table] = await Promise.all([databaseOf(projectId), catalog.get(projectId, nameOrTitle)])
      return table.type === 'view' ? [] : database.dialect.objects.listChecks(database, table.name)
    },
  }
}

/** Checks the condition and existing rows on a read-only connection. */
async function refuseBroken(database: Database, table: string, condition: string): Promise<void> {
  const sql = `SELECT count(*) FROM ${database.dialect.quote(table)} WHERE NOT (${condition})`
  const [row] = await made(() => database.read({ sql, params: [] }, { lane: 'long', timeoutMs: lookTimeoutMs }))
  const count = Number(row?.[0] ?? 0)
  if (count > 0) throw new AppError('CHECK_BROKEN', { count })
}

/** Errors of the database as problems of the rule. */
const problems: Partial<Record<ErrorCode, ViewProblem>> = {
  TABLE_NOT_FOUND: 'columns',
  COLUMN_NOT_FOUND: 'columns',
  QUERY_TIMEOUT: 'slow',
  SCHEMA_CHANGE_UNSUPPORTED: 'refused',
  INTERNAL: 'refused',
}

async function made<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'VALUE_CHECK_FAILED') throw new AppError('CHECK_BROKEN', {}, { cause: error })
    const problem = problems[error.code]
    if (problem === undefined) throw error
    throw invalidCheck(problem, undefined, error)
  }
}
