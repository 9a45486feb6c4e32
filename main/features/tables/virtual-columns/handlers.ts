import { FormulaProblem } from '@common/formula'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import { formulaProblemSentence } from '@main/lib/messages'
import type { Handlers } from '@main/operations/context'
import type { VirtualColumnService } from './service'
import { callOf } from '../wire-answers'

const previewRows = 5

/** Handlers of `common/operations/virtual-columns.ts`. */
export function createVirtualColumnHandlers(service: VirtualColumnService): Handlers<typeof virtualColumnOperations> {
  return {
    virtualColumnCreate: (context, { tn, title, definition }) =>
      service.create(callOf(context), tn, { title, definition }),

    virtualColumnUpdate: (context, { tn, id, title, definition }) =>
      service.update(callOf(context), tn, id, {
        ...(title === undefined ? {} : { title }),
        ...(definition === undefined ? {} : { definition }),
      }),

    virtualColumnDelete: (context, { tn, id }) => service.remove(callOf(context), tn, id),

    formulaCheck: async (context, { tn, formula, id }) => {
      try {
        return await service.check(callOf(context), tn, formula, id)
      } catch (error) {
        if (!(error instanceof FormulaProblem)) throw error
        const { code, span } = error
        return { problem: { code, message: formulaProblemSentence(error), from: span.from, to: span.to } }
      }
    },

    formulaPreview: async (context, { tn, formula, id, limit = previewRows }) => {
      const { uiType, options, rows } = await service.preview(callOf(context), tn, formula, {
        id,
        limit,
        signal: context.signal,
      })
      return { uiType, options, rows }
    },
  }
}
