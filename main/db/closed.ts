import { AppError } from '@common/errors'
import { message } from '@common/messages'

/** Returns the error of a request to a database that Basalt has closed meanwhile. */
export function closedError(): AppError {
  return new AppError('DATABASE_UNAVAILABLE', { reason: message('connectionFailures.closedHere') })
}
