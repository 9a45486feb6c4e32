/**
 * Finds text that breaks the rules of "Words" in CONTRIBUTING.md: openings without a subject, and private words where
 * the trade has one. `npm run counts` and an architecture test use it.
 */
import { parseSync } from 'vite'

/** Openings of sentences without a subject: "Of a folder that is dropped it is said …". */
const opening = /(?:^|[.!?:]\s+)(?:Of|What|Who|Whoever|That|Those|Whether|Nobody|Somebody)\b(?![^.!?]*\?)/gu

/** Private words, each with the trade's word. */
const privateWords = [
  [/\b(?:is|are|was|were|be|been|being|has|have|had|gets?)?\s?\bkept\b/giu, 'cached, stored, saved'],
  [/\banew\b/giu, 'again, fresh'],
  [/\basked for ahead\b/giu, 'prefetched'],
  [/\bwhole or (?:absent|not at all)\b/giu, 'atomic, all or nothing'],
  [/\bfound otherwise\b/giu, 'changed by another client'],
  [/\b(?:is|are|was|were|be|been) (?:told|heard)\b/giu, 'notified'],
  [/\b(?:takes?|took|taking) turns\b/giu, 'waits in a queue'],
  [/\bfiner\b/giu, 'tie-breaker'],
  [/\b(?:taken|takes|took) away\b/giu, 'removed, deleted'],
  [/\bgone for good\b/giu, 'purged'],
  [/\bbrought back\b/giu, 'restored'],
  [/\bwho asks?\b/giu, 'principal, caller'],
  [/\b(?:some|no)body\b/giu, 'a named actor'],
  [/\bis judged\b|\bare judged\b|\bto judge\b/giu, 'validated'],
  [/\bstands? there else\b/giu, 'default, fallback'],
]

/** Returns the faults of a text, each with its position and the advice. */
export function languageFaults(text) {
  return [
    ...Array.from(text.matchAll(opening), ({ 0: found, index }) => ({ index, found, say: 'a verb or a noun first' })),
    ...privateWords.flatMap(([pattern, say]) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ index, found: found.trim(), say })),
    ),
  ]
}

/** Returns the comments of a source, each with its line. Merges comments of consecutive lines. */
export function commentsOf(path, text) {
  const { comments } = parseSync(path, text)
  const blocks = []
  for (const { type, value, start, end } of comments) {
    const line = text.slice(0, start).split('\n').length
    const plain = value.replaceAll(/^\s*\*+ ?/gm, '').trim()
    const previous = blocks.at(-1)
    if (type === 'Line' && previous?.type === 'Line' && text.slice(previous.end, start).trim() === '') {
      previous.text += ` ${plain}`
      previous.end = end
    } else blocks.push({ type, line, end, text: plain })
  }
  return blocks.filter(({ text: comment }) => !/^(?:eslint|oxlint|@ts-|@vite|#__)/.test(comment))
}

/** Returns a document without code blocks, inline code and addresses, so that only its sentences are checked. */
export function proseOf(document) {
  return document
    .replaceAll(/^(`{3,}).*?^\1/gms, (code) => code.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, 'x'))
    .replaceAll(/\]\([^)]*\)|@param \w+/g, (name) => name.replaceAll(/[^\n]/g, 'x'))
}
