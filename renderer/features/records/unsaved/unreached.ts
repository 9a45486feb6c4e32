import { ApiError, isApiError } from '@renderer/api'
import { sentence, sentenceText } from '@renderer/i18n'

/**
 * True if an error isn't about the request itself: the server is unreachable, a proxy answers in its place, or the
 * session has ended. A retry may succeed.
 */
export function isUnreached(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === 'SERVER_UNREACHABLE' || error.status === 401 || [502, 503, 504].includes(error.status)
}

/**
 * Waits for work that can't be queued, because it needs a key from the database.
 *
 * @throws ApiError that says so
 */
export async function neededServer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isApiError(error) || !isUnreached(error)) throw error
    const text = sentence('grid.links.createOffline')
    throw new ApiError(error.code, sentenceText(text), error.status, error.details, undefined, { cause: error }, text)
  }
}
