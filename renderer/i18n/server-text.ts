import type { Message } from '@common/messages'
import { sentenceText, type Sentence } from './sentence'

/**
 * Returns a text of the server in the reader's language: its message where the page has the texts, else the text of the
 * answer, which is in the language of the page that asked.
 */
export const serverText = (text: string | undefined, message: Message | undefined): string =>
  sentenceText(serverSentence(text, message))

/** Returns a text of the server as data, to store it and to show it in any language. */
export const serverSentence = (text = '', message?: Message): Sentence =>
  message === undefined ? text : { ...message, text }

/** Returns a list of texts of the server as data, such as the notes of a restore. */
export const serverSentences = (texts: readonly string[], messages: readonly Message[] = []): Sentence[] =>
  texts.map((text, at) => serverSentence(text, messages[at]))
