import type { Table } from '@common/model'
import { isApiError, messageOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { t } from '@renderer/i18n'
import { unsaved, useUnsaved, type UnsavedCell, type UnsavedEdit, type UnsavedRow } from '@renderer/stores'
import { changedValue } from '../cell-writes'
import { forgetDraft } from '../kept-drafts'
import { restRowApi } from '../row-api'
import { rowsWritten } from '../undo/rows-written'
import { isShownDraft } from './follow-drafts'
import { isUnreached } from './unreached'

/** True if it goes to the server by itself: nothing is missing and nothing was refused. */
function isReady(edit: UnsavedEdit): boolean {
  if (edit.state !== 'waiting') return false
  return edit.kind === 'cell' ? edit.value !== undefined : edit.missing.length === 0 && !isShownDraft(edit.id)
}

/** One window at a time: a new record that two of them sent would be there twice. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('basalt-unsaved', work)
}

/** Sends what waits for the server, oldest first, until it can't be reached again. */
export function resendWaiting(projectId: string): Promise<void> {
  return alone(async () => {
    const tables = new Map<string, Promise<Table | undefined>>()
    const ready = useUnsaved.getState().edits.filter((edit) => edit.projectId === projectId && isReady(edit))
    for (const { id } of ready) {
      // Another window may have sent it, or the person discarded it.
      const edit = useUnsaved.getState().edits.find((each) => each.id === id)
      if (edit === undefined || !isReady(edit)) continue
      const table = tables.get(edit.table.name) ?? readTable(projectId, edit.table.name)
      tables.set(edit.table.name, table)
      if (!(await sendOne(edit, () => table))) break
    }
    if (ready.length > 0) rowsWritten.tell(projectId)
  })
}

/** Sends one edit although it was refused, over a newer value if there is one. */
export function retryEdit(edit: UnsavedEdit): Promise<void> {
  return alone(async () => {
    await sendOne(edit, () => readTable(edit.projectId, edit.table.name), true)
    rowsWritten.tell(edit.projectId)
  })
}

/** @returns false if the server could not be reached */
async function sendOne(edit: UnsavedEdit, tableOf: () => Promise<Table | undefined>, anyway = false): Promise<boolean> {
  // A record that was sent twice would be there twice: that it may have arrived is known even if the page is closed now.
  if (edit.kind === 'row') unsaved.put({ ...edit, state: 'sending' })
  try {
    const table = await tableOf()
    if (table === undefined) throw new Error(t('unsaved.noTable', { table: edit.table.title }))
    await (edit.kind === 'cell' ? sendCell(edit, table, anyway) : sendRow(edit, table))
    // What was sent stays as it is shown; what is discarded goes back.
    if (edit.kind === 'cell') unsaved.put({ ...edit, state: 'sending' })
    unsaved.remove(edit.id)
    return true
  } catch (error) {
    // It was discarded meanwhile.
    if (!useUnsaved.getState().edits.some(({ id }) => id === edit.id)) return !isUnreached(error)
    if (isUnreached(error)) {
      unsaved.put({ ...edit, state: 'waiting' })
      return false
    }
    const held = changedValue(error)
    const message = isApiError(error) || !(error instanceof Error) ? messageOf(error) : error.message
    unsaved.put({ ...edit, state: 'refused', message, ...(held && edit.kind === 'cell' && { before: held.value }) })
    return true
  }
}

async function sendCell({ projectId, key, column, value, before }: UnsavedCell, table: Table, anyway: boolean) {
  // The column may have got another title meanwhile.
  const title = table.columns.find(({ name }) => name === column.name)?.title ?? column.title
  try {
    await restRowApi(projectId, table).update(key, { [title]: value }, anyway ? undefined : { [title]: before })
  } catch (error) {
    const held = changedValue(error)
    // It had arrived before the page or the server went.
    if (held === undefined || JSON.stringify(held.value) !== JSON.stringify(value)) throw error
  }
}

async function sendRow({ projectId, id, values }: UnsavedRow, table: Table): Promise<void> {
  await restRowApi(projectId, table).create(values)
  forgetDraft(id)
}
