import { IntlMessageFormat } from 'intl-messageformat'

/*
 * The faults of a translation. `npm run locales -- check`, the tests and the editor in the product use it. The command
 * loads this file without a build, so it imports no other file of ours.
 */

/** Something that is wrong with a translation. */
export type TranslationProblem =
  | { readonly kind: 'notIcu'; readonly reason: string }
  /** The plural lacks a category of the language, such as `few`. */
  | { readonly kind: 'lacksCategory'; readonly name: string; readonly category: string }
  /** "one" stands for several numbers in the language, and doesn't show the number. */
  | { readonly kind: 'hidesNumber'; readonly name: string }
  | { readonly kind: 'lacks' | 'unknown'; readonly part: string }
  | { readonly kind: 'english'; readonly words: string }

interface Shape {
  /** Such as `{count, plural}`, `{kind, select, table other}` and `<link>`. */
  readonly placeholders: ReadonlySet<string>
  readonly lacking: readonly TranslationProblem[]
}

/** Types of elements in the parser's tree, whose enumeration isn't a dependency of ours. */
const types = { argument: 1, number: 2, time: 4, select: 5, plural: 6, pound: 7, tag: 8 } as const

interface Element {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, Option>>
  readonly children?: readonly Element[]
  readonly pluralType?: Intl.PluralRuleType
}
interface Option {
  readonly value: readonly Element[]
}

const plain: Shape = { placeholders: new Set(), lacking: [] }
const shapes = new Map<string, Shape>()

