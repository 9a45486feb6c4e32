import type { Actor } from '@common/model'
import type { Operation } from '@common/operations'
import type { OperationInput, OperationOutput, Operations } from './contract'
import type { ArrivedFile, CallContext, Handlers } from './context'

/** Facts that the audit stores about a command that succeeded. */
export interface AuditFacts {
  /** `TYPE/SUBTYPE` in the terms of the wire (§14.5). */
  readonly operation: string
  /** Default: the project of the call. */
  readonly projectId?: string
  readonly table?: string
  /** E-mail address of the user, for calls without a session that prove who the user is. */
  readonly email?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

/** Null: this call leaves no line. */
type AuditRule<T extends Operation> = (call: {
  readonly input: OperationInput<T>
  readonly output: OperationOutput<T>
}) => AuditFacts | null

/**
 * Audit facts of a feature's commands. Null: the command leaves no line, because it records its own or changes nothing
 * that belongs in the audit. A command without a rule leaves a plain line with its name.
 */
export type AuditRules<T extends Operations> = { readonly [N in keyof T]?: AuditRule<T[N]> | null }

/** A command that succeeded. */
export interface CommandDone {
  readonly name: string
  readonly operation: Operation
  readonly context: CallContext
  /** The actor, with the origin `undo` if an undo made the call. */
  readonly by: Actor
  /** Details that the handler adds to those of the audit rule. */
  readonly notes: Readonly<Record<string, unknown>>
  /** Name of the table that the handler names for the audit. */
  readonly notedTable?: string | undefined
  /** Audit facts of a call that only scripts make; null if it leaves no line. */
  readonly audit?: AuditFacts | null
}

/** Contributions of a feature to the server. `RowsChange` is the change event of the data engine. */
export interface FeatureModule<T extends Operations, RowsChange = unknown> {
  readonly handlers: Handlers<T>
  readonly audit?: AuditRules<T>
  /** Receives every change of rows after its commit. */
  readonly onRows?: (change: RowsChange) => void
  /** Resolves when all changes so far are stored. The response to a delete waits for it. */
  readonly rowsStored?: () => Promise<void>
  /** Receives every command that succeeded. */
  readonly onCommand?: (command: CommandDone) => void
  /** Resolves when everything received so far is stored. Schema changes wait for it. */
  readonly settled?: () => Promise<void>
}

/** Receives the files of a form before its operation is called. */
export interface FileReceiver {
  /** Maximum number of files in one form. Default 1. */
  readonly filesMax?: number
  /**
   * Checks rights and announced size before reading.
   *
   * @throws AppError errors of `authorize`, and of too large a file
   */
  readonly mayReceive: (context: CallContext, bytes: number | undefined) => void
  /**
   * Receives the bytes of a file after checking the rights. The operation decides about them.
   *
   * @throws AppError errors of `mayReceive`, TOO_MANY_REQUESTS, DISK_FULL
   */
  readonly receive: (
    context: CallContext,
    name: string | undefined,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<ArrivedFile>
}
