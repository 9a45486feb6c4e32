import type { Problem } from '@common/columns/column-type'
import { holdsFiles } from '@common/columns/questions'
import { problemMessage } from '@common/columns/problem-message'
import { AppError } from '@common/errors'
import { wholeOf, type SightedTable } from '@common/principal/sight'
import type { FilterReader } from '@common/views'
import { checkAnswers, newOptions, type CheckedAnswers } from '@common/views/form-answers'
import { readForm, readVisitorForm, type Form } from '@common/views/form-fields'
import { formSource } from '@main/lib/form-source'
import { validLocale, validTimeZone } from '@main/lib/reader'
import { inProject, type CallContext } from '@main/operations/context'
import type { FormsOptions, FormView, NewRecord, PlannedFiles, UploadedAnswer } from './types'

/** Answers of one person, with the form that they belong to. */
export interface FormSubmission {
  readonly view: FormView & { readonly id: string }
  /** As the caller sees it. */
  readonly table: SightedTable
  /** By field. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Unique id. A repeated submission creates no second record. */
  readonly submission: string
  readonly timeZone?: string | undefined
  readonly locale?: string | undefined
  /** Present for visitors of a shared form: the files of their answers, by field. They can't name other files. */
  readonly uploads?: readonly UploadedAnswer[]
}

/**
 * Creates a record from the answers of a form.
 *
 * @throws AppError VIEW_READ_ONLY, ROW_INVALID with all problems, and errors of the write
 */
export type SubmitForm = (context: CallContext, sent: FormSubmission) => Promise<{ readonly rowId: string | null }>

/** Maximum number of reported problems. */
const problemsTold = 200

export function createSubmitForm(options: FormsOptions): SubmitForm {
  const { clock, create, addOptions, made: madeRecords, responses, mails, files, once, report } = options

  return async (context, { view, table: seen, answers: given, submission, timeZone, locale, uploads }) => {
    const { projectId, actor } = inProject(context)
    const { id } = view
    const name = { projectId, userId: actor.userId, id: `form ${id} ${submission}`, request: ['formSubmit', id] }
    // A submission that is sent again makes no second record, even if the server was killed in between.
    return once(name, async (committed) => {
      if (seen.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: seen.title })
      const form = formOf(view, seen, uploads !== undefined)
      // A visitor must not learn the names of columns that the form doesn't show.
      if (uploads !== undefined && form.missing.length > 0) throw new AppError('SHARE_FORM_INCOMPLETE')
      const planned = files(projectId, actor.userId, uploads ?? [])
      const answers = uploads === undefined ? given : withUploads(form, given, planned.answers)
      const reader = {
        now: clock.now(),
        timeZone: validTimeZone(timeZone),
        locale: validLocale(locale),
        email: actor.email ?? '',
      }
      const { record, options: added } = recordOf(form, answers, reader)
      // Continues if the client disconnects, which then repeats the submission and gets its outcome.
      const staying: CallContext = { ...context, signal: new AbortController().signal }
      await planned.keep()
      try {
        const table = added.size === 0 ? seen : await addOptions(staying, projectId, seen.name, added)
        await responses.begin(projectId, id, () => madeRecords(projectId, table.name, formSource(id)))
        const rowId = await create(staying, projectId, table, record, formSource(id))
        committed()
        // The record is stored, even if it can't be counted.
        await responses.add(projectId, id).catch(report)
        mails.answered({ projectId, id, form, answers, rowId })
        return { rowId }
      } catch (error) {
        await planned.remove().catch(report)
        throw error
      }
    })
  }
}

/** A form asks for its own fields, and needs values for columns that its visitors don't see. */
function formOf(view: FormView, table: SightedTable, isForVisitors: boolean): Form {
  return isForVisitors
    ? readVisitorForm(view.options, wholeOf(table), view.title)
    : readForm(view.options, table, view.title)
}

/** Visitors send files with their answers. Neither can an answer name another file, nor another field take files. */
function withUploads(
  form: Form,
  answers: Readonly<Record<string, unknown>>,
  uploaded: PlannedFiles['answers'],
): Readonly<Record<string, unknown>> {
  const takesFiles = (id: string): boolean => form.fields.some((field) => field.id === id && holdsFiles(field.column))
  const named = form.fields.find(({ id }) => takesFiles(id) && Object.hasOwn(answers, id) && answers[id] !== null)
  if (named !== undefined) throw refusal([{ column: named.label, field: named.id, problem: 'notAttachments' }])
  const other = Object.keys(uploaded).find((id) => !takesFiles(id))
  if (other !== undefined) throw refusal([{ column: other.slice(0, 200), problem: 'unknownColumn' }])
  return { ...answers, ...uploaded }
}

/** @throws AppError ROW_INVALID with all problems */
function recordOf(
  form: Form,
  answers: Readonly<Record<string, unknown>>,
  reader: FilterReader,
): { readonly record: NewRecord; readonly options: ReadonlyMap<string, readonly string[]> } {
  const checked = checkAnswers(form, answers, reader)
  refuseProblems(form, checked)
  // A column may be called `__proto__`.
  const values = Object.create(null) as Record<string, unknown>
  const links: { column: string; records: readonly string[] }[] = []
  const options = new Map<string, readonly string[]>()
  for (const field of form.fields) {
    const read = checked.values.get(field.id)
    // Without an answer, the column's default applies.
    if (read === undefined || read.value === null) continue
    if (field.many) links.push({ column: field.id, records: read.records ?? [] })
    else values[field.column.title] = answers[field.id]
    const added = newOptions(field, answers[field.id])
    if (added.length > 0) options.set(field.column.name, added)
  }
  return { record: { values, links }, options }
}

function refuseProblems(form: Form, { problems, unknown }: CheckedAnswers): void {
  const all: (Problem & { column: string; field?: string })[] = [
    ...unknown.map((name) => ({ column: name.slice(0, 200), problem: 'unknownColumn' as const })),
    ...problems.map(({ field, problem }) => ({ ...problem, column: field.label, field: field.id })),
    ...form.missing.map(({ title }) => ({ column: title, problem: 'required' as const })),
  ]
  if (all.length > 0) throw refusal(all)
}

function refusal(problems: readonly (Problem & { column: string; field?: string })[]): AppError {
  const fields = problems.slice(0, problemsTold).map((each) => ({ ...each, msg: problemMessage(each) }))
  return new AppError('ROW_INVALID', { problems: fields.slice(0, 20).map(({ msg }) => msg), fields })
}
