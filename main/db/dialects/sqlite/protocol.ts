import type { StoredValue } from '@common/columns/column-type'
import type { ErrorCode, ErrorDetails } from '@common/errors'
import type { JsonRows, RowsToAppend, Step } from '@main/db/database'

/**
 * What the server and its SQLite threads say to each other. Requests and answers travel in bundles, as tuples:
 * a message costs far more than what is in it, and names of properties would be copied with each one.
 */

/** How a thread opens a database. */
export interface OpenSpec {
  readonly filename: string
  /** Expected identity of the file; absent while the file is being created. */
  readonly identity?: string | undefined
  /** `inPlace`: somebody else's file, in which opening changes nothing. */
  readonly mode: 'builtIn' | 'inPlace'
  /** `guardedWrite`: runs in a killable process, so any SQL of the schema may run. */
  readonly access: 'read' | 'write' | 'guardedWrite'
  /** How long a statement waits for another connection's lock, in milliseconds. */
  readonly busyTimeoutMs: number
  /** Makes the file when it is not there. */
  readonly create: boolean
}

/** Slot: index into the shared memory, which identifies the job until it is answered. */
export type Request =
  | readonly [kind: 'open', databaseId: number, spec: OpenSpec]
  | readonly [
      kind: 'read',
      slot: number,
      databaseId: number,
      sql: string,
      params: Params,
      pace: Pace,
      asStored: readonly number[] | undefined,
    ]
  | readonly [kind: 'json', slot: number, databaseId: number, sql: string, params: Params, pace: Pace, shape: string]
  | readonly [kind: 'keys', slot: number, databaseId: number, sql: string, params: Params, max: number]
  | readonly [kind: 'write', slot: number, databaseId: number, steps: readonly Step[]]
  | readonly [kind: 'append', slot: number, databaseId: number, rows: RowsToAppend]
  | readonly [kind: 'insertJson', slot: number, databaseId: number, rows: JsonRows]
  | readonly [kind: 'schema', slot: number, databaseId: number, steps: readonly Step[]]
  | readonly [kind: 'version', slot: number, databaseId: number]
  | readonly [kind: 'close', slot: number, databaseId: number]
  | readonly [kind: 'end']

/** Builds a job's request for its connection. */
export type MakeRequest = (of: { readonly slot: number; readonly id: number; readonly pace: Pace }) => Request

/** Code of the failure of a read that was tried in vain. */
export const notShortCode = 'NOT_SHORT'
/** Code of the failure of a write that may run SQL of the schema, which may never end. Nothing was written. */
export const needsGuardCode = 'NEEDS_GUARD'
/** Error code of a job whose file was replaced or deleted. Nothing was written. */
export const fileReplacedCode = 'FILE_REPLACED'
export type Params = readonly StoredValue[]

/**
 * How a read goes about it. `steady` looks now and then whether anybody still waits; `tried` does too, and gives up
 * when it turns out not to be short.
 */
export type Pace = 'short' | 'tried' | 'steady'

/** Answers of a message, and the bytes that some of them are a part of. */
export type AnswerMessage = readonly [bytes: ArrayBuffer | null, answers: readonly Answer[]]
export type Answer =
  | readonly [slot: number, kind: 'bytes', from: number, length: number]
  | readonly [slot: number, kind: 'value', value: unknown]
  | readonly [slot: number, kind: 'failed', failure: Failure]

/** The number that changes with other connections' writes, and the connection for which it counts; the schema's. */
export type VersionAnswer = readonly [connection: string, dataVersion: number, schemaVersion: number]

/** An error as a value: classes do not survive the way between threads. */
export type Failure =
  | { readonly kind: 'app'; readonly code: ErrorCode; readonly details: ErrorDetails }
  | {
      readonly kind: 'driver'
      readonly code: string
      readonly message: string
      readonly verb: Verb | undefined
      /** The row of a batch that failed. */
      readonly at?: { readonly step: number; readonly row: number } | undefined
    }

/** What the failing statement did: SQLite says only that a foreign key failed, not which way. */
export type Verb = 'insert' | 'update' | 'delete'

export interface WorkerData {
  /** The first number wakes the thread; each of the others is the state of a slot. */
  readonly shared: SharedArrayBuffer
}

/** Jobs that a thread can hold at once; more wait outside. */
export const slotCount = 1_024
export const wakeIndex = 0

/** States of a slot. Both sides change it by compare-and-exchange only, so that a job is either run or refused. */
export const slotState = { queued: 0, running: 1, cancelled: 2 } as const
