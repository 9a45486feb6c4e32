/**
 * Reads the catalogues and finds their faults. `npm run locales` and a test of the architecture use it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Only the project's Node loads these: a package, and TypeScript.
const { IntlMessageFormat } = await import('intl-messageformat')
const { tagOfLanguage: tagOf } = await import('../../common/messages/languages.ts')

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
  const take = (part, start) => {
    for (const [name, value] of Object.entries(part))
      if (typeof value === 'string') texts.set(start + name, value)
      else take(value, `${start}${name}.`)
  }
  const folder = join(root, code)
  for (const file of existsSync(folder) ? readdirSync(folder).toSorted() : [])
    take(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file.slice(0, -'.json'.length)}.`)
  return texts
}

const plain = { placeholders: new Set(), lacking: [] }
const shapes = new Map()

const types = { argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 }

/**
 * Returns the placeholders of a message, such as `{count, plural}`, `{kind, select, table other}` and `<link>`, and what
 * its plurals lack.
 *
 * @throws if the text is no ICU message
 */
function shapeOf(text, tag) {
  if (!/[{<']/.test(text)) return plain
  const known = shapes.get(`${tag} ${text}`)
  if (known !== undefined) return known
  const placeholders = new Set()
  const lacking = []
  const visit = (nodes) => {
    for (const { type, value, options, children, pluralType } of nodes) {
      if (type === types.tag) placeholders.add(`<${value}>`)
      else if (type === types.select)
        placeholders.add(`{${value}, select, ${Object.keys(options).toSorted().join(' ')}}`)
      else if (type === types.plural) {
        placeholders.add(`{${value}, ${pluralType === 'ordinal' ? 'selectordinal' : 'plural'}}`)
        const { pluralCategories } = new Intl.PluralRules(tag, { type: pluralType }).resolvedOptions()
        for (const category of pluralCategories)
          if (options[category] === undefined) lacking.push(`the plural of ${value} lacks "${category}"`)
        if (hidesNumber(value, options, tag))
          lacking.push(`the plural of ${value} needs its number in "one", or "=1" beside it`)
      } else if (type >= types.argument && type <= types.time)
        placeholders.add(type === types.argument ? `{${value}}` : `{${value}, ${['number', 'date', 'time'][type - 2]}}`)
      for (const option of Object.values(options ?? {})) visit(option.value)
      if (children !== undefined) visit(children)
    }
  }
  visit(new IntlMessageFormat(text, tag).getAst())
  const shape = { placeholders, lacking }
  // English is compared with every language.
  if (tag === 'en') shapes.set(`${tag} ${text}`, shape)
  return shape
}

/** True if "one" of a plural shows no number where it stands for several: Russian counts 1, 21 and 31 alike. */
function hidesNumber(name, options, tag) {
  if (options.one === undefined || options['=1'] !== undefined) return false
  const rules = new Intl.PluralRules(tag)
  if (!Array.from({ length: 200 }, (_, at) => at + 2).some((number) => rules.select(number) === 'one')) return false
  const shows = ({ value }) =>
    value.some(
      (node) =>
        node.type === types.pound ||
        (node.value === name && (node.type === types.argument || node.type === types.number)) ||
        Object.values(node.options ?? {}).some(shows) ||
        (node.children !== undefined && shows({ value: node.children })),
    )
  return !shows(options.one) && Object.values(options).some(shows)
}

/** Writes the texts of a language in the order of the source: a file for each namespace, and none for keys without one. */
export function writeTexts(root, code, texts) {
  const files = new Map()
  for (const key of readTexts(root, 'en').keys()) {
    const text = texts.get(key)
    if (text === undefined) continue
    const [namespace, ...path] = key.split('.')
    const last = path.pop()
    const content = files.get(namespace) ?? {}
    files.set(namespace, content)
    let part = content
    for (const name of path) part = part[name] ??= {}
    part[last] = text
  }
  mkdirSync(join(root, code), { recursive: true })
  for (const [namespace, content] of files)
    writeFileSync(join(root, code, `${namespace}.json`), `${JSON.stringify(content, null, 2)}\n`)
}

/** Returns what is wrong with the form of a translation: as sentences, none if it fits its source. */
export function problemsOf(source, text, code) {
  let own
  try {
    own = shapeOf(text, tagOf(code))
  } catch (error) {
    return [`isn't an ICU message: ${error.message}`]
  }
  const { placeholders } = shapeOf(source, 'en')
  return [
    ...own.lacking,
    ...[...placeholders].filter((each) => !own.placeholders.has(each)).map((each) => `lacks ${each}`),
    ...[...own.placeholders].filter((each) => !placeholders.has(each)).map((each) => `has unknown ${each}`),
  ]
}

/** Returns the keys that a language lacks, and those that the source doesn't have. */
export function comparedKeys(source, texts) {
  return {
    missing: [...source.keys()].filter((key) => !texts.has(key)),
    unused: [...texts.keys()].filter((key) => !source.has(key)),
  }
}

/** Texts that contain English on purpose: search words, help of the command line, statements. */
const isPartlyEnglish = (key) =>
  /^columnTypes\..*\.words$|^command\.(?:help|helpOf\..*|completionShell)$|^server\.usage$|^sql\.snippets\./.test(key)

/** Words of the trade, which are the same in every language. A translator may still use a word of the language. */
export const englishWords = new Set(
  `absent accept altered and artists backups base basalt bash bin bucket build byte case completion cron csv curl deflate
  device down endpoint export false fetch file filename get grpc gzip hash host http https import input insert issue join jpg
  json jwt kanban left localhost log mailto markdown materialized meta name ndjson none npm null open pdf pixel plugin port price
  proxy query records reflection regex run script select serve server sheet sql staging start storage string tel terminal text title token
  true tsv tuple url value variables webhook webhooks xlsx year zip zsh`.split(/\s+/),
)

/** Returns the words that a reader sees, without placeholders, tags, code and addresses. */
const shownWords = (text) =>
  text
    .replaceAll(/\{\s*\w+\s*(?:,\s*(?:plural|select|selectordinal)\s*,|(?:,[^{}]*)?\})/g, ' ')
    .replaceAll(/<\/?\w+\/?>/g, ' ')
    .replaceAll(/[=\w]+\s*\{/g, ' ')
    // Addresses, options, file names and other code.
    .replaceAll(/[\w./@:_=<>?&%+*()[\]"$#|-]*(?:[./@:_=<>()]\w|\w[./_=<(]|--|\.\w)[\w./@:_=<>?&%+*()[\]"$#|-]*/g, ' ')
    .match(/[\p{L}\p{M}'’]+/gu) ?? []

/** English words that no other language of Latin script writes the same, unless it quotes English. */
const englishOnly = new Set(
  'the this these those your you with without which would should could when where what isn’t aren’t doesn’t can’t because there their between through their about after before'.split(
    ' ',
  ),
)

/** Returns the English that a translation still contains, but for words of the trade. */
export function leftoverEnglish(key, source, text, code, allowed = englishWords) {
  if (isPartlyEnglish(key)) return []
  const words = shownWords(text)
  if (isLatin(code)) {
    // Keywords of SQL are upper case.
    const own = words.filter((word) => !/^\p{Lu}+$/u.test(word)).map((word) => word.toLowerCase())
    const found = own.filter((word) => englishOnly.has(word))
    const isCopied = text === source && own.filter((word) => word.length > 2 && !allowed.has(word)).length > 2
    return [...found, ...(isCopied ? [text] : [])]
  }
  return words.filter((word) => /^[a-z]{3,}$/.test(word) && !allowed.has(word))
}

/** True for languages that are written with Latin letters. */
const isLatin = (code) => new Intl.Locale(tagOf(code)).maximize().script === 'Latn'

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
