import type { Message } from '@common/messages'
import { errorCatalogue, type ErrorCode } from './catalogue'

/**
 * Values that fill the error's sentence, sent to the caller. They may be messages. They never hold driver words, paths
 * or secrets.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** The error class of the app. Thrown where the problem is detected, translated once at the edge. */
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

/** JSON body of an error response. */
export interface WireError {
  readonly msg: string
  readonly code: ErrorCode
  readonly details?: ErrorDetails
  /** The text as data, for callers that show it in another language. */
  readonly message?: Message
  /** Present for internal errors (500): the id of the log entry with the cause. */
  readonly id?: string
}
