import { z } from 'zod'
import { defineOperations } from './define'

const id = z.string().regex(/^[0-9a-f]{32}$/)
const title = z.string().trim().min(1).max(200)

const snapshot = z.object({
  id: z.string(),
  title: z.string(),
  /** Number of tables and of records. */
  tables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  /** E-mail address of the person who took it, or with whose rights a job did. */
  user: z.string().nullable(),
  when: z.string(),
  /** True if a job took it. */
  scheduled: z.boolean(),
})
export type WireSnapshot = z.infer<typeof snapshot>

/** Records of one table, then and now. */
const difference = z.object({
  table: z.string(),
  title: z.string(),
  /** `created` and `deleted`: the table itself, since the snapshot. */
  state: z.enum(['same', 'changed', 'created', 'deleted']),
  added: z.number(),
  changed: z.number(),
  deleted: z.number(),
  /** True if its records differ and have keys, so that `snapshotRestoreRecords` can restore them. */
  restorable: z.boolean(),
})
export type SnapshotDifference = z.infer<typeof difference>

const ofProject = { scope: 'project', permission: 'project.configure', wholeSchema: true } as const

/** Snapshots of a project: its metadata with all records of one moment (docs/snapshots.md). */
export const snapshotOperations = defineOperations({
  /** Lists the snapshots, newest first, and the progress of one that is being taken. */
  snapshotList: {
    ...ofProject,
    reads: ['snapshots'],
    input: z.strictObject({}),
    output: z.object({
      list: z.array(snapshot),
      running: z.object({ title: z.string(), rows: z.number() }).nullable(),
    }),
    errors: [],
  },
  /** Takes a snapshot. Resolves when it is stored. Writers don't wait for it. */
  snapshotTake: {
    ...ofProject,
    changes: ['snapshots'],
    input: z.strictObject({ title: title.optional() }),
    output: snapshot,
    errors: ['SNAPSHOT_RUNNING', 'DATABASE_UNAVAILABLE', 'DISK_FULL', 'REQUEST_CANCELLED', 'NOT_SUPPORTED'],
  },
  /** Cancels the snapshot that is being taken. */
  snapshotCancel: {
    ...ofProject,
    changes: ['snapshots'],
    input: z.strictObject({}),
    output: z.object({ cancelled: z.boolean() }),
    errors: [],
  },
  /** Counts the records that were added, changed and deleted since a snapshot, by table. */
  snapshotCompare: {
    ...ofProject,
    reads: ['snapshots', 'rows', 'schema'],
    input: z.strictObject({ id }),
    output: z.array(difference),
    errors: ['SNAPSHOT_NOT_FOUND', 'DATABASE_UNAVAILABLE', 'NOT_SUPPORTED'],
  },
  /** Makes a new project on the built-in database of a snapshot, all or nothing. */
  snapshotRestore: {
    ...ofProject,
    changes: ['projects'],
    input: z.strictObject({ id, title: title.optional() }),
    output: z.object({ id: z.string(), title: z.string(), tables: z.number(), rows: z.number() }),
    errors: ['SNAPSHOT_NOT_FOUND', 'PROJECT_CREATE_DENIED', 'DISK_FULL'],
  },
  /**
   * Brings tables of a snapshot back that the project doesn't have any more, with their records, all or nothing.
   * Existing tables get titles, types and views of the snapshot; their records stay.
   */
  snapshotRestoreTables: {
    ...ofProject,
    permission: 'schema.change',
    changes: ['schema', 'metadata', 'views', 'rows'],
    input: z.strictObject({ id }),
    output: z.object({ created: z.number(), changed: z.number(), rows: z.number() }),
    errors: ['SNAPSHOT_NOT_FOUND', 'TABLE_EXISTS', 'DATABASE_UNAVAILABLE'],
  },
  snapshotDelete: {
    ...ofProject,
    changes: ['snapshots'],
    input: z.strictObject({ id }),
    output: z.literal(1),
    errors: ['SNAPSHOT_NOT_FOUND'],
  },
})
