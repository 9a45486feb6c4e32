import { message, type Message, type MessageParams } from '@common/messages'
import type { ErrorDetails } from './app-error'
import type { ErrorCode } from './catalogue'

/**
 * Returns the text of an error as a message: `errors.<CODE>`, with the error's details as values. The position in a
 * text counts from 1, as people do. An error about one of many rows is preceded by its place.
 */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): Message {
  const { row, position } = details
  const params = { ...details, ...(typeof position === 'number' && { character: position + 1 }) } as MessageParams
  const sentence = message(`errors.${code}`, params)
  return typeof row === 'number' ? message('errorWords.inRow', { number: row + 1, sentence }) : sentence
}
