import { historyKinds } from '@common/model/history'
import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
const page = { limit: z.number().int().min(0).max(1_000).default(25), offset: z.number().int().min(0).default(0) }

/** A value in the history: long texts are cut, binary data is counted. */
const historyValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ cut: z.string(), length: z.number() }),
  z.object({ bytes: z.number() }),
])

export const valueChange = z.object({ cn: z.string(), _cn: z.string(), before: historyValue, after: historyValue })
export type WireValueChange = z.infer<typeof valueChange>

/** A change of one row. */
export const wireHistoryEntry = z.object({
  id: z.string(),
  kind: z.enum(historyKinds),
  when: z.string(),
  user: z.string().nullable(),
  why: z.string(),
  changes: z.array(valueChange),
})
export type WireHistoryEntry = z.infer<typeof wireHistoryEntry>

const historyPage = z.object({ list: z.array(wireHistoryEntry), more: z.boolean() })

/** A line of the audit (wire §14.5). */
export const wireAuditLine = z.object({
  id: z.string(),
  user: z.string().nullable(),
  ip: z.string().nullable(),
  project_id: z.string().nullable(),
  db_alias: z.string(),
  model_name: z.string().nullable(),
  model_id: z.string().nullable(),
  op_type: z.string(),
  op_sub_type: z.string(),
  status: z.null(),
  /** In English. A line that a program wrote also holds it as data. */
  description: z.string().nullable(),
  message: wireMessage.optional(),
  /** JSON text; for rows, a list of `{column, before, after}`. */
  details: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WireAuditLine = z.infer<typeof wireAuditLine>

const auditPage = z.object({ list: z.array(wireAuditLine), count: z.number() })

const filters = {
  /** Part of the e-mail address. */
  user: z.string().max(255).optional(),
  op_type: z.string().max(100).optional(),
  model_name: z.string().max(255).optional(),
  /** ISO 8601. `from` is inclusive, `until` exclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
}

const rowPage = {
  tn: name,
  /** Key as in the path of the data API. */
  rowId: z.string().min(1).max(4_000),
  limit: z.number().int().min(1).max(100).default(25),
  /** Id of the last received entry. Returns older ones. */
  after: z.string().max(64).optional(),
}

export const auditOperations = defineOperations({
  /** Lists the changes of a row, newest first. */
  rowHistory: {
    reads: ['history'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject(rowPage),
    output: historyPage,
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID'],
  },
  /** Lists the changes of one value of a row, newest first. */
  cellHistory: {
    reads: ['history'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({ ...rowPage, cn: name }),
    output: historyPage,
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'COLUMN_NOT_FOUND'],
  },
  /** Lists all changes in a project, newest first: rows, tables, relations and the project itself. */
  xcAuditList: {
    door: 'legacy',
    reads: ['history'],
    scope: 'project',
    permission: 'audit.read',
    input: z.strictObject({
      ...page,
      ...filters,
      /** Returns one line per change, with its row count in `details`, instead of one per row. */
      perChange: z.boolean().optional(),
    }),
    output: auditPage,
    errors: [],
  },
  /** Lists events outside projects, and creation and deletion of projects: sign-up, sign-in and so on. */
  auditInstallationList: {
    reads: ['history'],
    scope: 'installation',
    permission: 'installation.audit',
    input: z.strictObject({
      ...page,
      user: filters.user,
      op_type: filters.op_type,
      from: filters.from,
      until: filters.until,
    }),
    output: auditPage,
    errors: [],
  },
  /** Adds a line for a value that a script changed by other means (wire §14.5). Returns its id in a list. */
  xcAuditCreate: {
    door: 'legacy',
    changes: ['history'],
    scope: 'project',
    permission: 'audit.write',
    input: z.strictObject({
      tn: name,
      cn: name,
      pk: z.union([z.string().max(4_000), z.number()]).nullish(),
      value: z.unknown(),
      prevValue: z.unknown(),
    }),
    output: z.tuple([z.string()]),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Lists the changes of a row and its comments, oldest first, as audit lines; `comments` returns only comments. */
  xcModelRowAuditAndCommentList: {
    door: 'legacy',
    reads: ['history', 'comments'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({
      model_id: z.union([z.string().min(1).max(4_000), z.number()]),
      model_name: name,
      comments: z.union([z.boolean(), z.string()]).nullish(),
      ...page,
    }),
    output: auditPage,
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY'],
  },
})
