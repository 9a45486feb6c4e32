import type { Message } from '@common/messages'
import { i18n, renderMessage } from './i18n'

/**
 * Returns a text of the server in the reader's language. Falls back to the server's English for a text that this page
 * doesn't know.
 */
export function serverText(english: string | undefined, message: Message | undefined): string {
  const isEnglish = i18n.language === 'en' && english !== undefined && english !== ''
  return isEnglish || message === undefined || !i18n.exists(message.key) ? (english ?? '') : renderMessage(message)
}

/** Returns a list of texts of the server, such as the notes of a restore. */
export const serverTexts = (english: readonly string[], messages: readonly Message[] = []): string[] =>
  english.map((text, at) => serverText(text, messages[at]))
