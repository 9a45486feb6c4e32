import type { SightedTable } from '@common/principal/sight'
import type { Problem } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { formOperations } from '@common/operations/forms'
import type { FilterReader } from '@common/views'
import { checkAnswers, newOptions, type CheckedAnswers } from '@common/views/form-answers'
import { readForm, type Form } from '@common/views/form-fields'
import { problemMessage } from '@common/columns/problem-message'
import { validLocale, validTimeZone } from '@main/lib/reader'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { FormsOptions, FormView, NewRecord } from './index'

/** Maximum number of reported problems. */
const problemsTold = 200

/** Source of a record in the history: its form. */
const whyOf = (form: string): string => `form ${form}`

/** Handlers of `common/operations/forms.ts`. */
export function createFormHandlers({
  clock,
  view: viewOf,
  table: tableOf,
  create,
  addOptions,
  made: madeRecords,
  responses,
  mails,
  once,
  report,
}: FormsOptions): Handlers<typeof formOperations> {
  const found = async (context: CallContext, id: string): Promise<{ view: FormView; table: SightedTable }> => {
    const { projectId } = inProject(context)
    const view = await viewOf(projectId, id)
    const table = view?.kind === 'form' ? await tableOf(context.principal, projectId, view.table) : undefined
    if (view === undefined || table === undefined) throw new AppError('TABLE_VIEW_NOT_FOUND')
    return { view, table }
  }
  const formOf = async (context: CallContext, id: string): Promise<{ form: Form; table: SightedTable }> => {
    const { view, table } = await found(context, id)
    if (table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: table.title })
    return { form: readForm(view.options, table, view.title), table }
  }

  return {
    formGet: async (context, { id }) => ({ table: (await found(context, id)).table.name }),

    formResponseCount: async (context, { id }) => {
      const { projectId } = inProject(context)
      const { table } = await found(context, id)
      const [counted = 0, known] = await Promise.all([
        responses.count(projectId, id),
        madeRecords(projectId, table.name, whyOf(id)),
      ])
      // A crash right after creating a record can lose its count, but the history may contain it.
      return { count: Math.max(counted, known) }
    },

    formMailRead: async (context, { id }) => {
      await found(context, id)
      return { on: await mails.isOn(id, personIn(context).userId), possible: await mails.isPossible() }
    },

    formMailSet: async (context, { id, on }) => {
      await found(context, id)
      await mails.set(id, personIn(context).userId, on)
      return { on }
    },

    formSubmit: async (context, { id, answers, submission, timeZone, locale }) => {
      const { projectId, actor } = inProject(context)
      const name = { projectId, userId: actor.userId, id: `form ${id} ${submission}`, request: ['formSubmit', id] }
      // A submission that is sent again makes no second record, even if the server was killed in between.
      return once(name, async (committed) => {
        const { form, table: found } = await formOf(context, id)
        const reader = {
          now: clock.now(),
          timeZone: validTimeZone(timeZone),
          locale: validLocale(locale),
          email: actor.email ?? '',
        }
        const { record, options } = recordOf(form, answers, reader)
        // Continues if the client disconnects, which then repeats the submission and gets its outcome.
        const staying: CallContext = { ...context, signal: new AbortController().signal }
        const table = options.size === 0 ? found : await addOptions(staying, projectId, found.name, options)
        await responses.begin(projectId, id, () => madeRecords(projectId, table.name, whyOf(id)))
        const rowId = await create(staying, projectId, table, record, whyOf(id))
        committed()
        // The record is stored, even if it can't be counted.
        await responses.add(projectId, id).catch(report)
        mails.answered({ projectId, id, form, answers, rowId })
        return { rowId }
      })
    },
  }
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
  if (all.length === 0) return
  const fields = all.slice(0, problemsTold).map((each) => ({ ...each, msg: problemMessage(each) }))
  throw new AppError('ROW_INVALID', { problems: fields.slice(0, 20).map(({ msg }) => msg), fields })
}
