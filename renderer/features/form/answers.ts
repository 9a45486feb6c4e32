import type { CellEditor, Problem, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { checkAnswers } from '@common/views/form-answers'
import type { FilterReader } from '@common/views'
import type { Form, FormField } from '@common/views/form-fields'
import { ownValue } from '@common/util/own-value'
import { sentence, type Sentence } from '@renderer/i18n'

/** The content of a field: typed text or a chosen value. */
export type Draft =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: unknown }
/** A file that is uploading, or the error of its upload. */
export interface ComingFile {
  readonly id: number
  readonly file: File
  readonly sent: number
  readonly problem?: Sentence
  readonly stop: AbortController
}
export type Drafts = Readonly<Record<string, Draft>>

/** Sentences at fields, by their ids. */
export type Problems = ReadonlyMap<string, Sentence>

/** The result of a form with the current answers. */
export interface Filled {
  readonly shown: ReadonlySet<string>
  /** Contains only visible fields that have an answer. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly problems: Problems
}

/** True if a field takes typed text, which the column's rules parse. */
export function isWritten({ column, link, many }: FormField): boolean {
  if (link !== undefined || many) return false
  const written = writtenIn[columnType(column.uiType).editor]
  return written === 'withoutOptions' ? (column.options.options ?? []).length === 0 : written
}

/** Editors that read text. Choices are written where the column has no options. */
const writtenIn: Readonly<Record<CellEditor, boolean | 'withoutOptions'>> = {
  text: true,
  longText: true,
  number: true,
  date: true,
  dateTime: true,
  time: true,
  json: true,
  select: 'withoutOptions',
  multiSelect: 'withoutOptions',
  checkbox: false,
  rating: false,
  person: false,
  files: false,
  none: false,
}

/** Returns the initial content of a field. */
export function firstDraft(field: FormField, reader: FilterReader, given: unknown = field.initial): Draft {
  if (isWritten(field)) return { kind: 'text', text: textOf(field, given, reader) }
  if (columnType(field.column.uiType).editor === 'checkbox')
    return { kind: 'value', value: given === true || given === 1 || given === '1' }
  return { kind: 'value', value: given ?? null }
}

/** Returns a value as text in the reader's format; unparsable values stay unchanged. */
function textOf({ column }: FormField, value: unknown, reader: FilterReader): string {
  if (value === undefined || value === null || value === '') return ''
  const type = columnType(column.uiType)
  const parsed = type.parse(value, column)
  if (parsed.ok) return type.format(parsed.value, column, reader)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the value of a draft for the request. */
export function answerOf(
  field: FormField,
  draft: Draft | undefined,
  reader: FilterReader,
): { readonly answer: unknown; readonly problem?: never } | { readonly problem: Problem } {
  if (draft === undefined) return { answer: null }
  if (draft.kind === 'value') return { answer: draft.value }
  if (draft.text.trim() === '') return { answer: null }
  const parsed = columnType(field.column.uiType).parseText(draft.text, field.column, reader)
  return parsed.ok ? { answer: plain(parsed.value) } : { problem: parsed.problem }
}

function plain(value: StoredValue): string | number | boolean | null {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? null : value
}

/** Evaluates the form by the same rules as the server. */
export function fill(form: Form, drafts: Drafts, reader: FilterReader): Filled {
  // A column may be called `__proto__`.
  const answers = Object.create(null) as Record<string, unknown>
  const unread = new Map<string, Problem>()
  for (const field of form.fields) {
    const read = answerOf(field, ownValue(drafts, field.id), reader)
    if (read.problem === undefined) answers[field.id] = read.answer
    else unread.set(field.id, read.problem)
  }
  const checked = checkAnswers(form, answers, reader)
  const problems = new Map<string, Sentence>()
  for (const field of form.fields) {
    const problem = unread.get(field.id) ?? checked.problems.find((one) => one.field.id === field.id)?.problem
    if (problem !== undefined && checked.shown.has(field.id)) problems.set(field.id, problemOf(field, problem))
  }
  const given = Object.entries(answers).filter(([id, value]) => checked.shown.has(id) && value !== null)
  return { shown: checked.shown, answers: Object.fromEntries(given), problems }
}

/** Returns the message of a rejected answer, in the words of the form. */
export function problemOf(field: FormField, { problem, params }: Problem): Sentence {
  if (problem === 'required') {
    const isTick = columnType(field.column.uiType).editor === 'checkbox'
    return sentence(isTick ? 'forms.mustTick' : 'forms.mustAnswer')
  }
  return sentence(`problems.${problem}`, { column: field.label, ...params })
}
