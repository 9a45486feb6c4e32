import { AppError } from '@common/errors'
import type { OperationInput } from '@common/operations'
import type { routineOperations } from '@common/operations/routines'
import { isRoutineListed } from '@common/principal/rules'
import { assertNever } from '@common/util/assert-never'
import { findByName } from '@common/wire/named'
import type { Database } from '@main/db/database'
import type { RoutineKind } from '@main/db/schema-objects'
import type { SchemaPlan } from '@main/db/schema-plan'
import { tableStatement } from '@main/features/scripts'
import { goneValues, valuesOf } from '@main/lib/changed-values'
import { noteChange, noteGone, noteValues } from '@main/lib/note-change'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { callOf, statementsOf } from '../calls'
import type { TableCatalog } from '../catalog/catalog'
import type { ChecksService } from './checks-service'
import type { RoutinesService } from './routines-service'
import type { ObjectsService } from './service'

export interface RoutineHandlerOptions {
  readonly objects: ObjectsService
  readonly checks: ChecksService
  readonly routines: RoutinesService
  readonly catalog: TableCatalog
  readonly database: (projectId: string) => Promise<Database>
}

/** Handlers of `common/operations/routines.ts`. */
export function createRoutineHandlers(options: RoutineHandlerOptions): Handlers<typeof routineOperations> {
  const { objects, checks, routines, catalog, database } = options

  const planOf = (context: CallContext, plan: OperationInput<'objectPlan'>): Promise<SchemaPlan> => {
    const { projectId } = inProject(context)
    const { name } = plan
    switch (plan.change) {
      case 'createIndex':
        return objects.planIndex(projectId, plan.table, { name, columns: plan.columns, unique: plan.unique })
      case 'deleteIndex':
        return objects.planIndexDrop(projectId, plan.table, name)
      case 'createCheck':
        return checks.plan(projectId, plan.table, { name, condition: plan.condition })
      case 'deleteCheck':
        return checks.planRemoval(projectId, plan.table, name)
      case 'deleteTrigger':
        return routines.planTriggerDrop(projectId, plan.table, name)
      case 'deleteView':
        return objects.planViewDrop(projectId, name)
      case 'deleteRoutine':
        return routines.planRemoval(listed(context, plan.kind, name), plan)
      default:
        return assertNever(plan)
    }
  }

  return {
    routineRead: async (context, { kind, name }) => {
      const projectId = listed(context, kind, name)
      return [...(await routines.read(projectId, kind, name))]
    },

    routineCreate: async (context, { kind, definition }) => {
      const done = await routines.create(callOf(context), kind, definition)
      return { ...statementsOf(done), name: done.name }
    },

    routineUpdate: async (context, { definition, ...routine }) => {
      listed(context, routine.kind, routine.name)
      const done = await routines.replace(callOf(context), routine, definition)
      noteChange(context, { definition: done.before }, { definition })
      return statementsOf(done)
    },

    routineDelete: async (context, routine) => {
      listed(context, routine.kind, routine.name)
      const done = await routines.remove(callOf(context), routine)
      noteGone(context, { definition: done.before })
      return statementsOf(done)
    },

    triggerCreate: async (context, { table, definition }) =>
      statementsOf(await routines.createTrigger(callOf(context), table, definition)),

    triggerDelete: async (context, { table, name }) => {
      const call = callOf(context)
      const before = findByName(await objects.triggers(call.projectId, table), name)
      const done = await routines.dropTrigger(call, table, name)
      noteValues(context, valuesOf(name, goneValues({ statement: before?.statement })))
      return statementsOf(done)
    },

    objectPlan: async (context, plan) => statementsOf(await planOf(context, plan)),

    tableStatements: async (context, { table: name }) => {
      const { projectId, principal } = inProject(context)
      const [{ dialect }, table] = await Promise.all([database(projectId), catalog.as(principal).get(projectId, name)])
      const select = tableStatement('select', dialect, table)
      if (table.type === 'view') return { select }
      return {
        select,
        create: tableStatement('create', dialect, table),
        insert: tableStatement('insert', dialect, table),
        update: tableStatement('update', dialect, table),
        delete: tableStatement('delete', dialect, table),
      }
    },
  }
}

/**
 * Returns the project of a call about a routine that exists for its principal.
 *
 * @throws AppError ROUTINE_NOT_FOUND
 */
function listed(context: CallContext, kind: RoutineKind, name: string): string {
  const { principal, projectId } = inProject(context)
  if (kind !== 'sequence' && !isRoutineListed(principal, kind, name))
    throw new AppError('ROUTINE_NOT_FOUND', { kind, name })
  return projectId
}
