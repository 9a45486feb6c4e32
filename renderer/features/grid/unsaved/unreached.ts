import { isApiError } from '@renderer/api'

/**
 * True if a call says nothing about what it carried: the server is away, a proxy answers in its place, or the session
 * has ended. The same call may succeed later.
 */
export function isUnreached(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === 'SERVER_UNREACHABLE' || error.status === 401 || [502, 503, 504].includes(error.status)
}
