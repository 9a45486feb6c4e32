/**
 * Reads the catalogues and finds their faults. `npm run locales` and a test of the architecture use it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Only the project's Node loads these: a package, and TypeScript.
const { tagOfLanguage: tagOf } = await import('../../common/messages/languages.ts')
const { flattenTexts, nestTexts } = await import('../../common/messages/flat-texts.ts')
const {
  formProblems,
  isPartlyEnglish,
  leftoverEnglish: englishIn,
  shownWords,
} = await import('../../common/messages/translation-check.ts')

export { tagOf }

/** Languages with a folder, without the source. */
export const translations = (root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name)
    .toSorted()

/** Returns every message of a language by its full key: `grid.columnMenu.hide`. */
export function readTexts(root, code) {
  const texts = new Map()
  const folder = join(root, code)
  for (const file of existsSync(folder) ? readdirSync(folder).toSorted() : [])
    flattenTexts(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file.slice(0, -'.json'.length)}.`, texts)
  return texts
}

/** Writes the texts of a language in the order of the source: a file for each namespace, and none for keys without one. */
export function writeTexts(root, code, texts, source) {
  mkdirSync(join(root, code), { recursive: true })
  for (const [namespace, content] of Object.entries(nestTexts(source.keys(), texts)))
    writeFileSync(join(root, code, `${namespace}.json`), `${JSON.stringify(content, null, 2)}\n`)
}

/** Returns what is wrong with the form of a translation: as sentences, none if it fits its source. */
export const problemsOf = (source, text, code) => formProblems(source, text, tagOf(code)).map(sentenceOf)

/** Returns a problem as `npm run locales -- check` prints it. */
function sentenceOf(problem) {
  switch (problem.kind) {
    case 'notIcu':
      return `isn't an ICU message: ${problem.reason}`
    case 'lacksCategory':
      return `the plural of ${problem.name} lacks "${problem.category}"`
    case 'hidesNumber':
      return `the plural of ${problem.name} needs its number in "one", or "=1" beside it`
    case 'lacks':
      return `lacks ${problem.part}`
    default:
      return `has unknown ${problem.part}`
  }
}

/** Returns the English that a translation still contains, but for words of the trade. */
export const leftoverEnglish = (key, source, text, code) => englishIn(key, source, text, tagOf(code))

/** Returns the keys that a language lacks, and those that the source doesn't have. */
export function comparedKeys(source, texts) {
  return {
    missing: [...source.keys()].filter((key) => !texts.has(key)),
    unused: [...texts.keys()].filter((key) => !source.has(key)),
  }
}

/** Languages that a hurried translator could copy from each other. */
export const neighbours = [
  ['ru', 'uk'],
  ['zh_CN', 'zh_TW'],
  ['zh_CN', 'zh_HK'],
  ['zh_TW', 'zh_HK'],
  ['da', 'no'],
  ['no', 'sv'],
  ['hr', 'sl'],
]

/**
 * Returns the share of sentences that two languages write alike, from 0 to 1. A sentence has at least 24 letters, or
 * 12 of Chinese: shorter texts are often the same word.
 */
export function sharedSentences(one, other) {
  const length = (text) => shownWords(text).join('').length
  const sentences = [...one].filter(
    ([key, text]) => other.has(key) && !isPartlyEnglish(key) && length(text) >= (/\p{sc=Han}/u.test(text) ? 12 : 24),
  )
  const same = sentences.filter(([key, text]) => other.get(key) === text)
  return { keys: same.map(([key]) => key), share: sentences.length === 0 ? 0 : same.length / sentences.length }
}
