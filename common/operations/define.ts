import type { ErrorCode } from '@common/errors'
import type { Permission } from '@common/permissions'
import type { z } from 'zod'

/** Where an operation acts: inside one project (needs `project_id`) or on the installation. */
export type OperationScope = 'installation' | 'project'

/**
 * One thing that the application can do. From the declaration follow the HTTP route
 * `POST {dashboard}/?q=sqlOp_{name}`, the IPC call, the typed client, the permission check and the tests.
 */
export interface Operation {
  /**
   * `legacy`: a call of the original. Existing scripts send keys that it never read, so the server ignores and reports
   * unknown keys (wire §1) instead of rejecting them.
   */
  readonly door?: 'legacy'
  /** A key of our own form of a legacy call. Input with this key is strict: the server rejects unknown keys. */
  readonly ownKey?: string
  /** A command changes something: it ends cached answers and shows a notification. */
  readonly kind: 'query' | 'command'
  readonly scope: OperationScope
  readonly permission: Permission
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Codes a caller should be ready for, beside those that any call can answer. */
  readonly errors: readonly ErrorCode[]
  /** Own path, beside the dashboard call: sign-in and the like. `:name` parts and the query join the input. */
  readonly http?: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    readonly path: string
    /** Description of the call in the API document. */
    readonly summary: string
    readonly aliases?: readonly string[]
  }
  /** Answered as the text that it is, with headers that its handler sets: old scripts read no JSON there. */
  readonly asText?: true
  /** Reachable by its own path only: never through the dashboard call. */
  readonly ownPathOnly?: true
}

export type Operations = Readonly<Record<string, Operation>>

/** Keeps the literal types of each declaration. */
export function defineOperations<const T extends Operations>(operations: T): T {
  return operations
}

export type InputOf<T extends Operation> = z.infer<T['input']>
export type OutputOf<T extends Operation> = z.infer<T['output']>
