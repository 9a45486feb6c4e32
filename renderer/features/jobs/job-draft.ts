import type { JobAction, StepAction } from '@common/operations/actions'
import type { Job } from '@common/operations/jobs'
import { pluginOf } from '@common/plugins'
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
      return { kind, sql: '', write: false }
    case 'script':
      return { kind, code: '' }
    case 'import':
      return { kind, url: '', table: '', key: [] }
    case 'export':
      return { kind, table: '', format: 'csv', folder: '' }
    case 'chat':
      return { kind, url: '', text: '' }
    case 'message':
      return { kind, plugin: 'slack', channel: '', to: '', text: '' }
    case 'snapshot':
      return { kind, keep: 7 }
    case 'email':
      return { kind, to: [], subject: '', text: '' }
  }
}

/** Returns the name of the first empty field that an action needs; undefined if it is complete. */
export function missingIn(
  action: JobAction,
): 'url' | 'sql' | 'code' | 'table' | 'to' | 'subject' | 'target' | 'recipient' | 'text' | undefined {
  if ('url' in action && action.url.trim() === '') return 'url'
  if ('table' in action && action.table === '') return 'table'
  if (action.kind === 'sql' && action.sql.trim() === '') return 'sql'
  if (action.kind === 'script' && action.code.trim() === '') return 'code'
  if (action.kind === 'email' && action.to.length === 0) return 'to'
  if (action.kind === 'email' && action.subject.trim() === '') return 'subject'
  if (action.kind === 'message') {
    const plugin = pluginOf(action.plugin)
    if (plugin?.isList === true && action.channel === '') return 'target'
    if (plugin?.needsRecipient === true && action.to.trim() === '') return 'recipient'
  }
  return 'text' in action && action.text.trim() === '' ? 'text' : undefined
}

/** Returns the name of the first empty field that a job needs; undefined if it is complete. */
export const missingField = ({ title, action }: JobDraft): 'title' | ReturnType<typeof missingIn> =>
  title.trim() === '' ? 'title' : missingIn(action)

/** Returns an action without the rows of headers that have no name. */
export const savedAction = <A extends JobAction | StepAction>(action: A): A =>
  action.kind === 'http' ? { ...action, headers: action.headers.filter(({ name }) => name.trim() !== '') } : action

/** Returns the arguments that save a draft. */
export function savedDraft(draft: JobDraft, id: string | undefined, active: boolean): OperationArgs<'jobSave'> {
  return {
    ...draft,
    title: draft.title.trim(),
    action: savedAction(draft.action),
    active,
    ...(id !== undefined && { id }),
  }
}
