import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'

const label = '(?!-)[\\p{L}\\p{M}\\p{N}_-]{1,63}(?<!-)'
const domain = `(?:${label}\\.)+(?!\\d+[:/?#]|\\d+$)${label}\\.?`
const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const address = `${byte}(?:\\.${byte}){3}|\\[[\\da-fA-F:.]{2,45}\\]`
const rest = '(?::(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d\\d|6[0-4]\\d{3}|[1-5]?\\d{1,4}))?(?:[/?#][^\\s<>"]*)?'

let compiled: RegExp | undefined

/**
 * With a scheme, any host, IP address or local name. Without a scheme, a domain. Compiled on first use: that takes 10 ms,
 * which each thread and page would spend at its start.
 */
const form = (): RegExp =>
  (compiled ??= new RegExp(
    `^(?:(?:https?|ftp)://(?:[^\\s/?#@<>"]+@)?(?:${domain}|${address}|${label})|${domain})${rest}$`,
    'iu',
  ))

const isAddress = (text: string): boolean => text.length <= 8_192 && form().test(text)

/** A web address. Rejects `javascript:` and other schemes that run code. */
export const url: ColumnType = {
  ...textBase,
  ...checkedText((text) => (isAddress(text) ? accept(text) : refuse('notUrl'))),
  name: 'URL',
  icon: 'world',
  keyboard: 'url',
  reverses: 'form',
  covers: 'web',
  opens: 'web',
  storage: 'longText',
  display: 'link',
  jsonSchema: { type: 'string', format: 'uri-reference' },
  // A word with a dot may be a file name, so only texts with a scheme or www count.
  guess: (texts) =>
    guessBy(0.97, texts, (text) => /^(?:https?:\/\/|www\.)/i.test(text.trim()) && isAddress(text.trim())),
}
