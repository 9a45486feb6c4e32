import { errorCatalogue, type ErrorCode, type ErrorDetails } from '@common/errors'
import { isMessage, type Message } from '@common/messages'
import { serverText, t } from '@renderer/i18n'

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
    readonly text?: Message,
  ) {
    super(msg, options)
  }
}

export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Returns the message of any thrown value. S1 §8: the server's msg, else 'Some internal error occurred'. */
export function messageOf(error: unknown): string {
  const text = error instanceof ApiError ? serverText(error.msg, error.text) : ''
  return text === '' ? t('api.internalError') : text
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError('SERVER_UNREACHABLE', t('api.unreachable'), 0, {}, undefined, { cause })
}

export function cancelled(cause: unknown): ApiError {
  return new ApiError('CANCELLED', t('api.cancelled'), 0, {}, undefined, { cause })
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
