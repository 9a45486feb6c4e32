import { errorCatalogue, type ErrorCode, type ErrorDetails } from '@common/errors'
import { isMessage, type AnyMessage } from '@common/messages'
import { sentence, sentenceText, type Sentence } from '@renderer/i18n'

/** An error without a response of our server. */
export type ClientErrorCode = 'SERVER_UNREACHABLE' | 'CANCELLED' | 'ANSWER_UNREADABLE'

/** A failed call, in the shape of the server's `{msg, code, details}` plus its status (0: no response). */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    /** The English text, or one of the page itself. Show `messageOf(error)` instead. */
    readonly msg: string,
    readonly status: number,
    readonly details: ErrorDetails = {},
    /** Id of an internal error, under which the server's log has the cause. */
    readonly id?: string,
    options?: { readonly cause?: unknown },
    /** The text as data. */
    readonly text?: AnyMessage,
  ) {
    super(msg, options)
  }
}

/** An error of the page itself, with its text as data. */
export class PageError extends Error {
  override readonly name: string = 'PageError'

  constructor(
    readonly sentence: Sentence,
    options?: { readonly cause?: unknown },
  ) {
    super(sentenceText(sentence), options)
  }
}

export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/**
 * Returns the message of any thrown value as data, which can be stored and shown in any language. S1 §8: the server's
 * msg, else 'Some internal error occurred'.
 */
export function sentenceOf(error: unknown): Sentence {
  if (error instanceof PageError) return error.sentence
  if (!(error instanceof ApiError)) return sentence('api.internalError')
  const { msg, text } = error
  if (text !== undefined) return msg === '' ? text : { ...text, text: msg }
  return msg === '' ? sentence('api.internalError') : msg
}

/** Returns the message of any thrown value in the language of the page, for a toast or while rendering. */
export const messageOf = (error: unknown): string => sentenceText(sentenceOf(error))

export function unreachable(cause: unknown): ApiError {
  return errorOfPage('SERVER_UNREACHABLE', sentence('api.unreachable'), 0, cause)
}

export function cancelled(cause: unknown): ApiError {
  return errorOfPage('CANCELLED', sentence('api.cancelled'), 0, cause)
}

export function unreadable(status: number, cause: unknown): ApiError {
  return errorOfPage('ANSWER_UNREADABLE', sentence('api.unreadable'), status, cause)
}

function errorOfPage(code: ClientErrorCode, text: AnyMessage, status: number, cause: unknown): ApiError {
  return new ApiError(code, sentenceText(text), status, {}, undefined, { cause }, text)
}

/** Converts an error response to an ApiError. A foreign body (a proxy's page) preserves its status. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { msg, code, details, id, message } = isRecord(body) ? body : {}
  const knownCode = typeof code === 'string' && Object.hasOwn(errorCatalogue, code) ? (code as ErrorCode) : 'INTERNAL'
  return new ApiError(
    knownCode,
    typeof msg === 'string' ? msg : '',
    response.status,
    isRecord(details) ? details : {},
    typeof id === 'string' ? id : undefined,
    undefined,
    isMessage(message) ? message : undefined,
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
