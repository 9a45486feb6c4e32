import { typeFor } from '@common/columns/new-types'
import { holdsFiles, isManyChoices } from '@common/columns/questions'
import { limits } from '@common/constants'
import { columnType } from '@common/columns/registry'
import { filesOf, type AttachedFile } from '@common/columns/values/files'
import { splitOptions } from '@common/columns/values/options'
import type { Problem, StoredValue } from '@common/columns/column-type'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import { colorAt } from '@common/model/column-definition'
import { isPrintableName, nameKey } from '@common/wire/names'
import { rowTest } from './evaluate'
import { engineFilter } from './filter'
import type { AskableColumn, FileLimits, Form, FormField, FormSection } from './form-fields'
import type { FilterReader } from './filter-reader'

/** Answers of a form, by column name as in views. Values are JSON; links are ids of records. */
export type FormAnswers = Readonly<Record<string, unknown>>

/** A parsed answer: the value to store, and the record ids of a link. */
export type ReadAnswer =
  | { readonly ok: true; readonly value: StoredValue; readonly records?: readonly string[] }
  | { readonly ok: false; readonly problem: Problem }

/** Maximum number of linked records per answer. */
export const linkedRecordsMax = 500

const nothing: ReadAnswer = { ok: true, value: null }

/** Maximum number of options that forms add to a column, so respondents can't flood it. */
export const openOptionsMax = 500

/**
 * Returns the texts of an answer that become new options, if the form allows other answers. Returns none if the column
 * lists no options (it accepts every value) or would exceed the limit.
 */
export function newOptions({ column, other }: Pick<FormField, 'column' | 'other'>, answer: unknown): readonly string[] {
  const options = column.options.options ?? []
  if (!other || options.length === 0) return []
  const isMany = isManyChoices(column)
  const given: readonly unknown[] = Array.isArray(answer)
    ? answer
    : isMany && typeof answer === 'string'
      ? splitOptions(answer)
      : [answer]
  const taken = new Set(options.map(({ title }) => nameKey(title)))
  const added: string[] = []
  for (const one of given) {
    const title = typeof one === 'string' ? one.trim() : ''
    const isTitle = isPrintableName(title, limits.nameCharacters) && !(isMany && title.includes(','))
    if (title === '' || !isTitle || taken.has(nameKey(title))) continue
    taken.add(nameKey(title))
    added.push(title)
  }
  return taken.size > openOptionsMax ? [] : added
}

/** Returns the column with further options. */
export function withOptions(column: Column, titles: readonly string[]): Column {
  if (titles.length === 0) return column
  const options = column.options.options ?? []
  const added = titles.map((title, at) => ({ title, color: colorAt(options.length + at) }))
  return { ...column, options: { ...column.options, options: [...options, ...added] } }
}

/** Parses one answer by the rules of its column. */
export function readAnswer(
  field: Pick<AskableColumn, 'column' | 'many'> & Partial<Pick<FormField, 'other'>>,
  answer: unknown,
): ReadAnswer {
  if (answer === undefined || answer === null || answer === '') return nothing
  const { many, other = false } = field
  const column = withOptions(field.column, newOptions({ column: field.column, other }, answer))
  if (many) {
    const isList =
      Array.isArray(answer) && answer.every((id) => typeof id === 'string' && id !== '' && id.length <= 4_000)
    if (!isList) return { ok: false, problem: { problem: 'notText' } }
    const records = [...new Set(answer as string[])]
    if (records.length > linkedRecordsMax)
      return { ok: false, problem: { problem: 'tooLong', params: { limit: linkedRecordsMax } } }
    return records.length === 0 ? nothing : { ok: true, value: JSON.stringify(records), records }
  }
  return columnType(column.uiType).parse(answer, column)
}

/** True if an answer is empty, such as a blank text or an empty list of files. */
export function isNoAnswer(read: ReadAnswer): boolean {
  if (!read.ok) return false
  const { value } = read
  return value === null || (typeof value === 'string' && (value.trim() === '' || value === '[]'))
}

/** Returns why a field doesn't take these files; undefined if it does. */
export function fileProblem(
  { count, megabytes, types }: FileLimits,
  files: readonly Pick<AttachedFile, 'title' | 'size'>[],
): Problem | undefined {
  if (files.length > count) return { problem: 'tooManyFiles', params: { count } }
  for (const { title, size = 0 } of files) {
    if (size > megabytes * bytesPerMegabyte) return { problem: 'fileTooLarge', params: { file: title, megabytes } }
    const ending = /\.([^.]+)$/.exec(title)?.[1]?.toLowerCase() ?? ''
    if (types.length > 0 && !types.includes(ending))
      return { problem: 'fileTypeRefused', params: { file: title, types: types.join(', ') } }
  }
  return undefined
}

