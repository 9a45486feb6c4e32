import { formulaMessage, FormulaProblem } from '@common/formula'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import { englishBeside } from '@main/lib/messages'
import type { Handlers } from '@main/operations/context'
import type { VirtualColumnService } from './service'
import { callOf } from '../calls'
import type { TableCatalog } from '../catalog/catalog'
import { notingTable } from '../table-values'

const previewRows = 5

/** Handlers of `common/operations/virtual-columns.ts`. */
export function createVirtualColumnHandlers(
  service: VirtualColumnService,
  catalog: TableCatalog,
): Handlers<typeof virtualColumnOperations> {
  return {
    virtualColumnCreate: (context, { table, title, definition }) =>
      service.create(callOf(context), table, { title, definition }),

    virtualColumnUpdate: (context, { table, id, title, definition }) =>
      notingTable(context, catalog, table, () =>
        service.update(callOf(context), table, id, {
          ...(title === undefined ? {} : { title }),
          ...(definition === undefined ? {} : { definition }),
        }),
      ),

    virtualColumnDelete: (context, { table, id }) =>
      notingTable(context, catalog, table, () => service.remove(callOf(context), table, id)),

    formulaCheck: async (context, { table, formula, id }) => {
      try {
        return await service.check(callOf(context), table, formula, id)
      } catch (error) {
        if (!(error instanceof FormulaProblem)) throw error
        const { code, span } = error
        return { problem: { code, ...englishBeside('message', formulaMessage(error)), from: span.from, to: span.to } }
      }
    },

    formulaPreview: async (context, { table, formula, id, limit = previewRows }) => {
      const { uiType, options, rows } = await service.preview(callOf(context), table, formula, {
        id,
        limit,
        signal: context.signal,
      })
      return { uiType, options, rows }
    },
  }
}
