import { pluginIds, recipientPattern } from '@common/plugins/plugin'
import { z } from 'zod'

/* Actions of scheduled jobs and automations. Their texts may hold `{{variables}}`. */

const url = z.string().trim().min(1).max(4_000)
const line = z.string().trim().min(1).max(500)
const tableName = z.string().min(1).max(255)

export const actionMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A header. The value of a secret one is encrypted, and null in answers; null in a call keeps the stored one. */
const header = z.strictObject({
  name: z.string().trim().min(1).max(200),
  value: z.string().max(8_000).nullable(),
  secret: z.boolean().default(false),
})
export type ActionHeader = z.output<typeof header>

const httpAction = z.strictObject({
  kind: z.literal('http'),
  method: z.enum(actionMethods),
  url,
  headers: z.array(header).max(50).default([]),
  body: z.string().max(30_000).default(''),
  /** Key of a signature (HMAC-SHA256). Encrypted, and null in answers; null in a call keeps the stored one. */
  signingKey: z.string().max(500).nullable().default(''),
})
export type HttpAction = z.output<typeof httpAction>

/** One statement that only reads, or a script that may write. Values are parameters: `:data_Name`. */
const sqlAction = z.strictObject({
  kind: z.literal('sql'),
  sql: z.string().trim().min(1).max(30_000),
  /** True to write. The author needs the right to write by SQL. */
  write: z.boolean().default(false),
})
export type SqlAction = z.output<typeof sqlAction>

/** JavaScript that runs in a sandbox, with limits of time and memory. */
const scriptAction = z.strictObject({ kind: z.literal('script'), code: z.string().trim().min(1).max(50_000) })

/** Downloads a file into an existing table. Headers name its columns. */
const importAction = z.strictObject({
  kind: z.literal('import'),
  url,
  table: tableName,
  /** Columns that identify existing rows, which the import updates. None adds all rows. */
  key: z.array(tableName).max(16).default([]),
})

export const exportFormats = ['csv', 'json', 'ndjson', 'xlsx', 'sql'] as const

/** Writes a file of all rows of a table. Each run replaces the file of the same day. */
const exportAction = z.strictObject({
  kind: z.literal('export'),
  table: tableName,
  format: z.enum(exportFormats),
  /** Folder inside the exports of the project. */
  folder: z.string().trim().max(100).default(''),
})

const emailAction = z.strictObject({
  kind: z.literal('email'),
  to: z.array(z.string().trim().min(3).max(320)).min(1).max(50),
  subject: line,
  text: z.string().min(1).max(20_000),
})

/** Posts a text to a chat: an incoming webhook of Slack, Discord, Teams, Mattermost and others. */
const chatAction = z.strictObject({ kind: z.literal('chat'), url, text: z.string().trim().min(1).max(4_000) })

/** Sends a text through an installed plugin of the project. */
const messageAction = z.strictObject({
  kind: z.literal('message'),
  plugin: z.enum(pluginIds),
  /** Channel of a chat; empty for services without one. */
  channel: z.string().max(2_000).default(''),
  /** Telephone number as +4915112345678, for services that need one. It may hold a variable. */
  to: z
    .string()
    .trim()
    .max(200)
    .refine((text) => text === '' || text.includes('{{') || recipientPattern.test(text))
    .default(''),
  text: z.string().trim().min(1).max(4_000),
})
export type MessageAction = z.output<typeof messageAction>

/** Most snapshots that a job keeps. */
export const snapshotsKeptMax = 100

/** Takes a snapshot of the project, and deletes older ones of the same job. */
const snapshotAction = z.strictObject({
  kind: z.literal('snapshot'),
  /** Newest snapshots of the job that stay. */
  keep: z.int().min(1).max(snapshotsKeptMax).default(7),
})

export const jobAction = z.discriminatedUnion('kind', [
  httpAction,
  sqlAction,
  importAction,
  exportAction,
  emailAction,
  chatAction,
  messageAction,
  snapshotAction,
  scriptAction,
])
export type JobAction = z.output<typeof jobAction>
export const jobActionKinds = [
  'http',
  'sql',
  'import',
  'export',
  'email',
  'chat',
  'message',
  'snapshot',
  'script',
] as const satisfies readonly JobAction['kind'][]

/** Sets fields of the record that started an automation. */
const changeAction = z.strictObject({
  kind: z.literal('change'),
  values: z
    .array(z.strictObject({ column: tableName, value: z.string().max(10_000) }))
    .min(1)
    .max(50),
})
export type ChangeAction = z.output<typeof changeAction>

/** A step of an automation. */
export const stepAction = z.discriminatedUnion('kind', [
  httpAction,
  emailAction,
  chatAction,
  messageAction,
  changeAction,
  sqlAction,
  scriptAction,
])
export type StepAction = z.output<typeof stepAction>
export const stepKinds = [
  'http',
  'email',
  'chat',
  'message',
  'change',
  'sql',
  'script',
] as const satisfies readonly StepAction['kind'][]