const bytesPerMegabyte = 1024 * 1024

const isTicked = (value: StoredValue): boolean => value === true || value === 1 || value === 1n

/**
 * Returns a table with one column for each field, named by its id. Conditions compare answers that no table stores yet.
 */
export function conditionTable(form: Pick<Form, 'table'>, fields: readonly AskableColumn[]): Table {
  const columns = fields.map(({ id, column, link }): Column => {
    // For links, only their presence is known, as for files.
    const { uiType, options } = link === undefined ? column : { uiType: typeFor.files, options: {} }
    const nativeType = link === undefined ? column.nativeType : ''
    return { ...blankColumn, name: id, title: id, uiType, options, nativeType }
  })
  return { ...form.table, columns, virtualColumns: [] }
}

const tables = new WeakMap<Form, Table>()
function tableOf(form: Form): Table {
  const held = tables.get(form)
  if (held !== undefined) return held
  const made = conditionTable(form, form.fields)
  tables.set(form, made)
  return made
}

/** The result of checking a set of answers. */
export interface CheckedAnswers {
  /** Visible fields for these answers. */
  readonly shown: ReadonlySet<string>
  /** Values of the visible fields. */
  readonly values: ReadonlyMap<string, Extract<ReadAnswer, { ok: true }>>
  /** Problems in the order of the form. */
  readonly problems: readonly { readonly field: FormField; readonly problem: Problem }[]
  /** Names in the answers that match no field. */
  readonly unknown: readonly string[]
}

/**
 * Checks a form from top to bottom. A field is visible if the answers before it meet its conditions. Only visible
 * fields can be missing or invalid; answers of hidden fields are ignored.
 */
export function checkAnswers(form: Form, answers: FormAnswers, reader: FilterReader): CheckedAnswers {
  const table = tableOf(form)
  const row: Record<string, unknown> = Object.fromEntries(form.fields.map(({ id }) => [id, null]))
  const shown = new Set<string>()
  const values = new Map<string, Extract<ReadAnswer, { ok: true }>>()
  const problems: { field: FormField; problem: Problem }[] = []
  for (const field of form.fields) {
    if (!isAsked(field, row, table, reader)) continue
    shown.add(field.id)
    const read = readAnswer(field, Object.hasOwn(answers, field.id) ? answers[field.id] : undefined)
    if (!read.ok) {
      problems.push({ field, problem: read.problem })
      continue
    }
    const tooMuch = holdsFiles(field.column) ? fileProblem(field.files, filesOf(String(read.value)) ?? []) : undefined
    if (tooMuch !== undefined) {
      problems.push({ field, problem: tooMuch })
      continue
    }
    row[field.id] = typeof read.value === 'bigint' ? String(read.value) : read.value
    values.set(field.id, read)
    if (isMissing(field, read)) problems.push({ field, problem: { problem: 'required' } })
  }
  const ids = new Set(form.fields.map(({ id }) => id))
  return { shown, values, problems, unknown: Object.keys(answers).filter((name) => !ids.has(name)) }
}

function isAsked(field: FormField, row: Record<string, unknown>, table: Table, reader: FilterReader): boolean {
  if (field.conditions.length === 0) return true
  const filter = engineFilter({ join: field.join, filters: field.conditions }, table, reader)
  return filter === undefined || rowTest(filter, table, () => undefined)(row) === true
}

function isMissing(field: FormField, read: Extract<ReadAnswer, { ok: true }>): boolean {
  if (columnType(field.column.uiType).editor === 'checkbox') return field.demanded && !isTicked(read.value)
  return field.required && isNoAnswer(read)
}

/** One page of a form, from one section with a page break to the next. */
export type FormStep = readonly (FormField | FormSection)[]

/** Returns the pages of a form. A form without page breaks has one page. */
export function stepsOf({ parts }: Form): readonly FormStep[] {
  const steps: (FormField | FormSection)[][] = []
  for (const part of parts) {
    const last = steps.at(-1)
    if (last === undefined || (part.kind === 'section' && part.step)) steps.push([part])
    else last.push(part)
  }
  return steps
}

/** Returns the pages of a survey: one for each field, with the headings before it. */
export function surveyStepsOf({ parts }: Form): readonly FormStep[] {
  const steps: (FormField | FormSection)[][] = []
  let before: FormSection[] = []
  for (const part of parts)
    if (part.kind === 'section') before.push(part)
    else {
      steps.push([...before, part])
      before = []
    }
  if (before.length > 0) steps.push(before)
  return steps
}
