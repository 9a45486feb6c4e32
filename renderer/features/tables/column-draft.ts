import { columnType } from '@common/columns/registry'
import type { Column, ColumnDefinition, ColumnOptions, SelectOption, Table } from '@common/model'
import type { UiType } from '@common/columns/ui-types'
import { nextOptionColor } from '@renderer/cells'

/** A column as the dialog holds it while a person writes. */
export interface ColumnDraft {
  readonly title: string
  readonly uiType: UiType
  readonly required: boolean
  readonly defaultText: string
  readonly options: readonly SelectOption[]
  readonly precision: number
  readonly currency: string
  readonly max: number
}

export const newColumnDraft: ColumnDraft = {
  title: '',
  uiType: 'SingleLineText',
  required: false,
  defaultText: '',
  options: [],
  precision: 2,
  currency: 'USD',
  max: 5,
}

export function draftOfColumn(column: Column, locale: string): ColumnDraft {
  const { options } = column
  return {
    title: column.title,
    uiType: column.uiType,
    required: column.required,
    defaultText: defaultTextOf(column, locale),
    options: options.options ?? [],
    precision: options.precision ?? newColumnDraft.precision,
    currency: options.currency ?? newColumnDraft.currency,
    max: options.max ?? newColumnDraft.max,
  }
}

/** The default as a person would type it; an expression of the database stays as it is. */
function defaultTextOf(column: Column, locale: string): string {
  const text = column.defaultValue
  if (text === null) return ''
  const plain = /^'(.*)'$/s.exec(text)?.[1]?.replaceAll("''", "'") ?? text
  return columnType(column.uiType).format(plain, column, { locale })
}

export const isSelectType = (uiType: UiType): boolean => uiType === 'SingleSelect' || uiType === 'MultiSelect'
export const hasPrecision = (uiType: UiType): boolean =>
  uiType === 'Decimal' || uiType === 'Currency' || uiType === 'Percent'

/** Types for which a default makes sense and can be written in one line. */
export function takesDefault(uiType: UiType): boolean {
  const type = columnType(uiType)
  return type.creatable && type.writable && uiType !== 'JSON' && uiType !== 'LongText'
}

export interface DraftProblem {
  readonly field: 'title' | 'options' | 'default'
  readonly key: `tables.column.${'nameMissing' | 'nameTwice' | 'optionMissing' | 'optionTwice' | 'optionComma'}`
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
  return isSelectType(draft.uiType) ? problemOfOptions(draft) : undefined
}

function problemOfOptions({ options, uiType }: ColumnDraft): DraftProblem | undefined {
  const titles = options.map((option) => option.title.trim())
  if (titles.includes('')) return { field: 'options', key: 'tables.column.optionMissing', name: '' }
  const twice = titles.find((title, at) => titles.indexOf(title) !== at)
  if (twice !== undefined) return { field: 'options', key: 'tables.column.optionTwice', name: twice }
  if (uiType === 'MultiSelect' && titles.some((title) => title.includes(',')))
    return { field: 'options', key: 'tables.column.optionComma', name: '' }
  return undefined
}

/** Choices that belong to the type of the draft, and no others. */
export function optionsOfDraft(draft: ColumnDraft): ColumnOptions {
  const { uiType } = draft
  return {
    ...(isSelectType(uiType)
      ? { options: draft.options.map(({ title, color }) => ({ title: title.trim(), color })) }
      : {}),
    ...(hasPrecision(uiType) ? { precision: draft.precision } : {}),
    ...(uiType === 'Currency' ? { currency: draft.currency } : {}),
    ...(uiType === 'Rating' ? { max: draft.max } : {}),
  }
}

/** The column that a draft describes, with its default read as a value of its type. */
export function definitionOfDraft(draft: ColumnDraft, current: Column | undefined, locale: string): ColumnDefinition {
  const title = draft.title.trim()
  const options = optionsOfDraft(draft)
  const renamed = current === undefined || current.title !== title
  return {
    name: renamed ? title : current.name,
    title,
    uiType: draft.uiType,
    required: draft.required,
    unique: current?.unique ?? false,
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
  if (current && text === defaultTextOf(current, locale).trim() && current.uiType === draft.uiType)
    return current.defaultValue
  if (text === '' || !takesDefault(draft.uiType)) return null
  const parsed = parseDefault(draft, options, locale)
  return parsed.ok && parsed.value !== null ? String(parsed.value) : null
}

/** The default text read by the type of the draft. */
export function parseDefault(draft: ColumnDraft, options: ColumnOptions, locale: string) {
  const column = { ...blankColumn, title: draft.title.trim(), uiType: draft.uiType, options }
  return columnType(draft.uiType).parseText(draft.defaultText, column, { locale })
}

const blankColumn: Column = {
  name: '',
  title: '',
  uiType: 'SingleLineText',
  nativeType: '',
  required: false,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
}

export function withNewOption(options: readonly SelectOption[]): SelectOption[] {
  return [...options, { title: '', color: nextOptionColor(options.map(({ color }) => color)) }]
}
