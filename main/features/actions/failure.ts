import { AppError, errorMessage } from '@common/errors'
import type { Message } from '@common/messages'

/** Reason of a failed action. */
export interface Failure {
  readonly message: Message
  /** Start of the response that failed. */
  readonly output: string
}

export function failureOf({ code, details: { output, ...details } }: AppError): Failure {
  return { message: errorMessage(code, details), output: typeof output === 'string' ? output : '' }
}

/** Returns the error that an action threw. Reports those that are faults of the server. */
export function actionError(error: unknown, report: (error: unknown) => void): AppError {
  const known = error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error })
  if (known.code === 'INTERNAL') report(error)
  return known
}
