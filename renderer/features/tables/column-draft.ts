import type { Parsed } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { isManyChoices, takesOptions } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { ratingMaxDefault } from '@common/columns/types/rating'
import { isAddressTemplate } from '@common/columns/values/address-template'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, ColumnDefinition, ColumnOptions, SelectOption, Table } from '@common/model'
import { isSameType, type UiType } from '@common/columns/ui-types'
import { nextOptionColor } from '@renderer/cells'
import { readerZone } from '@renderer/i18n'

/** State of the column dialog. */
export interface ColumnDraft {
  readonly title: string
  readonly uiType: UiType
  readonly required: boolean
  readonly unique: boolean
  readonly description: string
  /** Text as the user writes it, or the keyword for the present time. */
  readonly defaultText: string
  readonly options: readonly SelectOption[]
  readonly precision: number
  readonly currency: string
  readonly max: number
  /** All other settings of the type. */
  readonly choices: ColumnChoices
}
export type ColumnChoices = Omit<ColumnOptions, 'options' | 'precision' | 'currency' | 'max' | 'description'>

export const newColumnDraft: ColumnDraft = {
  title: '',
  uiType: typeFor.text,
  required: false,
  unique: false,
  description: '',
  defaultText: '',
  options: [],
  precision: 2,
  currency: 'USD',
  max: ratingMaxDefault,
  choices: {},
}

export function draftOfColumn(column: Column, locale: string): ColumnDraft {
  const { options, precision, currency, max, description = '', ...choices } = column.options
  return {
    title: column.title,
    uiType: column.uiType,
    required: column.required,
    unique: column.unique,
    description,
    defaultText: defaultTextOf(column, locale),
    options: options ?? [],
    precision: precision ?? newColumnDraft.precision,
    currency: currency ?? newColumnDraft.currency,
    max: max ?? newColumnDraft.max,
    choices,
  }
}

/** Returns the default as a user types it; expressions of the database stay unchanged. */
function defaultTextOf(column: Column, locale: string): string {
  const text = column.defaultValue
  if (text === null) return ''
  const { keyword } = columnType(column.uiType).defaults
  if (keyword !== undefined && presentTime.test(text)) return keyword
  const plain = /^'(.*)'$/s.exec(text)?.[1]?.replaceAll("''", "'") ?? text
  return columnType(column.uiType).format(plain, column, { locale, timeZone: readerZone() })
}

/** The present time, in the forms that databases return. */
const presentTime = /^\(?(?:current_(?:timestamp|date|time)(?:\(\d*\))?|now\(\)|curdate\(\)|curtime\(\))\)?$/i

export const isSelectType = (uiType: UiType): boolean => takesOptions({ uiType })
/** True if users can set a default. */
export function takesDefault(uiType: UiType): boolean {
  const type = columnType(uiType)
  return type.creatable && type.defaults.value
}

/** True if values can be required or unique. Most rows of a button store nothing. */
export const takesRules = (uiType: UiType): boolean => columnType(uiType).display !== 'button'
/** True if values can be unique: not flags, nor long texts and structures, which some databases can't compare. */
export function takesUnique(uiType: UiType): boolean {
  const { storage, display } = columnType(uiType)
  const isLong = storage === 'longText' && display !== 'link'
  return takesRules(uiType) && !isLong && storage !== 'json' && storage !== 'boolean'
}

export interface DraftProblem {
  readonly field: 'title' | 'options' | 'default' | 'address'
  readonly key: `tables.column.${'nameMissing' | 'nameTwice' | 'optionMissing' | 'optionTwice' | 'optionComma' | 'addressWrong'}`
  /** Name for the message. */
  readonly name: string
}

/** Returns the first problem of a draft, in the order of the dialog. */
export function problemOfDraft(
  draft: ColumnDraft,
  table: Table,
  current: Column | undefined,
): DraftProblem | undefined {
  const title = draft.title.trim()
  if (title === '') return { field: 'title', key: 'tables.column.nameMissing', name: '' }
  const taken = table.columns.some(
    (column) =>
      column.name !== current?.name &&
      (column.title.toLowerCase() === title.toLowerCase() || column.name.toLowerCase() === title.toLowerCase()),
  )
  if (taken) return { field: 'title', key: 'tables.column.nameTwice', name: title }
  if (
    columnType(draft.uiType).settings.includes('address') &&
    !isAddressTemplate(draft.choices.address?.trim() || undefined)
  )
    return { field: 'address', key: 'tables.column.addressWrong', name: '' }
  return isSelectType(draft.uiType) ? problemOfOptions(draft) : undefined
}

function problemOfOptions({ options, uiType }: ColumnDraft): DraftProblem | undefined {
  const titles = options.map((option) => option.title.trim())
  if (titles.includes('')) return { field: 'options', key: 'tables.column.optionMissing', name: '' }
  const twice = titles.find((title, at) => titles.indexOf(title) !== at)
  if (twice !== undefined) return { field: 'options', key: 'tables.column.optionTwice', name: twice }
  if (isManyChoices({ uiType }) && titles.some((title) => title.includes(',')))
    return { field: 'options', key: 'tables.column.optionComma', name: '' }
  return undefined
}

/** Returns the settings that belong to the type of the draft. */
export function optionsOfDraft(draft: ColumnDraft): ColumnOptions {
  const { precision, currency, max, choices } = draft
  const options = draft.options.map(({ title, color }) => ({ title: title.trim(), color }))
  const all: ColumnOptions = { options, precision, currency, max, ...choices }
  const { settings } = columnType(draft.uiType)
  const own = settings.filter((setting) => all[setting] !== undefined && all[setting] !== '')
  const description = draft.description.trim()
  return {
    ...Object.fromEntries(own.map((setting) => [setting, all[setting]])),
    ...(description === '' ? {} : { description }),
  }
}

/** Returns the column that a draft describes, with its default as a value of its type. */
export function definitionOfDraft(draft: ColumnDraft, current: Column | undefined, locale: string): ColumnDefinition {
  const title = draft.title.trim()
  const options = optionsOfDraft(draft)
  const renamed = current === undefined || current.title !== title
  const isSame = current !== undefined && isSameType(current, draft)
  return {
    name: renamed ? title : current.name,
    title,
    uiType: draft.uiType,
    required: draft.required && (isSame || takesRules(draft.uiType)),
    unique: draft.unique && (isSame || takesUnique(draft.uiType)),
    primaryKey: current?.primaryKey ?? false,
    options,
    defaultValue: defaultOfDraft(draft, current, options, locale),
  }
}

function defaultOfDraft(
  draft: ColumnDraft,
  current: Column | undefined,
  options: ColumnOptions,
  locale: string,
): string | null {
  const text = draft.defaultText.trim()
  if (current && text === defaultTextOf(current, locale).trim() && isSameType(current, draft))
    return current.defaultValue
  if (text === '' || !takesDefault(draft.uiType)) return null
  const parsed = parseDefault(draft, options, locale)
  return parsed.ok && parsed.value !== null ? String(parsed.value) : null
}

/** Reads the text of the default by the type of the draft. */
export function parseDefault(draft: ColumnDraft, options: ColumnOptions, locale: string): Parsed {
  const column = { ...blankColumn, title: draft.title.trim(), uiType: draft.uiType, options }
  const type = columnType(draft.uiType)
  if (draft.defaultText === type.defaults.keyword) return { ok: true, value: draft.defaultText }
  return type.parseText(draft.defaultText, column, { locale, timeZone: readerZone() })
}

export function withNewOption(options: readonly SelectOption[]): SelectOption[] {
  return [...options, { title: '', color: nextOptionColor(options.map(({ color }) => color)) }]
}
