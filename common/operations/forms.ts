import { z } from 'zod'
import { defineOperations } from './define'
import { rowValues } from './row-values'

/** Of a whole form with long texts in it. */
const answersCharactersMax = 2_000_000

const answers = rowValues.refine((given) => JSON.stringify(given).length <= answersCharactersMax)

export const formOperations = defineOperations({
  /** Of which table a form is: its own address names the form alone. */
  formGet: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ tn: z.string() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /** How many records a form has made, deleted ones included. */
  formResponseCount: {
    reads: ['rows'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ count: z.number().int() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /**
   * Makes a record of what somebody has answered. The rules of the form are checked here as well: a field that is not
   * in it is refused, one that was not asked counts for nothing, and what must be answered must be there.
   */
  formSubmit: {
    changes: ['rows'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({
      /** Of the view. */
      id: z.string().min(1).max(64),
      /** By column as views name it; of a link to several records the list of their ids. */
      answers,
      /** Made up by the caller for each record that is meant: sent again, it makes no second one. */
      submission: z.string().regex(/^[\w-]{16,64}$/),
      /** Where the person is: days in conditions are theirs. */
      timeZone: z.string().max(100).optional(),
      locale: z.string().max(35).optional(),
    }),
    /** The id of the record, as in addresses; null where records have no key. */
    output: z.object({ rowId: z.string().nullable() }),
    errors: [
      'TABLE_VIEW_NOT_FOUND',
      'VIEW_READ_ONLY',
      'ROW_INVALID',
      'ROW_NOT_FOUND',
      'ROW_KEY_INVALID',
      'WRITE_UNCERTAIN',
    ],
  },
})
