import type { AnyMessage, MessageParam, MessageParams } from '@common/messages'
import { i18n, renderMessage } from './i18n'
import type { TranslationKey } from './keys'

/** A sentence as data, which can be stored and shown in another language; or a text as it is. */
export type Sentence = AnyMessage | string

/** Makes a sentence: `sentence('undo.added', { record, table })`. Values can be sentences too. */
export const sentence = (
  key: TranslationKey,
  params: Readonly<Record<string, MessageParam | AnyMessage | readonly AnyMessage[]>> = {},
): AnyMessage => ({ key, params: params as MessageParams })

/** Returns a sentence in the reader's language. */
export const sentenceText = (given: Sentence): string => (typeof given === 'string' ? given : renderMessage(given))

/** Returns a sentence with its present text, which a page shows that has not loaded the texts of its feature. */
export const withOwnText = (given: Sentence): Sentence =>
  typeof given === 'string' ? given : { ...given, text: sentenceText(given) }

/** Loads the texts of sentences that are shown before their feature, such as those of an earlier page. */
export async function loadSentences(sentences: readonly Sentence[]): Promise<void> {
  const namespaces = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { key } = value as { readonly key?: unknown }
    if (typeof key === 'string') namespaces.add(key.split('.')[0] ?? '')
    for (const inner of Object.values(value)) collect(inner)
  }
  for (const each of sentences) collect(each)
  await i18n.loadNamespaces([...namespaces])
}
