export interface SelectOption {
  readonly title: string
  /** One of the twelve chip colours (visual reference §2). */
  readonly color: OptionColor
}

export const optionColors = [
  'grey',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
] as const

export type OptionColor = (typeof optionColors)[number]

/** Options of a column that depend on its type. */
export interface ColumnOptions {
  readonly options?: readonly SelectOption[]
  /** Fixed number of decimal places: Decimal, Currency, Percent. */
  readonly precision?: number
  /** ISO 4217. */
  readonly currency?: string
  /** Highest rating, 1–10. */
  readonly max?: number
  /** Symbol of a rating. Default: stars. */
  readonly icon?: RatingIcon
  /** Percent: shows a bar under the number. */
  readonly bar?: boolean
  /** Duration: hours and minutes, or with seconds. Default: the shortest form. */
  readonly durationFormat?: DurationFormat
  /** Date, DateTime. Default: the reader's format. */
  readonly dateFormat?: DateFormat
  /** DateTime, Time. Default: 24 hours. */
  readonly timeFormat?: TimeFormat
  /** DateTime: fixed time zone (IANA name) for all readers. Default: the reader's zone. */
  readonly timeZone?: string
  /** Button: its label. */
  readonly label?: string
  /** Button: the address to open, with column names in braces. */
  readonly address?: string
  /** Description of the column, for any type. */
  readonly description?: string
  /** Validation rules that scripts stored with the column, for any type. */
  readonly validate?: ColumnValidation
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Validation rules of a column (wire §6): the n-th function with its argument and its message. */
export interface ColumnValidation {
  /** Function names of the validator library, such as `isEmail`. */
  readonly func: readonly string[]
  readonly args: readonly Json[]
  /** Texts with placeholders for the column and the value (wire §6). */
  readonly msg: readonly string[]
}

export const ratingIcons = ['star', 'heart', 'thumb', 'flag'] as const

export type RatingIcon = (typeof ratingIcons)[number]

export const durationFormats = ['h:mm', 'h:mm:ss'] as const

export type DurationFormat = (typeof durationFormats)[number]

/** `2026-09-18`, `18/09/2026`, `09/18/2026`. */
export const dateFormats = ['iso', 'dayMonthYear', 'monthDayYear'] as const

export type DateFormat = (typeof dateFormats)[number]

/** 12-hour or 24-hour clock. */
export const timeFormats = ['24', '12'] as const

export type TimeFormat = (typeof timeFormats)[number]
