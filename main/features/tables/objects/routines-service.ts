import { AppError } from '@common/errors'
import type { Routine } from '@common/model/routine'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { CreatedObject, RoutineKind, RoutineObjects } from '@main/db/schema-objects'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { invalidStatement, parseCreated, tableOfTrigger } from './parse-created'

/** One routine. Databases with several of one name tell them apart by their signature. */
export interface RoutineName {
  readonly kind: RoutineKind
  readonly name: string
  readonly signature?: string | undefined
}

/** Functions, procedures, sequences and triggers of a project. */
export interface RoutinesService {
  /** @throws AppError ROUTINE_NOT_FOUND, NOT_SUPPORTED */
  readonly read: (projectId: string, kind: RoutineKind, name: string) => Promise<readonly Routine[]>
  /** @throws AppError STATEMENT_INVALID, SQL_FAILED, NOT_SUPPORTED */
  readonly create: (
    call: Call,
    kind: RoutineKind,
    definition: string,
  ) => Promise<SchemaPlan & { readonly name: string }>
  /** @throws AppError ROUTINE_NOT_FOUND, STATEMENT_INVALID, SQL_FAILED, NOT_SUPPORTED */
  readonly replace: (call: Call, routine: RoutineName, definition: string) => Promise<Replaced>
  readonly remove: (call: Call, routine: RoutineName) => Promise<Replaced>
  /** Returns the plan of `remove` without running it. */
  readonly planRemoval: (projectId: string, routine: RoutineName) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, STATEMENT_INVALID, SQL_FAILED */
  readonly createTrigger: (call: Call, table: string, definition: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, TRIGGER_NOT_FOUND */
  readonly planTriggerDrop: (projectId: string, table: string, name: string) => Promise<SchemaPlan>
  readonly dropTrigger: (call: Call, table: string, name: string) => Promise<SchemaPlan>
}

/** A plan, and the statement that created the routine before. */
export interface Replaced extends SchemaPlan {
  readonly before: string
}

export function createRoutinesService(catalog: TableLookups, changes: Changes): RoutinesService {
  const { inTurn, run, database: databaseOf } = changes

  const ran = (call: Call, database: Database, operation: string, table: string, plan: SchemaPlan): Promise<void> =>
    inWords(() => run(call, database, { operation, table, tableAfter: table, plan, metadata: [] }))

  const one = async (database: Database, { kind, name, signature }: RoutineName): Promise<Routine> => {
    const found = await routinesOf(database).read(database, kind, name)
    const routine = signature === undefined ? found[0] : found.find((each) => each.signature === signature)
    if (routine === undefined) throw new AppError('ROUTINE_NOT_FOUND', { kind, name })
    return routine
  }

  const create: RoutinesService['create'] = async (call, kind, definition) => {
    const database = await databaseOf(call.projectId)
    const routines = routinesOf(database)
    const created = parsed(database, kind, definition)
    const name = foldedName(routines, created)
    const plan = routines.create(kind, name, created)
    await ran(call, database, 'routineCreate', name, plan)
    return { ...plan, name }
  }

  const replace: RoutinesService['replace'] = async (call, wanted, definition) => {
    const database = await databaseOf(call.projectId)
    const routines = routinesOf(database)
    const created = parsed(database, wanted.kind, definition)
    const name = foldedName(routines, created)
    if (nameKey(name) !== nameKey(wanted.name)) throw invalidStatement('otherName', { other: name, name: wanted.name })
    const before = await one(database, wanted)
    const plan = routines.replace(wanted.kind, wanted.name, created, before)
    await ran(call, database, 'routineUpdate', wanted.name, plan)
    return { ...plan, before: before.definition }
  }

  const plannedRemoval = async (projectId: string, wanted: RoutineName) => {
    const database = await databaseOf(projectId)
    const before = await one(database, wanted)
    return { database, before, plan: routinesOf(database).drop(wanted.kind, wanted.name, before) }
  }

  const remove: RoutinesService['remove'] = async (call, wanted) => {
    const { database, before, plan } = await plannedRemoval(call.projectId, wanted)
    await ran(call, database, 'routineDelete', wanted.name, plan)
    return { ...plan, before: before.definition }
  }

  const createTrigger: RoutinesService['createTrigger'] = async (call, nameOrTitle, definition) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), catalog.get(projectId, nameOrTitle)])
    const created = parsed(database, 'trigger', definition)
    if (nameKey(tableOfTrigger(created)) !== nameKey(table.name))
      throw invalidStatement('otherTable', { table: table.name })
    const plan = database.dialect.objects.createTrigger(table.name, created)
    await ran(call, database, 'triggerCreate', table.name, plan)
    return plan
  }

  const plannedDrop = async (projectId: string, nameOrTitle: string, name: string) => {
    const [database, table] = await Promise.all([databaseOf(projectId), catalog.get(projectId, nameOrTitle)])
    return { database, table, plan: await database.dialect.objects.dropTrigger(database, table.name, name) }
  }

  const dropTrigger: RoutinesService['dropTrigger'] = async (call, nameOrTitle, name) => {
    const { database, table, plan } = await plannedDrop(call.projectId, nameOrTitle, name)
    await ran(call, database, 'triggerDelete', table.name, plan)
    return plan
  }

  return {
    read: async (projectId, kind, name) => {
      const database = await databaseOf(projectId)
      const found = await routinesOf(database).read(database, kind, name)
      if (found.length === 0) throw new AppError('ROUTINE_NOT_FOUND', { kind, name })
      return found
    },
    create: (call, kind, definition) => inTurn(call.projectId, () => create(call, kind, definition)),
    replace: (call, wanted, definition) => inTurn(call.projectId, () => replace(call, wanted, definition)),
    remove: (call, wanted) => inTurn(call.projectId, () => remove(call, wanted)),
    createTrigger: (call, table, definition) => inTurn(call.projectId, () => createTrigger(call, table, definition)),
    planRemoval: async (projectId, wanted) => (await plannedRemoval(projectId, wanted)).plan,
    planTriggerDrop: async (projectId, table, name) => (await plannedDrop(projectId, table, name)).plan,
    dropTrigger: (call, table, name) => inTurn(call.projectId, () => dropTrigger(call, table, name)),
  }
}

/** @throws AppError NOT_SUPPORTED */
function routinesOf({ dialect }: Database): RoutineObjects {
  if (dialect.objects.routines === undefined) throw new AppError('NOT_SUPPORTED')
  return dialect.objects.routines
}

const foldedName = ({ fold }: RoutineObjects, { name, isQuoted }: CreatedObject): string =>
  isQuoted ? name : fold(name)

function parsed({ dialect }: Database, kind: RoutineKind | 'trigger', definition: string): CreatedObject {
  const created = parseCreated(kind, definition)
  if (dialect.objects.isSeveral?.(created.rest) === true) throw invalidStatement('several')
  return created
}

/** The user wrote the statement, so the words of the database help. Lost connections and limits keep their own errors. */
async function inWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || ownErrors.has(error.code) || !(error.cause instanceof Error)) throw error
    throw new AppError('SQL_FAILED', { reason: error.cause.message.replace(/\.$/, '') }, { cause: error.cause })
  }
}

const ownErrors: ReadonlySet<string> = new Set([
  'DATABASE_UNAVAILABLE',
  'DATABASE_REFUSED',
  'DATABASE_DAMAGED',
  'DATABASE_BUSY',
  'DISK_FULL',
  'QUERY_TIMEOUT',
  'REQUEST_CANCELLED',
])
