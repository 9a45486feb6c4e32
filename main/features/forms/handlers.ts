import { isViewListed } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import { AppError } from '@common/errors'
import type { formOperations } from '@common/operations/forms'
import { formSource } from '@main/lib/form-source'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { SubmitForm } from './submit'
import type { FormsOptions, FormView } from './types'

/** Handlers of `common/operations/forms.ts`. */
export function createFormHandlers({
  view: viewOf,
  table: tableOf,
  made: madeRecords,
  responses,
  mails,
  submit,
}: FormsOptions & { readonly submit: SubmitForm }): Handlers<typeof formOperations> {
  const found = async (context: CallContext, id: string): Promise<{ view: FormView; table: SightedTable }> => {
    const { projectId } = inProject(context)
    const view = isViewListed(context.principal, id) ? await viewOf(projectId, id) : undefined
    const table = view?.kind === 'form' ? await tableOf(context.principal, projectId, view.table) : undefined
    if (view === undefined || table === undefined) throw new AppError('TABLE_VIEW_NOT_FOUND')
    return { view, table }
  }
  return {
    formGet: async (context, { id }) => ({ table: (await found(context, id)).table.name }),

    formResponseCount: async (context, { id }) => {
      const { projectId } = inProject(context)
      const { table } = await found(context, id)
      const [counted = 0, known] = await Promise.all([
        responses.count(projectId, id),
        madeRecords(projectId, table.name, formSource(id)),
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

    formSubmit: async (context, { id, ...sent }) => {
      const { view, table } = await found(context, id)
      return submit(context, { view: { ...view, id }, table, ...sent })
    },
  }
}
