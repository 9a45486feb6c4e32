import { historyKinds } from '@common/model/history'
import { wireMessage } from '@common/messages'
import { actorKinds, origins } from '@common/model'
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

/** The change of one value: the column by name and title. */
export const valueChange = z.object({
  column: z.string(),
  title: z.string(),
  before: historyValue,
  after: historyValue,
})
export type ListedValueChange = z.infer<typeof valueChange>

/** The actor of a stored change. */
export const storedActor = z.object({
  kind: z.enum(actorKinds),
  /** Id of the API token or the share link. */
  id: z.string().nullable(),
  /** Name of the token, or of what the link shares, at that time. */
  title: z.string().nullable(),
})

/** A change of one row. */
const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(historyKinds),
  when: z.string(),
  user: z.string().nullable(),
  /** Null in entries of older versions. */
  actor: storedActor.nullable(),
  origin: z.enum(origins).nullable(),
  why: z.string(),
  changes: z.array(valueChange),
})
export type ListedHistoryEntry = z.infer<typeof historyEntry>

const historyPage = z.object({ list: z.array(historyEntry), more: z.boolean() })

/** A line of the audit. */
const auditLine = z.object({
  id: z.string(),
  /** E-mail address; for an API token, of the user who created it. */
  user: z.string().nullable(),
  /** Null in lines of older versions. */
  actor: storedActor.nullable(),
  /** Null in lines of older versions. */
  origin: z.enum(origins).nullable(),
  /** Address of the client. */
  ip: z.string().nullable(),
  projectId: z.string().nullable(),
  /** Title of the project, in the audit of the installation; null if the project doesn't exist any more. */
  project: z.string().nullable().optional(),
  /** Name of the table in the database. */
  table: z.string().nullable(),
  /** Key as in the path of the data API; null if the line isn't about one row, `-` in a table without a key. */
  rowId: z.string().nullable(),
  /** Subject, such as `DATA`, `TABLE` or `PROJECT`. */
  type: z.string(),
  /** Action, such as `INSERT` or `CREATED`. */
  action: z.string(),
  /** In English. A line that a program wrote also holds it as data. */
  description: z.string().nullable(),
  message: wireMessage.optional(),
  /** Facts of the action; for rows, a list of `{column, before, after}`. */
  details: z.unknown(),
  when: z.string(),
})
export type ListedAuditLine = z.infer<typeof auditLine>

const auditPage = z.object({ list: z.array(auditLine), count: z.number() })

const cursorPage = z.object({
  list: z.array(auditLine),
  /** Number of all matching lines; null for a page after a cursor. */
  count: z.number().nullable(),
  /** True if older lines match too. */
  more: z.boolean(),
})

/** An actor: a person by address, a token or a link by id, or actors without either. */
export const auditActor = z.union([
  z.strictObject({ person: z.string().min(1).max(255) }),
  z.strictObject({ id: z.string().min(1).max(64) }),
  z.strictObject({ nobody: z.literal(true) }),
])
export type AuditActor = z.infer<typeof auditActor>

/** Filters of the audit of the installation. */
const filters = {
  /** Part of the e-mail address. */
  user: z.string().max(255).optional(),
  who: auditActor.optional(),
  origin: z.enum(origins).optional(),
  type: z.string().max(100).optional(),
  /** ISO 8601. `from` is inclusive, `until` exclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  /** A part of a value, a key, a comment, a name or a detail, ignoring case. */
  text: z.string().trim().min(1).max(200).optional(),
}

/** Filters of the audit of the installation. */
export const auditFilters = z.strictObject(filters)
/** Filters of the audit of a project. */
export const projectAuditFilters = z.strictObject({
  ...filters,
  /** Name of a table in the database. */
  table: name.optional(),
})
export type AuditFilters = z.infer<typeof projectAuditFilters>

const cursor = {
  /** Id of the last received line. Returns older ones, at the same cost for every page; implies `perChange`. */
  after: z.string().min(1).max(400).optional(),
}

const choiceCount = z.object({ value: z.string(), count: z.number() })
/** Lines behind each choice of a filter, under the other filters. Most frequent first. */
const auditCounts = z.object({
  count: z.number(),
  types: z.array(choiceCount),
  origins: z.array(choiceCount),
  tables: z.array(choiceCount),
  people: z.array(
    z.object({ who: auditActor, kind: z.enum(actorKinds).nullable(), label: z.string().nullable(), count: z.number() }),
  ),
})
export type AuditCounts = z.infer<typeof auditCounts>

/** Key as in the path of the data API. */
const rowId = z.string().min(1).max(4_000)

const rowPage = {
  table: name,
  rowId,
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
    input: z.strictObject({ ...rowPage, column: name }),
    output: historyPage,
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY', 'ROW_KEY_INVALID', 'COLUMN_NOT_FOUND'],
  },
  /** Lists all changes in a project, newest first: rows, tables, relations and the project itself. */
  auditList: {
    reads: ['history'],
    scope: 'project',
    permission: 'audit.read',
    input: z.strictObject({
      ...page,
      ...cursor,
      ...projectAuditFilters.shape,
      /** Returns one line per change, with its row count in `details`, instead of one per row. */
      perChange: z.boolean().optional(),
    }),
    output: cursorPage,
    errors: [],
  },
  /** Counts the lines of `auditList` with `perChange`, for each choice of each filter. */
  auditCount: {
    reads: ['history'],
    scope: 'project',
    permission: 'audit.read',
    input: projectAuditFilters,
    output: auditCounts,
    errors: [],
  },
  /** Counts the changes of a span in equal parts of time, as `auditList` with `perChange` lists them. */
  auditTimeline: {
    reads: ['history'],
    scope: 'project',
    permission: 'audit.read',
    input: z.strictObject({
      ...projectAuditFilters.omit({ from: true, until: true }).shape,
      from: z.iso.datetime({ offset: true }),
      until: z.iso.datetime({ offset: true }),
      buckets: z.int().min(1).max(400).default(100),
    }),
    output: z.object({
      /** Number of changes in each of the equal parts of the span, oldest first. */
      counts: z.array(z.number()),
      /** ISO 8601: the log has every change of records since. */
      reachesTo: z.string(),
    }),
    errors: [],
  },
  /** Lists events outside projects, about accounts, and about projects as such: sign-in, invitations and so on. */
  auditInstallationList: {
    reads: ['history'],
    scope: 'installation',
    permission: 'installation.audit',
    input: z.strictObject({ ...page, ...cursor, ...filters }),
    output: cursorPage,
    errors: [],
  },
  /** Counts the lines of `auditInstallationList` for each choice of each filter. */
  auditInstallationCount: {
    reads: ['history'],
    scope: 'installation',
    permission: 'installation.audit',
    input: auditFilters,
    output: auditCounts,
    errors: [],
  },
  /** Adds a line for a value that a script changed by other means. */
  auditLineCreate: {
    changes: ['history'],
    scope: 'project',
    permission: 'audit.write',
    input: z.strictObject({
      table: name,
      column: name,
      /** Key of the row. */
      rowId: z.string().max(4_000).optional(),
      before: z.unknown(),
      after: z.unknown(),
    }),
    output: z.object({ id: z.string() }),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Lists the changes of a row and its comments, oldest first, as audit lines. */
  rowAuditList: {
    reads: ['history', 'comments'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({
      table: name,
      rowId,
      /** Returns only comments. */
      onlyComments: z.boolean().default(false),
      ...page,
    }),
    output: auditPage,
    errors: ['TABLE_NOT_FOUND', 'TABLE_WITHOUT_KEY'],
  },
})
