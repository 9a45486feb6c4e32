import type { Message } from '@common/messages'
import { errorCatalogue, type ErrorCode } from './catalogue'

/**
 * Values that fill the error's sentence, sent to the caller. They may be messages. They never hold driver words, paths
 * or secrets.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** The one error class. Thrown where the fact is known, translated once at the edge. */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    options?: { readonly cause?: unknown },
  ) {
    super(code, options)
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** The JSON body of every error answer. */
export interface WireError {
  readonly msg: string
  readonly code: ErrorCode
  readonly details?: ErrorDetails
  /** The text as data, for callers that show it in another language. */
  readonly message?: Message
  /** Present on faults of ours (500): the id under which the log keeps the cause. */
  readonly id?: string
}