/** @throws if the text is no ICU message */
function shapeOf(text: string, tag: string): Shape {
  if (!/[{<']/.test(text)) return plain
  const known = shapes.get(`${tag} ${text}`)
  if (known !== undefined) return known
  const placeholders = new Set<string>()
  const lacking: TranslationProblem[] = []
  const visit = (nodes: readonly Element[]): void => {
    for (const { type, value = '', options = {}, children, pluralType } of nodes) {
      if (type === types.tag) placeholders.add(`<${value}>`)
      else if (type === types.select)
        placeholders.add(`{${value}, select, ${Object.keys(options).toSorted().join(' ')}}`)
      else if (type === types.plural) {
        placeholders.add(`{${value}, ${pluralType === 'ordinal' ? 'selectordinal' : 'plural'}}`)
        for (const category of categoriesOf(tag)[pluralType ?? 'cardinal'])
          if (options[category] === undefined) lacking.push({ kind: 'lacksCategory', name: value, category })
        if (hidesNumber(value, options, tag)) lacking.push({ kind: 'hidesNumber', name: value })
      } else if (type >= types.argument && type <= types.time)
        placeholders.add(type === types.argument ? `{${value}}` : `{${value}, ${kinds[type - 2] ?? ''}}`)
      for (const option of Object.values(options)) visit(option.value)
      if (children !== undefined) visit(children)
    }
  }
  visit(new IntlMessageFormat(text, tag).getAst())
  const shape = { placeholders, lacking }
  // English is compared with every language.
  if (tag === 'en') shapes.set(`${tag} ${text}`, shape)
  return shape
}

const kinds = ['number', 'date', 'time']

/** Caches the facts of a language: thousands of texts ask for them. */
function perLanguage<T>(find: (tag: string) => T): (tag: string) => T {
  const found = new Map<string, T>()
  return (tag) => {
    if (!found.has(tag)) found.set(tag, find(tag))
    return found.get(tag) as T
  }
}

const categoriesOf = perLanguage((tag) => {
  const of = (type: Intl.PluralRuleType) => new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories
  return { cardinal: of('cardinal'), ordinal: of('ordinal') }
})

/** Returns the numbers below 200, other than 1, that a language counts as "one". */
const othersOf = perLanguage((tag) => {
  const rules = new Intl.PluralRules(tag)
  return Array.from({ length: 200 }, (_, number) => number).filter(
    (number) => number !== 1 && rules.select(number) === 'one',
  )
})

/**
 * True if "one" of a plural shows no number where it stands for several: Russian counts 1, 21 and 31 alike, French 0 and 1.
 */
function hidesNumber(name: string, options: Readonly<Record<string, Option>>, tag: string): boolean {
  const { one } = options
  if (one === undefined || options['=1'] !== undefined) return false
  if (!othersOf(tag).some((number) => options[`=${number}`] === undefined)) return false
  const shows = ({ value }: Option): boolean =>
    value.some(
      (node) =>
        node.type === types.pound ||
        (node.value === name && (node.type === types.argument || node.type === types.number)) ||
        Object.values(node.options ?? {}).some(shows) ||
        (node.children !== undefined && shows({ value: node.children })),
    )
  return !shows(one) && Object.values(options).some(shows)
}

/**
 * Returns what is wrong with the form of a translation; nothing if it fits its source.
 *
 * @param source  text of English
 * @param tag     BCP 47 tag of the language
 */
export function formProblems(source: string, text: string, tag: string): TranslationProblem[] {
  let own: Shape
  try {
    own = shapeOf(text, tag)
  } catch (error) {
    return [{ kind: 'notIcu', reason: error instanceof Error ? error.message : String(error) }]
  }
  const { placeholders } = shapeOf(source, 'en')
  return [
    ...own.lacking,
    ...[...placeholders]
      .filter((part) => !own.placeholders.has(part))
      .map((part) => ({ kind: 'lacks', part }) as const),
    ...[...own.placeholders]
      .filter((part) => !placeholders.has(part))
      .map((part) => ({ kind: 'unknown', part }) as const),
  ]
}

/** Returns everything that is wrong with a translation. */
export const translationProblems = (key: string, source: string, text: string, tag: string): TranslationProblem[] => [
  ...formProblems(source, text, tag),
  ...leftoverEnglish(key, source, text, tag).map((words) => ({ kind: 'english', words }) as const),
]

/** Texts that contain English on purpose: search words, help of the command line, statements. */
export const isPartlyEnglish = (key: string): boolean =>
  /^columnTypes\..*\.words$|^command\.(?:help|helpOf\..*|completionShell)$|^server\.usage$|^sql\.snippets\./.test(key)

/** Words of the trade, which are the same in every language. A translator may still use a word of the language. */
const englishWords = new Set(
  `absent accept altered and artists backups base basalt bash bin bucket build byte case completion cron csv curl deflate
  device down endpoint export false fetch file filename get grpc gzip hash host http https import input insert issue join jpg
  json jwt kanban left localhost log mailto markdown materialized meta name ndjson none npm null open pdf pixel plugin port price
  proxy query records reflection regex run script select serve server sheet sql staging start storage string tel terminal text title token
  true tsv tuple url value variables webhook webhooks xlsx year zip zsh`.split(/\s+/),
)

/** Returns the words that a reader sees, without placeholders, tags, code and addresses. */
export const shownWords = (text: string): readonly string[] =>
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
export function leftoverEnglish(key: string, source: string, text: string, tag: string): readonly string[] {
  if (isPartlyEnglish(key)) return []
  const words = shownWords(text)
  if (isLatin(tag)) {
    // Keywords of SQL are upper case.
    const own = words.filter((word) => !/^\p{Lu}+$/u.test(word)).map((word) => word.toLowerCase())
    const found = own.filter((word) => englishOnly.has(word))
    const isCopied = text === source && own.filter((word) => word.length > 2 && !englishWords.has(word)).length > 2
    return [...found, ...(isCopied ? [text] : [])]
  }
  return words.filter((word) => /^[a-z]{3,}$/.test(word) && !englishWords.has(word))
}

/** True for languages that are written with Latin letters. */
const isLatin = perLanguage((tag) => new Intl.Locale(tag).maximize().script === 'Latn')
