import type { objectOperations } from '@common/operations/objects'
import { isRoutineListed } from '@common/principal/rules'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { ChecksService } from './checks-service'
import { createRoutineHandlers } from './routine-handlers'
import type { RoutinesService } from './routines-service'
import type { ObjectsService } from './service'
import type { Database } from '@main/db/database'
import { goneValues, valuesOf } from '@main/lib/changed-values'
import { noteChange, noteGone, noteValues } from '@main/lib/note-change'
import { findByName } from '@common/wire/named'
import { callOf, statementsOf } from '../calls'
import type { TableCatalog } from '../catalog/catalog'
import { notingTable } from '../table-values'

/** Handlers of `common/operations/objects.ts`. */
export function createObjectHandlers(
  service: ObjectsService,
  checks: ChecksService,
  routines: RoutinesService,
  catalog: TableCatalog,
  database: (projectId: string) => Promise<Database>,
): Handlers<typeof objectOperations> {
  const listed = async (context: CallContext, kind: 'function' | 'procedure'): Promise<string[]> => {
    const { principal, projectId } = inProject(context)
    return (await service.routines(projectId, kind)).filter((name) => isRoutineListed(principal, kind, name))
  }
  const definitionOf = (context: CallContext, name: string): Promise<string> =>
    service.viewDefinition(inProject(context).projectId, name)

  return {
    ...createRoutineHandlers({ objects: service, checks, routines, catalog, database }),

    indexCreate: async (context, { table, ...index }) =>
      statementsOf(await service.createIndex(callOf(context), table, index)),

    indexDelete: async (context, { table, name }) =>
      statementsOf(await notingTable(context, catalog, table, () => service.dropIndex(callOf(context), table, name))),

    checkList: async (context, { table }) => {
      const list = await checks.list(inProject(context).projectId, table)
      return list.map(({ name, condition }) => ({ name, condition }))
    },

    checkCreate: async (context, { table, ...check }) =>
      statementsOf(await checks.create(callOf(context), table, check)),

    checkDelete: async (context, { table, name }) => {
      const before = findByName(await checks.list(inProject(context).projectId, table), name)
      const done = await checks.remove(callOf(context), table, name)
      noteValues(context, valuesOf(name, goneValues({ condition: before?.condition })))
      return statementsOf(done)
    },

    triggerList: async (context, { table }) => {
      const triggers = await service.triggers(inProject(context).projectId, table)
      return triggers.map(({ name, timing, event, statement }) => ({ name, timing, event, statement }))
    },

    sqlViewCreate: async (context, { name, definition }) =>
      statementsOf(await service.createView(callOf(context), name, definition)),

    sqlViewRead: async (context, { name }) => ({
      definition: await definitionOf(context, name),
    }),

    sqlViewUpdate: async (context, { name, definition }) => {
      const before = await definitionOf(context, name)
      const done = await service.replaceView(callOf(context), name, definition)
      noteChange(context, { definition: before }, { definition: await definitionOf(context, name) })
      return statementsOf(done)
    },

    sqlViewDelete: async (context, { name }) => {
      const definition = await definitionOf(context, name)
      const done = await service.dropView(callOf(context), name)
      noteGone(context, { definition })
      return statementsOf(done)
    },

    functionList: (context) => listed(context, 'function'),
    procedureList: (context) => listed(context, 'procedure'),
    sequenceList: async (context) => [...(await service.routines(inProject(context).projectId, 'sequence'))],
  }
}
