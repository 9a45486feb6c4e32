import type { AppError, WireError } from '@common/errors'
import { wireError } from './messages'

interface GraphqlError {
  readonly message: string
  readonly path?: readonly string[]
  readonly extensions: Pick<WireError, 'code' | 'details' | 'message'>
}

/**
 * Returns an error as GraphQL sends it: the English sentence, and in `extensions` the code, its facts, and the message
 * for readers of other languages.
 *
 * @param path  the field that failed; absent if the whole request failed
 */
export function graphqlError(error: AppError, path?: string): GraphqlError {
  const { msg, code, details, message } = wireError(error)
  return {
    message: msg,
    ...(path !== undefined && { path: [path] }),
    extensions: { code, ...(details && { details }), message },
  }
}
