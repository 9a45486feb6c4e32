import type { objectOperations } from '@common/operations/objects'
import { isRoutineListed } from '@common/principal/rules'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { ChecksService } from './checks-service'
import type { ObjectsService } from './service'
import { callOf, statementsOf } from '../calls'

/** Handlers of `common/operations/objects.ts`. */
export function createObjectHandlers(
  service: ObjectsService,
  checks: ChecksService,
): Handlers<typeof objectOperations> {
  const listed = async (context: CallContext, kind: 'function' | 'procedure'): Promise<string[]> => {
    const { principal, projectId } = inProject(context)
    return (await service.routines(projectId, kind)).filter((name) => isRoutineListed(principal, kind, name))
  }
  return {
    indexCreate: async (context, { table, ...index }) =>
      statementsOf(await service.createIndex(callOf(context), table, index)),

    indexDelete: async (context, { table, name }) =>
      statementsOf(await service.dropIndex(callOf(context), table, name)),

    checkList: async (context, { table }) => {
      const list = await checks.list(inProject(context).projectId, table)
      return list.map(({ name, condition }) => ({ name, condition }))
    },

    checkCreate: async (context, { table, ...check }) =>
      statementsOf(await checks.create(callOf(context), table, check)),

    checkDelete: async (context, { table, name }) => statementsOf(await checks.remove(callOf(context), table, name)),

    triggerList: async (context, { table }) => {
      const triggers = await service.triggers(inProject(context).projectId, table)
      return triggers.map(({ name, timing, event, statement }) => ({ name, timing, event, statement }))
    },

    sqlViewCreate: async (context, { name, definition }) =>
      statementsOf(await service.createView(callOf(context), name, definition)),

    sqlViewRead: async (context, { name }) => ({
      definition: await service.viewDefinition(inProject(context).projectId, name),
    }),

    sqlViewUpdate: async (context, { name, definition }) =>
      statementsOf(await service.replaceView(callOf(context), name, definition)),

    sqlViewDelete: async (context, { name }) => statementsOf(await service.dropView(callOf(context), name)),

    functionList: (context) => listed(context, 'function'),
    procedureList: (context) => listed(context, 'procedure'),
    sequenceList: async (context) => [...(await service.routines(inProject(context).projectId, 'sequence'))],
  }
}
