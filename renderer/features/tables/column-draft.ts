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

/** A column as the dialog holds it while a person writes. */
export interface ColumnDraft {
  readonly title: string
  readonly uiType: UiType
  readonly required: boolean
  readonly unique: boolean
  readonly description: string
  /** As a person writes it, or the word for the present time. */
  readonly defaultText: string
  readonly options: readonly SelectOption[]
  readonly precision: number
  readonly currency: string
  readonly max: number
  /** Everything else that a type lets people choose. */
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

/** The default as a person would type it; an expression of the database stays as it is. */
function defaultTextOf(column: Column, locale: string): string {
  const text = column.defaultValue
  if (text === null) return ''
  const { keyword } = columnType(column.uiType).defaults
  if (keyword !== undefined && presentTime.test(text)) return keyword
  const plain = /^'(.*)'$/s.exec(text)?.[1]?.replaceAll("''", "'") ?? text
  return columnType(column.uiType).format(plain, column, { locale, timeZone: readerZone() })
}

/** The present time, as databases write it back. */
const presentTime = /^\(?(?:current_(?:timestamp|date|time)(?:\(\d*\))?|now\(\)|curdate\(\)|curtime\(\))\)?$/i

export const isSelectType = (uiType: UiType): boolean => takesOptions({ uiType })
/** Whether people can say what new records begin with. */
export function takesDefault(uiType: UiType): boolean {
  const type = columnType(uiType)
  return type.creatable && type.defaults.value
}

/** A button stores nothing in most rows: nothing can be asked of it. */
export const takesRules = (uiType: UiType): boolean => columnType(uiType).display !== 'button'
/** Not every database can compare long texts and structures, and of two answers nobody wants each once. */
export function takesUnique(uiType: UiType): boolean {
  const { storage, display } = columnType(uiType)
  const isLong = storage === 'longText' && display !== 'link'
  return takesRules(uiType) && !isLong && storage !== 'json' && storage !== 'boolean'
}

export interface DraftProblem {
  readonly field: 'title' | 'options' | 'default' | 'address'
  readonly key: `tables.column.${'nameMissing' | 'nameTwice' | 'optionMissing' | 'optionTwice' | 'optionComma' | 'addressWrong'}`
  /** The name that the sentence is about. */
  readonly name: string
}

/** What keeps a draft from being saved; the first thing in the order of the dialog. */
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

/** Choices that belong to the type of the draft, and no others. */
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

/** The column that a draft describes, with its default read as a value of its type. */
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

/** The default text read by the type of the draft. */
export function parseDefault(draft: ColumnDraft, options: ColumnOptions, locale: string): Parsed {
  const column = { ...blankColumn, title: draft.title.trim(), uiType: draft.uiType, options }
  const type = columnType(draft.uiType)
  if (draft.defaultText === type.defaults.keyword) return { ok: true, value: draft.defaultText }
  return type.parseText(draft.defaultText, column, { locale, timeZone: readerZone() })
}

export function withNewOption(options: readonly SelectOption[]): SelectOption[] {
  return [...options, { title: '', color: nextOptionColor(options.map(({ color }) => color)) }]
}
