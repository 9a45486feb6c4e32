import { message, type Message } from '@common/messages'
import type { Problem } from './column-type'

/** Returns why a value is rejected: `problems.<code>`, with the title of its column. */
export function problemMessage({ problem, params, column }: Problem & { readonly column: string }): Message {
  return message(`problems.${problem}`, { ...params, column })
}
