import type { Message } from '@common/messages'
import { i18n, renderMessage } from './i18n'

/**
 * Returns a text of the server in the reader's language: its message where the page has the texts, else the text of the
 * answer, which is in the language of the page that asked.
 */
export function serverText(text: string | undefined, message: Message | undefined): string {
  return message === undefined || !i18n.exists(message.key) ? (text ?? '') : renderMessage(message)
}

/** Returns a list of texts of the server, such as the notes of a restore. */
export const serverTexts = (texts: readonly string[], messages: readonly Message[] = []): string[] =>
  texts.map((text, at) => serverText(text, messages[at]))
