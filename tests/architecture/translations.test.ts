import { readFileSync } from 'node:fs'
import { languageCodes, languageOf } from '@common/messages'
import { describe, expect, it } from 'vitest'
import { expectNone } from './sources'

interface Catalogues {
  readonly translations: (root: string) => readonly string[]
  readonly readTexts: (root: string, code: string) => ReadonlyMap<string, string>
  readonly comparedKeys: (
    source: ReadonlyMap<string, string>,
    texts: ReadonlyMap<string, string>,
  ) => { readonly missing: readonly string[]; readonly unused: readonly string[] }
  readonly problemsOf: (source: string, text: string, code: string) => readonly string[]
  readonly leftoverEnglish: (key: string, source: string, text: string, code: string) => readonly string[]
  readonly neighbours: readonly (readonly [string, string])[]
  readonly sharedSentences: (
    one: ReadonlyMap<string, string>,
    other: ReadonlyMap<string, string>,
  ) => { readonly keys: readonly string[]; readonly share: number }
  readonly tagOf: (code: string) => string
}

/** By URL: scripts are JavaScript and not part of the tests' types. */
const file = new URL('../../scripts/lib/catalogues.mjs', import.meta.url).href
const { translations, readTexts, comparedKeys, problemsOf, leftoverEnglish, neighbours, sharedSentences, tagOf } =
  (await import(file)) as Catalogues

const codes = translations('locales')
const source = readTexts('locales', 'en')
const texts = new Map(codes.map((code) => [code, readTexts('locales', code)]))

/** Texts of English that wait for their translation. `npm run locales -- sync` writes the list. */
const waiting = new Set(readFileSync('locales/waiting.txt', 'utf8').split('\n').filter(Boolean))

/** Related languages write few long sentences alike: more are copied. Traditional Chinese is one written language. */
const shareMax: Readonly<Record<string, number>> = { 'zh_TW zh_HK': 0.7, 'zh_CN zh_TW': 0.05, 'zh_CN zh_HK': 0.05 }
const usualShareMax = 0.03

describe.each(codes)('the translation %s', (code) => {
  const own = texts.get(code) ?? new Map<string, string>()

  it('is a known language', () => {
    expect(languageCodes).toContain(code)
    expect(tagOf(code)).toBe(languageOf(code).tag)
  })

  it('has every text, but for those that wait', () => {
    expectNone(
      comparedKeys(source, own)
        .missing.filter((key) => !waiting.has(key))
        .map((key) => `${key}: run npm run locales -- sync`),
    )
  })

  it('has no text that English lacks', () => {
    expectNone(comparedKeys(source, own).unused.map((key) => `${key}: run npm run locales -- sync`))
  })

  it('has its texts in the order of English, as the product writes them', () => {
    const isInOrder = [...own.keys()].join('\n') === [...source.keys()].filter((key) => own.has(key)).join('\n')
    expect(isInOrder, 'run npm run locales -- sync').toBe(true)
  })

  it('has the placeholders and choices of English, and each plural of its language', () => {
    const wrong = [...own].flatMap(([key, text]) =>
      problemsOf(source.get(key) ?? '', text, code).map((problem) => `${key} ${problem}`),
    )
    expectNone(wrong)
  })

  it('contains no English', () => {
    const left = [...own].flatMap(([key, text]) =>
      leftoverEnglish(key, source.get(key) ?? '', text, code).map((words) => `${key} contains ${words}`),
    )
    expectNone(left)
  })
})

describe('translations', () => {
  const pairs = neighbours.filter(([one, other]) => texts.has(one) && texts.has(other))

  it.each(pairs.length === 0 ? [['en', 'en'] as const] : pairs)('%s and %s are no copies', (one, other) => {
    const { share, keys } = sharedSentences(texts.get(one) ?? new Map(), texts.get(other) ?? new Map())
    expect(share, keys.join('\n')).toBeLessThanOrEqual(shareMax[`${one} ${other}`] ?? usualShareMax)
  })

  it('wait for no text that all languages have', () => {
    const lacking = new Set(codes.flatMap((code) => comparedKeys(source, texts.get(code) ?? new Map()).missing))
    expectNone([...waiting].filter((key) => !lacking.has(key)))
  })
})

describe('a fault of a translation', () => {
  it.each([
    ['{count, plural, one {# record} other {# records}}', '{count, plural, one {# запись} other {# записей}}', 'ru', 2],
    ['{count, plural, one {# record} other {# records}}', '{count, plural, other {# 件}}', 'ja', 0],
    ['{n, plural, one {Delete it?} other {Delete #?}}', '{n, plural, one {Löschen?} other {# löschen?}}', 'de', 0],
    // 0 is "one" too.
    [
      '{n, plural, one {Delete it?} other {Delete #?}}',
      '{n, plural, one {Le supprimer ?} many {Supprimer # ?} other {Supprimer # ?}}',
      'fr',
      1,
    ],
    [
      '{n, plural, one {Delete it?} other {Delete #?}}',
      '{n, plural, =0 {Rien à supprimer} one {Le supprimer ?} many {Supprimer # ?} other {Supprimer # ?}}',
      'fr',
      0,
    ],
    // 21 and 31 are "one" too.
    [
      '{n, plural, one {Delete it?} other {Delete #?}}',
      '{n, plural, one {Izbrisati?} few {Izbrisati #?} other {Izbrisati #?}}',
      'hr',
      1,
    ],
    [
      '{n, plural, one {Delete it?} other {Delete #?}}',
      '{n, plural, =1 {Izbrisati?} one {Izbrisati #?} few {Izbrisati #?} other {Izbrisati #?}}',
      'hr',
      0,
    ],
    ['Open {name}', '{name} öffnen', 'de', 0],
    ['Open {name}', '{nam} öffnen', 'de', 2],
    ['Read <link>the guide</link>', 'Die Anleitung lesen', 'de', 1],
    ['{kind, select, table {a} other {b}}', '{kind, select, tabelle {a} other {b}}', 'de', 2],
    ['Open {name}', '{name öffnen', 'de', 1],
  ])('is found in %j → %j (%s)', (english, text, code, count) => {
    expect(problemsOf(english, text, code)).toHaveLength(count)
  })

  it('is English that was left', () => {
    expect(leftoverEnglish('a.b', 'Delete this record', 'この record を削除', 'ja')).toEqual(['record'])
    expect(leftoverEnglish('a.b', 'Delete the records', 'Die Datensätze without Rückfrage löschen', 'de')).toEqual([
      'without',
    ])
    expect(leftoverEnglish('a.b', 'Choose another name here', 'Choose another name here', 'de')).toHaveLength(1)
    expect(leftoverEnglish('a.b', 'Read {name} at https://a.example', '{name} を https://a.example で', 'ja')).toEqual(
      [],
    )
  })

  it('is a sentence of the other language', () => {
    const sentence = 'Новая запись появится в конце таблицы'
    const one = new Map([['a.b', sentence]])
    expect(sharedSentences(one, new Map([['a.b', sentence]])).share).toBe(1)
    expect(sharedSentences(one, new Map([['a.b', 'Новий запис з’явиться в кінці таблиці']])).share).toBe(0)
  })
})
