import type { queryTableOperations } from '@common/operations/query-tables'
import { changedValues, goneValues } from '@main/lib/changed-values'
import { inProject, type Handlers } from '@main/operations/context'
import { callOf } from '../calls'
import type { TableLookups } from '../catalog/catalog'
import type { QueryTables } from './service'
import type { StoredQueryTable } from './stored'

/** Handlers of `common/operations/query-tables.ts`. */
export function createQueryTableHandlers(
  service: QueryTables,
  catalog: TableLookups,
): Handlers<typeof queryTableOperations> {
  const named = async (projectId: string, name: string) => {
    const { title } = await catalog.get(projectId, name)
    return { name, title }
  }
  return {
    queryTableCreate: async (context, given) => {
      const name = await service.create(callOf(context), given, context.signal)
      const { projectId } = inProject(context)
      context.noteForAudit?.({ values: changedValues({}, factsOf(await service.stored(projectId, name))) })
      return named(projectId, name)
    },

    queryTableRead: async (context, { table }) => {
      const { query } = await service.stored(inProject(context).projectId, table)
      return { sql: query.sql, parameters: [...query.parameters] }
    },

    queryTableUpdate: async (context, { table, ...change }) => {
      const { projectId } = inProject(context)
      const before = await service.stored(projectId, table)
      const after = await service.update(callOf(context), table, change, context.signal)
      context.noteForAudit?.({ values: changedValues(factsOf(before), factsOf(after)) }, before.name)
      return named(projectId, after.name)
    },

    queryTableDelete: async (context, { table }) => {
      const gone = await service.remove(callOf(context), table)
      context.noteForAudit?.({ values: goneValues(factsOf(gone)) }, gone.name)
      return {}
    },
  }
}

const factsOf = ({ query: { sql, parameters } }: StoredQueryTable) => ({
  sql,
  parameters: parameters.length === 0 ? null : JSON.stringify(parameters),
})
