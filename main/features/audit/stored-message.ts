import { isMessage, type Message } from '@common/messages'

/** Returns a message as the store holds it: JSON. */
export const storedMessage = ({ key, params }: Message): string => JSON.stringify({ key, params })

/** Reads what the store holds. Lines of older versions hold finished text. */
export function readStoredMessage(text: string): Message | string {
  if (!text.startsWith('{"key":')) return text
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : text
  } catch {
    return text
  }
}
