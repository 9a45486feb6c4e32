import { guessTypes } from '@common/columns/guess'
import { typeFor } from '@common/columns/new-types'
import { isChoice, isManyChoices, takesOptions } from '@common/columns/questions'
import { columnType, columnTypes } from '@common/columns/registry'
import { isSameType, type UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import { optionColors, type Column, type ColumnOptions } from '@common/model'
import { cellText, isEmptyCell, parseCell, type ImportCell } from './cells'
import { importLocales, type ImportDelimiter, type ImportLocale } from './options'

/** A possible type of a column, and how many of its values don't fit. */
export interface TypeChoice {
  readonly uiType: UiType
  readonly options: ColumnOptions
  readonly misfits: number
}

/** The likely type of a column, by its values. */
export interface ColumnGuess {
  readonly guess: TypeChoice
  readonly types: readonly TypeChoice[]
  readonly filled: number
  readonly samples: readonly string[]
}

/** The type of a column in a file that Basalt exported. */
export interface KnownType {
  readonly uiType: UiType
  readonly options: ColumnOptions
}

/** Sample sizes: of all columns together, and the limits for each column. */
const valuesInAll = 60_000
const valuesLeast = 20
const valuesMost = 500
const samplesShown = 5
const choicesMost = 100

/** Types that users don't choose, but that the table of an exported file had. */
const ownTypes: readonly UiType[] = (['key', 'createdAt', 'changedAt'] as const).flatMap((role) =>
  columnTypes.filter((type) => type.role === role).map(({ name }) => name),
)

/** Types that a column of a new table can have. */
export const importableTypes: readonly UiType[] = [
  ...columnTypes.filter(({ creatable, writable }) => creatable && writable).map(({ name }) => name),
  ...ownTypes,
]

/** Returns a sample of the filled values of each column. */
export function sampleColumns(rows: readonly (readonly ImportCell[])[], columns: number): ImportCell[][] {
  const each = Math.min(valuesMost, Math.max(valuesLeast, Math.floor(valuesInAll / Math.max(1, columns))))
  return Array.from({ length: columns }, (_, at) => {
    const values: ImportCell[] = []
    for (const row of rows) {
      const cell = row[at] ?? null
      if (isEmptyCell(cell)) continue
      values.push(cell)
      if (values.length >= each) break
    }
    return values
  })
}

const localTypes: readonly UiType[] = columnTypes.filter(({ localized }) => localized).map(({ name }) => name)
const localTexts = 100
const localColumns = 60

/** Returns the locale in which most texts of a file are numbers or days. */
export function guessLocale(
  columns: readonly (readonly ImportCell[])[],
  delimiter: ImportDelimiter | null,
): ImportLocale {
  const texts = columns
    .map((values) =>
      values.filter((value): value is string => typeof value === 'string' && /\d/.test(value)).slice(0, localTexts),
    )
    .filter((values) => values.length > 0)
    .slice(0, localColumns)
  // Files use semicolons if numbers contain commas.
  const first: ImportLocale = delimiter === ';' ? 'de-DE' : 'en-US'
  let best: ImportLocale = first
  let bestScore = -1
  for (const locale of [first, ...importLocales.filter((each) => each !== first)]) {
    let score = 0
    for (const values of texts) {
      const fits = localTypes.map((uiType) => {
        const column: Column = { ...blankColumn, uiType }
        return values.filter((value) => columnType(uiType).parseText(value, column, { locale }).ok).length
      })
      const most = Math.max(...fits)
      // If fewer than nine of ten texts fit, they only happen to contain digits.
      if (most * 10 >= values.length * 9) score += most / values.length
    }
    if (score > bestScore + 1e-9) [best, bestScore] = [locale, score]
  }
  return best
}

/** Guesses the type of a column by its values. Also tells for every other type how many values don't fit. */
export function guessColumn(values: readonly ImportCell[], locale: ImportLocale, known?: KnownType): ColumnGuess {
  const choice = (uiType: UiType, options: ColumnOptions): TypeChoice => ({
    uiType,
    options,
    misfits: misfitsOf(values, uiType, options, locale),
  })
  const texts = values.map(cellText)
  const guessed = guessedType(values, texts, locale)
  const isKnown = known !== undefined && importableTypes.includes(known.uiType)
  const guess = isKnown ? choice(known.uiType, known.options) : choice(guessed, optionsOf(guessed, texts))
  const others = importableTypes
    .filter((uiType) => !isSameType({ uiType }, guess))
    .map((uiType) => choice(uiType, optionsOf(uiType, texts)))
  return {
    guess,
    types: [guess, ...others.toSorted((one, other) => one.misfits - other.misfits)],
    filled: values.length,
    samples: [...new Set(texts)].slice(0, samplesShown).map((text) => text.slice(0, 80)),
  }
}

function guessedType(values: readonly ImportCell[], texts: readonly string[], locale: ImportLocale): UiType {
  if (values.length === 0) return typeFor.text
  if (values.every((value) => typeof value === 'boolean')) return typeFor.flag
  const isPlainOnly = values.every((value) => typeof value !== 'string')
  const [first] = guessTypes(texts, { locale: isPlainOnly ? 'en-US' : locale })
  const uiType = first?.uiType ?? typeFor.text
  // Repeated texts are choices. Repeated numbers are numbers.
  if (isChoice({ uiType }) && values.every((value) => typeof value === 'number'))
    return texts.every((text) => /^-?\d+$/.test(text)) ? typeFor.whole : typeFor.decimal
  return uiType
}

function misfitsOf(
  values: readonly ImportCell[],
  uiType: UiType,
  options: ColumnOptions,
  locale: ImportLocale,
): number {
  // The column is created with all its choices.
  const column: Column = { ...blankColumn, uiType, options: takesOptions({ uiType }) ? {} : options }
  return values.filter((value) => !parseCell(value, column, locale).ok).length
}

/** Returns options for the different values. */
export function optionsOf(uiType: UiType, texts: readonly string[]): ColumnOptions {
  if (!takesOptions({ uiType })) return {}
  const titles = new Set<string>()
  for (const text of texts)
    for (const title of isManyChoices({ uiType }) ? text.split(',') : [text]) {
      const trimmed = title.trim()
      if (trimmed !== '' && titles.size < choicesMost) titles.add(trimmed)
    }
  return {
    options: [...titles].map((title, at) => ({ title, color: optionColors[at % optionColors.length] ?? 'grey' })),
  }
}
