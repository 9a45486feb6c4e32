import type { StoredValue } from '@common/columns/column-type'
import type { ErrorCode, ErrorDetails } from '@common/errors'
import type { JsonRows, RowsToAppend, Step } from '@main/db/statement'

/**
 * Messages between the server and its SQLite threads. They travel in batches and as tuples, because each message has a
 * high fixed cost, and property names would be copied with each.
 */

/** How a thread opens a database. */
export interface OpenSpec {
  readonly filename: string
  /** Expected identity of the file; absent while the file is being created. */
  readonly identity?: string | undefined
  /** `inPlace`: the user's file, in which opening changes nothing. */
  readonly mode: 'builtIn' | 'inPlace'
  /** `guardedWrite`: runs in a killable process, so any SQL of the schema may run. */
  readonly access: 'read' | 'write' | 'guardedWrite'
  /** How long a statement waits for another connection's lock, in milliseconds. */
  readonly busyTimeoutMs: number
  /** Creates a missing file. */
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
  | readonly [kind: 'query', slot: number, databaseId: number, sql: string, rowsMax: number]
  | readonly [kind: 'keys', slot: number, databaseId: number, sql: string, params: Params, max: number]
  | readonly [kind: 'copy', slot: number, databaseId: number, path: string]
  | readonly [kind: 'write', slot: number, databaseId: number, steps: readonly Step[]]
  | readonly [kind: 'append', slot: number, databaseId: number, rows: RowsToAppend]
  | readonly [kind: 'insertJson', slot: number, databaseId: number, rows: JsonRows]
  | readonly [kind: 'schema', slot: number, databaseId: number, steps: readonly Step[]]
  | readonly [kind: 'version', slot: number, databaseId: number]
  | readonly [kind: 'close', slot: number, databaseId: number]
  | readonly [kind: 'end']

/** Builds a job's request for its connection. */
export type MakeRequest = (of: { readonly slot: number; readonly id: number; readonly pace: Pace }) => Request

/** Error code of a read that exceeded the limit of short reads. */
export const notShortCode = 'NOT_SHORT'
/** Error code of a write that may run SQL of the schema without end. Nothing was written. */
export const needsGuardCode = 'NEEDS_GUARD'
/** Error code of a job whose file was replaced or deleted. Nothing was written. */
export const fileReplacedCode = 'FILE_REPLACED'
export type Params = readonly StoredValue[]

/**
 * How a read checks for cancellation. `short`: not at all. `steady`: regularly. `tried`: regularly, and gives up if it
 * exceeds the limit of short reads.
 */
export type Pace = 'short' | 'tried' | 'steady'

/** Answers in one message, and the bytes that some of them reference. */
export type AnswerMessage = readonly [bytes: ArrayBuffer | null, answers: readonly Answer[]]
export type Answer =
  | readonly [slot: number, kind: 'bytes', from: number, length: number]
  | readonly [slot: number, kind: 'value', value: unknown]
  | readonly [slot: number, kind: 'failed', failure: Failure]

/** The data version with its connection, and the schema version. */
export type VersionAnswer = readonly [connection: string, dataVersion: number, schemaVersion: number]

/** An error as a value, because classes don't survive the transfer between threads. */
export type Failure =
  | { readonly kind: 'app'; readonly code: ErrorCode; readonly details: ErrorDetails }
  | {
      readonly kind: 'driver'
      readonly code: string
      readonly message: string
      readonly verb: Verb | undefined
      /** Position of the failed row in a batch. */
      readonly at?: { readonly step: number; readonly row: number } | undefined
    }

/** Kind of the failed statement. SQLite reports a failed foreign key without its direction. */
export type Verb = 'insert' | 'update' | 'delete'

export interface WorkerData {
  /** The first number wakes the thread; each other one is the state of a slot. */
  readonly shared: SharedArrayBuffer
}

/** Maximum number of jobs in a thread; further ones wait outside. */
export const slotCount = 1_024
export const wakeIndex = 0

/** States of a slot. Both sides use compare-and-exchange only, so that a job either runs or is rejected. */
export const slotState = { queued: 0, running: 1, cancelled: 2 } as const
