import type { ColumnOptions } from '@common/model'

/**
 * Facets describe a column type for other code, so that no other code names a type. Each is a short closed list. Code
 * that handles one uses a record over all its values, and the compiler reports a missing value.
 */

/**
 * Role of the column in its table. `value` is ordinary data, `counter` a running number of the database, `native` a
 * type of the database that Basalt only passes on. `link` and `computed` columns store nothing.
 */
export const columnRoles = [
  'value',
  'key',
  'reference',
  'counter',
  'createdAt',
  'changedAt',
  'native',
  'link',
  'computed',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** How many options of its column a value names. */
export const choiceCounts = ['none', 'one', 'many'] as const
export type ChoiceCount = (typeof choiceCounts)[number]

/**
 * Rule for parsing a column's old values after its type changes. `text` accepts any text with its blanks, `trimmed`
 * without them. Each dialect has the SQL of every rule (`convert.ts`).
 */
export const conversions = [
  'text',
  'trimmed',
  'whole',
  'decimal',
  'double',
  'flag',
  'day',
  'moment',
  'time',
  'json',
  'choice',
  'choices',
] as const
export type Conversion = (typeof conversions)[number]

/**
 * Lossless conversions, which can be undone: to `text` from anything, between `text`, `form` and `choice` texts. Among
 * numbers, from `counted` and `whole` to `whole` and `decimal`. `none` only to itself.
 */
export const reversals = ['text', 'form', 'choice', 'whole', 'counted', 'decimal', 'none'] as const
export type Reversal = (typeof reversals)[number]

/** Minimum and maximum whole number of a column. */
export interface WholeRange {
  readonly low: number
  readonly high: number
}

/** Groups types by the aggregates for the footer, groups and statistics. */
export const aggregateFamilies = ['amount', 'ordered', 'flag', 'text', 'list', 'link'] as const
export type AggregateFamily = (typeof aggregateFamilies)[number]

/** Unit of a number. Numbers with different units can't be added up. */
export const units = ['none', 'money', 'percent', 'seconds', 'stars', 'years'] as const
export type Unit = (typeof units)[number]

/** Meaning of a spreadsheet's serial number (days since 1900) in a column; `none` if it has no meaning. */
export const serials = ['none', 'amount', 'day', 'moment', 'time', 'duration', 'year'] as const
export type Serial = (typeof serials)[number]

/**
 * Content of a value: JSON, a JSON list of files or of linked values, a user's address, yes or no. `plain` for anything
 * else.
 */
export const contents = ['plain', 'flag', 'json', 'files', 'list', 'person'] as const
export type Content = (typeof contents)[number]

/** Number format of a column in an exported workbook. */
export const sheetFormats = [
  'general',
  'digits',
  'money',
  'percent',
  'year',
  'length',
  'day',
  'time',
  'moment',
] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** Source of the pictures that cards of a gallery or board take from a column. */
export const coverSources = ['none', 'files', 'web'] as const
export type CoverSource = (typeof coverSources)[number]

/** The program that opens a value: the mail program, the telephone, or the browser. */
export const openers = ['none', 'mail', 'phone', 'web'] as const
export type Opener = (typeof openers)[number]

/** Keyboard that a telephone shows while a value is typed. */
export const keyboards = ['text', 'numeric', 'decimal', 'email', 'tel', 'url'] as const
export type Keyboard = (typeof keyboards)[number]

/** Icons of types: names of Tabler icons, whose paths are in `renderer/cells/icon-paths.ts`. */
export const typeIcons = [
  'letterCase',
  'key',
  'alignLeft',
  'hash',
  'decimal',
  'currencyDollar',
  'percentage',
  'squareCheck',
  'calendar',
  'calendarTime',
  'clock',
  'hourglass',
  'circleChevronDown',
  'listCheck',
  'star',
  'mail',
  'world',
  'phone',
  'braces',
  'paperclip',
  'link',
  'user',
  'polygon',
  'barcode',
  'handClick',
  'mathFunction',
  'listSearch',
  'sum',
  'tallymarks',
  'cube',
] as const
export type TypeIcon = (typeof typeIcons)[number]

/**
 * Form of texts that need no parsing: an import stores them without calling `parseText`. `none` parses every text.
 */
export const quickForms = ['none', 'text', 'whole', 'decimal', 'day', 'email'] as const
export type QuickForm = (typeof quickForms)[number]

/** Facts about a type besides how it parses and formats values. */
export interface ColumnFacets {
  readonly icon: TypeIcon
  readonly role: ColumnRole
  readonly choices: ChoiceCount
  readonly converts: Conversion
  readonly reverses: Reversal
  /** Bounds of whole numbers; undefined where only the storage limits them. */
  readonly range: ((options: ColumnOptions) => WholeRange) | undefined
  readonly family: AggregateFamily
  readonly unit: Unit
  readonly serial: Serial
  readonly content: Content
  readonly sheet: SheetFormat
  readonly covers: CoverSource
  readonly opens: Opener
  readonly keyboard: Keyboard
  readonly quick: QuickForm
  /** True if rows can be grouped and compared by it: equal values look equal. */
  readonly groups: boolean
  /** True if its values are written by local conventions, which reveal the locale of an imported file. */
  readonly localized: boolean
}

/** Facets of ordinary text: types start from these and change what differs. */
export const textFacets = {
  icon: 'letterCase',
  role: 'value',
  choices: 'none',
  converts: 'text',
  reverses: 'none',
  range: undefined,
  family: 'text',
  unit: 'none',
  serial: 'none',
  content: 'plain',
  sheet: 'general',
  covers: 'none',
  opens: 'none',
  keyboard: 'text',
  quick: 'none',
  groups: true,
  localized: false,
} as const satisfies ColumnFacets

/** Facets of ordinary whole numbers. */
export const numberFacets = {
  ...textFacets,
  converts: 'whole',
  family: 'amount',
  serial: 'amount',
} as const satisfies ColumnFacets
