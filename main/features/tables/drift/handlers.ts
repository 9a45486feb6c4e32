import type { metaOperations } from '@common/operations/meta'
import { inProject, type Handlers } from '@main/operations/context'
import type { TableCatalog } from '../catalog/catalog'
import type { DriftService } from './drift'

/** Handlers of `common/operations/meta.ts`. */
export function createDriftHandlers(catalog: TableCatalog, drift: DriftService): Handlers<typeof metaOperations> {
  return {
    schemaDrift: async (context, { table, different = false }) =>
      (await drift.list(inProject(context).projectId, table)).filter(({ changes }) => !different || changes.length > 0),

    schemaSync: async (context, { tables, choices = {} }) => ({
      tables: await drift.synchronise(inProject(context).projectId, tables, choices),
    }),

    schemaReload: async (context) => {
      const list = await catalog.as(context.principal).reload(inProject(context).projectId)
      const tables = list.filter(({ type }) => type === 'table').length
      return { tables, views: list.length - tables }
    },
  }
}
