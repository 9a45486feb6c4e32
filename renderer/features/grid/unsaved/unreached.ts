import { isApiError } from '@renderer/api'

/**
 * True if an error isn't about the request itself: the server is unreachable, a proxy answers in its place, or the
 * session has ended. A retry may succeed.
 */
export function isUnreached(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === 'SERVER_UNREACHABLE' || error.status === 401 || [502, 503, 504].includes(error.status)
}
