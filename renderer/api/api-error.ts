import { errorCatalogue, type ErrorCode, type ErrorDetails } from '@common/errors'
import { isMessage, type Message } from '@common/messages'
import { serverText, t } from '@renderer/i18n'

/** What went wrong without an answer of our server. */
export type ClientErrorCode = 'SERVER_UNREACHABLE' | 'CANCELLED' | 'ANSWER_UNREADABLE'

/** A failed call, in the shape of the server's `{msg, code, details}` plus its status (0: no answer). */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    /** The text in English, or of the page itself. Show `messageOf(error)` instead. */
    readonly msg: string,
    readonly status: number,
    readonly details: ErrorDetails = {},
    /** Id of a fault of ours, under which the server's log keeps the cause. */
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

/** Returns the text to show for anything thrown. S1 §8: the server's msg, else 'Some internal error occurred'. */
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

/** Turns an error answer into an ApiError. A body that is not ours (a proxy's page) keeps its status. */
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
