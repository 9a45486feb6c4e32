import type { objectOperations } from '@common/operations/objects'
import { inProject, type Handlers } from '@main/operations/context'
import type { ChecksService } from './checks-service'
import type { ObjectsService } from './service'
import { answer, callOf, changed } from '../wire-answers'

/** Handlers of `common/operations/objects.ts`. */
export function createObjectHandlers(
  service: ObjectsService,
  checks: ChecksService,
): Handlers<typeof objectOperations> {
  return {
    indexCreate: async (context, { tn, columns, indexName, non_unique }) =>
      changed(
        await service.createIndex(callOf(context), tn, {
          name: indexName,
          columns,
          unique: non_unique === false || non_unique === 0,
        }),
      ),

    indexDelete: async (context, { tn, indexName }) => changed(await service.dropIndex(callOf(context), tn, indexName)),

    checkList: async (context, { tn }) => {
      const list = await checks.list(inProject(context).projectId, tn)
      return answer(list.map(({ name, condition }) => ({ check_name: name, check_condition: condition })))
    },

    checkCreate: async (context, { tn, check_name, check_condition }) =>
      changed(await checks.create(callOf(context), tn, { name: check_name, condition: check_condition })),

    checkDelete: async (context, { tn, check_name }) => changed(await checks.remove(callOf(context), tn, check_name)),

    triggerList: async (context, { tn }) => {
      const triggers = await service.triggers(inProject(context).projectId, tn)
      return answer(triggers.map(({ name, timing, event, statement }) => ({ trigger: name, timing, event, statement })))
    },

    viewCreate: async (context, { view_name, view_definition }) =>
      changed(await service.createView(callOf(context), view_name, view_definition)),

    viewRead: async (context, { view_name }) => {
      const definition = await service.viewDefinition(inProject(context).projectId, view_name)
      return answer([{ view_definition: definition }])
    },

    viewUpdate: async (context, { view_name, view_definition }) =>
      changed(await service.replaceView(callOf(context), view_name, view_definition)),

    viewDelete: async (context, { view_name }) => changed(await service.dropView(callOf(context), view_name)),

    functionList: async (context) => {
      const names = await service.routines(inProject(context).projectId, 'function')
      return answer(names.map((name) => ({ function_name: name })))
    },
    procedureList: async (context) => {
      const names = await service.routines(inProject(context).projectId, 'procedure')
      return answer(names.map((name) => ({ procedure_name: name })))
    },
    sequenceList: async (context) => {
      const names = await service.routines(inProject(context).projectId, 'sequence')
      return answer(names.map((name) => ({ sequence_name: name })))
    },
  }
}
