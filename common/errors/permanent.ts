import type { AppError } from './app-error'

/** Errors of the server's state or of another server, which may succeed later. */
const temporaryStatuses = new Set([408, 409, 425, 429, 499])

/** True if the same attempt will fail again, because of its input or the rights of its caller. */
export function isPermanent({ status }: AppError): boolean {
  return status < 500 && !temporaryStatuses.has(status)
}
