import { commentMaxCharacters } from '@common/constants'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { name, rowId } from './shapes'

/** Calls about comments (wire §14.5). */
export const commentCalls = {
  /** Answers the id of the comment in a list. */
  xcAuditCommentInsert: translated('commentCreate', {
    input: z.strictObject({
      model_id: rowId,
      model_name: name,
      description: z.string().max(commentMaxCharacters),
    }),
    output: z.tuple([z.string()]),
    toInput: ({ model_id: id, model_name: table, description: text }) => ({ table, rowId: String(id), text }),
    toBody: ({ id }): [string] => [id],
  }),
  /** Scripts send an empty id for an unsaved row, and ids as numbers or texts, which they get back. */
  xcAuditModelCommentsCount: translated('commentCounts', {
    input: z.strictObject({ model_name: name, ids: z.array(rowId.or(z.literal(''))).max(1_000) }),
    output: z.array(z.object({ model_id: rowId, count: z.number(), open: z.number() })),
    toInput: ({ model_name: table, ids }) => ({ table, rowIds: ids.filter((id) => id !== '').map(String) }),
    toBody: (counts, { ids }) => {
      const found = new Map(counts.map(({ rowId: id, count, open }) => [id, { count, open }]))
      return ids.flatMap((id) => {
        const counted = found.get(String(id))
        return counted === undefined ? [] : [{ model_id: id, ...counted }]
      })
    },
  }),
}
