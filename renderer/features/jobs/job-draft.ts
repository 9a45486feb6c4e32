import type { JobAction } from '@common/operations/actions'
import type { Job } from '@common/operations/jobs'
import type { OperationArgs } from '@renderer/api'
import { readerZone } from '@renderer/i18n'

/** Facts that the form of a job edits. */
export interface JobDraft extends Pick<Job, 'title' | 'pattern' | 'timeZone' | 'retries' | 'catchUp'> {
  readonly action: JobAction
}

export const firstDraft = (): JobDraft => ({
  title: '',
  pattern: '0 6 * * *',
  timeZone: readerZone(),
  retries: 2,
  catchUp: 'once',
  action: emptyAction('http'),
})

export function draftOf({ title, pattern, timeZone, retries, catchUp, action }: Job): JobDraft {
  return { title, pattern, timeZone, retries, catchUp, action }
}

export function emptyAction<K extends JobAction['kind']>(kind: K): Extract<JobAction, { kind: K }>
export function emptyAction(kind: JobAction['kind']): JobAction {
  switch (kind) {
    case 'http':
      return { kind, method: 'POST', url: '', headers: [], body: '', signingKey: '' }
    case 'sql':
      return { kind, sql: '' }
    case 'import':
      return { kind, url: '', table: '', key: [] }
    case 'export':
      return { kind, table: '', format: 'csv', folder: '' }
    case 'chat':
      return { kind, url: '', text: '' }
    case 'email':
      return { kind, to: [], subject: '', text: '' }
  }
}

export const isSameDraft = (one: JobDraft, other: JobDraft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the name of the first empty field that a job needs; undefined if it is complete. */
export function missingField({
  title,
  action,
}: JobDraft): 'title' | 'url' | 'sql' | 'table' | 'to' | 'subject' | 'text' | undefined {
  if (title.trim() === '') return 'title'
  if ((action.kind === 'http' || action.kind === 'import' || action.kind === 'chat') && action.url.trim() === '')
    return 'url'
  if ((action.kind === 'export' || action.kind === 'import') && action.table === '') return 'table'
  if (action.kind === 'sql' && action.sql.trim() === '') return 'sql'
  if (action.kind === 'chat') return action.text.trim() === '' ? 'text' : undefined
  if (action.kind !== 'email') return undefined
  if (action.to.length === 0) return 'to'
  if (action.subject.trim() === '') return 'subject'
  return action.text.trim() === '' ? 'text' : undefined
}

/** Returns the arguments that save a draft. Rows of headers without a name are left out. */
export function savedDraft(draft: JobDraft, id: string | undefined, active: boolean): OperationArgs<'jobSave'> {
  const { action } = draft
  const named =
    action.kind === 'http' ? { ...action, headers: action.headers.filter(({ name }) => name.trim() !== '') } : action
  return { ...draft, title: draft.title.trim(), action: named, active, ...(id !== undefined && { id }) }
}
