import { message, type Message, type MessageParams } from '@common/messages'
import type { ErrorCode } from './catalogue'
import type { ErrorDetails } from './app-error'

/** Returns the text of an error as a message: `errors.<CODE>`, with the error's details as values. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): Message {
  return message(`errors.${code}`, details as MessageParams)
}
