import { defaultDbAlias } from '@common/constants'
import { wireMessage } from '@common/messages'
import type { ListedAuditLine } from '@common/operations/audit'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { name, rowId } from './shapes'

/** A line of the audit as scripts know it. */
const wireAuditLine = z.object({
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
  description: z.string().nullable(),
  message: wireMessage.optional(),
  /** JSON text. */
  details: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

const wirePage = z.object({ list: z.array(wireAuditLine), count: z.number() })

const page = { limit: z.number().int().min(0).max(1_000).default(25), offset: z.number().int().min(0).default(0) }

/** Calls about the audit (wire §14.5). */
export const auditCalls = {
  xcAuditList: translated('auditList', {
    input: z.strictObject({
      ...page,
      user: z.string().max(255).optional(),
      op_type: z.string().max(100).optional(),
      model_name: z.string().max(255).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      perChange: z.boolean().optional(),
    }),
    output: wirePage,
    toInput: ({ op_type: type, model_name: table, ...rest }) => ({ ...rest, type: type && storedType(type), table }),
    toBody: ({ list, count }) => pageToWire({ list, count: count ?? 0 }),
  }),
  /** Answers the id of the line in a list. */
  xcAuditCreate: translated('auditLineCreate', {
    input: z.strictObject({
      tn: name,
      cn: name,
      pk: z.union([z.string().max(4_000), z.number()]).nullish(),
      value: z.unknown(),
      prevValue: z.unknown(),
    }),
    output: z.tuple([z.string()]),
    toInput: ({ tn: table, cn: column, pk, value: after, prevValue: before }) => ({
      table,
      column,
      rowId: pk === null || pk === undefined ? undefined : String(pk),
      before,
      after,
    }),
    toBody: ({ id }): [string] => [id],
  }),
  xcModelRowAuditAndCommentList: translated('rowAuditList', {
    input: z.strictObject({
      model_id: rowId,
      model_name: name,
      comments: z.union([z.boolean(), z.string()]).nullish(),
      ...page,
    }),
    output: wirePage,
    toInput: ({ model_id: id, model_name: table, comments, ...rest }) => ({
      ...rest,
      table,
      rowId: String(id),
      onlyComments: comments === true || comments === 'true',
    }),
    toBody: pageToWire,
  }),
}

/** Types of lines that scripts know under another name. */
const wireTypes: Readonly<Record<string, string>> = { VIEW: 'TABLE_VIEW', SQL_VIEW: 'VIEW' }

const storedType = (wire: string): string => Object.entries(wireTypes).find(([, name]) => name === wire)?.[0] ?? wire

function pageToWire({ list, count }: { readonly list: readonly ListedAuditLine[]; readonly count: number }) {
  return { list: list.map(lineToWire), count }
}

function lineToWire(line: ListedAuditLine): z.infer<typeof wireAuditLine> {
  const { id, user, ip, projectId, table, rowId: row, type, action, description, message, details, when } = line
  return {
    id,
    user,
    ip,
    project_id: projectId,
    db_alias: defaultDbAlias,
    model_name: table,
    model_id: row,
    op_type: wireTypes[type] ?? type,
    op_sub_type: action,
    status: null,
    ...(message === undefined ? { description } : { message, description }),
    details: details === null || details === undefined ? null : JSON.stringify(details),
    created_at: when,
    updated_at: when,
  }
}
