import { defaultDbAlias } from '@common/constants'
import { message } from '@common/messages'
import { accountOf, permits, type Principal } from '@common/principal'
import type { FindTable } from '@common/principal/sight'
import type { Form, FormField } from '@common/views/form-fields'
import { createQueue } from '@common/util/queue'
import { deleteFrom, insertOrIgnore, metaTables, type MetaStore } from '@main/db/meta'
import type { Mailer } from '@main/features/mail'
import type { Clock } from '@main/lib/clock'

const { formMails } = metaTables
const valueCharacters = 2_000

/** A stored answer of a form. */
export interface FormAnswer {
  readonly projectId: string
  /** Id of the view. */
  readonly id: string
  readonly form: Form
  /** As they were sent, by field. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly rowId: string | null
}

export interface FormMailsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly mailer: Mailer
  readonly linkTo: (route: string) => Promise<string>
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
  readonly table: FindTable
  readonly report: (error: unknown) => void
}

/** Mails about each answer of a form, for users who want them. */
export interface FormMails {
  readonly isPossible: () => Promise<boolean>
  readonly isOn: (id: string, userId: number) => Promise<boolean>
  readonly set: (id: string, userId: number, on: boolean) => Promise<void>
  /** Mails an answer in the background. */
  readonly answered: (answer: FormAnswer) => void
}

export function createFormMails(options: FormMailsOptions): FormMails {
  const { store, clock, mailer, linkTo, personNow, table: tableOf, report } = options
  const { run } = createQueue()

  const mail = async ({ projectId, id, form, answers, rowId }: FormAnswer): Promise<void> => {
    if (!(await mailer.isEnabled())) return
    const readers = await store.select(formMails, { view_id: id })
    if (readers.length === 0) return
    const table = form.table.name
    const query = new URLSearchParams({
      name: table,
      type: 'table',
      dbalias: defaultDbAlias,
      ...(rowId === null ? {} : { record: rowId }),
    })
    const link = await linkTo(`/nc/${encodeURIComponent(projectId)}?${query.toString()}`)
    for (const { user_id: userId } of readers) {
      // The rights of now: a person may have left the project or lost the table.
      const principal = await personNow(userId, projectId)
      const address = accountOf(principal)?.email
      const visible = permits(principal, 'row.read') ? await tableOf(principal, projectId, table) : undefined
      if (address === undefined || visible === undefined) continue
      const ids = new Set([
        ...visible.columns.map(({ name }) => name),
        ...visible.virtualColumns.map(({ id: key }) => key),
      ])
      const shown = form.fields.filter((field) => ids.has(field.id))
      mailer.send(address, {
        subject: message('mail.answer.subject', { form: form.title }),
        paragraphs: [message('mail.answer.text', { form: form.title })],
        facts: shown.flatMap((field) => factOf(field, answers)),
        action: { label: message('mail.answer.action'), link },
        reason: message('mail.answer.reason', { form: form.title }),
      })
    }
  }

  return {
    isPossible: mailer.isEnabled,
    isOn: async (id, userId) => (await store.find(formMails, { view_id: id, user_id: userId })) !== undefined,
    set: async (id, userId, on) => {
      const row = { view_id: id, user_id: userId }
      const step = on
        ? insertOrIgnore(formMails, ['view_id', 'user_id'], { ...row, created_at: clock.now().toISOString() })
        : deleteFrom(formMails, row)
      await store.transact([step])
    },
    answered: (answer) => void run(() => mail(answer)).catch(report),
  }
}

/** The label of a field and its answer as text; nothing without an answer. */
function factOf(field: FormField, answers: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const text = textOf(Object.hasOwn(answers, field.id) ? answers[field.id] : undefined)
  return text === '' ? [] : [[field.label, text.slice(0, valueCharacters)]]
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  // A file.
  const { title } = value as { readonly title?: unknown }
  return typeof title === 'string' ? title : JSON.stringify(value)
}
