import { z } from 'zod'
import { defineOperations } from './define'
import { rowValues } from './row-values'

/** Characters of all answers of a form, including long texts. */
const answersCharactersMax = 2_000_000

const answers = rowValues.refine((given) => JSON.stringify(given).length <= answersCharactersMax)

export const formOperations = defineOperations({
  /** Returns the table of a form. The address of a form contains only the form's id. */
  formGet: {
    reads: ['views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'view.read',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ table: z.string() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /** Counts the records that a form has created, including deleted ones. */
  formResponseCount: {
    reads: ['rows'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ count: z.number().int() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /** Returns true in `on` if the caller gets each answer by mail. `possible` is false without a mail server. */
  formMailRead: {
    reads: ['follows'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ on: z.boolean(), possible: z.boolean() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /** Starts or stops mails to the caller about each answer. */
  formMailSet: {
    changes: ['follows'],
    scope: 'project',
    permission: 'view.personal',
    input: z.strictObject({ id: z.string().min(1).max(64), on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
    errors: ['TABLE_VIEW_NOT_FOUND'],
  },
  /**
   * Creates a record from form answers. Applies the rules of the form on the server: rejects unknown fields, ignores
   * answers of hidden fields, and requires answers of required ones.
   */
  formSubmit: {
    changes: ['rows'],
    scope: 'project',
    permission: 'row.create',
    input: z.strictObject({
      /** Name of the view. */
      id: z.string().min(1).max(64),
      /** By column name as in views; a list of ids for a link to several records. */
      answers,
      /** Unique id that the caller generates per submission. A repeated submission creates no second record. */
      submission: z.string().regex(/^[\w-]{16,64}$/),
      /** The user's time zone and locale, for date conditions. */
      timeZone: z.string().max(100).optional(),
      locale: z.string().max(35).optional(),
    }),
    /** Id of the record as in paths; null for tables without a key. */
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
