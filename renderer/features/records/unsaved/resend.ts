import type { Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import { isApiError, PageError, sentenceOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { sentence, t } from '@renderer/i18n'
import {
  production,
  unsaved,
  useUnsaved,
  type UnsavedBatch,
  type UnsavedCell,
  type UnsavedEdit,
  type UnsavedLink,
  type UnsavedRow,
} from '@renderer/stores'
import { changedValue } from '../writes/cell-writes'
import { forgetDraft } from '../drafts/saved-drafts'
import { changeLink, createRecord } from '../links/link-api'
import { idempotencyKey, recordKeyOf, restRowApi } from '../rows/row-api'
import type { Row } from '../rows/row-key'
import { valuesNow, withTitlesNow } from '../rows/row-changes'
import { rowsWritten } from '@renderer/features/undo'
import { isShownDraft } from './follow-drafts'
import { changesAt, SkippedChanges } from './skipped'
import { isUnreached } from './unreached'

/** True if an edit can be sent automatically: complete, and not rejected before. */
function isReady(edit: UnsavedEdit): boolean {
  if (edit.state !== 'waiting') return false
  switch (edit.kind) {
    case 'cell':
      return edit.value !== undefined
    case 'row':
      return edit.missing.length === 0 && !isShownDraft(edit.id)
    case 'batch':
    case 'link':
      return true
  }
}

/** Runs in one window at a time, so that two windows don't send the same new record. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('basalt-unsaved', work)
}

/** Sends queued edits, oldest first, until the server is unreachable. */
export function resendWaiting(projectId: string): Promise<void> {
  return alone(async () => {
    const tables = new Map<string, Promise<Table | undefined>>()
    // Earlier edits are sent when the user asks for it.
    if (production.has(projectId)) return
    let isAnySent = false
    const ready = useUnsaved.getState().edits.filter((edit) => edit.projectId === projectId && isReady(edit))
    for (const { id } of ready) {
      // Another window may have sent it, or the user may have discarded it.
      const edit = unsaved.now(id)
      if (edit === undefined || !isReady(edit)) continue
      const table = tables.get(edit.table.name) ?? readTable(projectId, edit.table.name)
      tables.set(edit.table.name, table)
      if (!(await sendOne(edit, () => table))) break
      isAnySent = true
    }
    if (isAnySent) rowsWritten.tell(projectId)
  })
}

/** Retries a rejected edit. Overwrites a newer value. */
export function retryEdit(edit: UnsavedEdit): Promise<void> {
  return alone(async () => {
    await sendOne(edit, () => readTable(edit.projectId, edit.table.name), true)
    rowsWritten.tell(edit.projectId)
  })
}

/** @returns false if the server is unreachable */
async function sendOne(edit: UnsavedEdit, tableOf: () => Promise<Table | undefined>, anyway = false): Promise<boolean> {
  if (edit.kind !== 'cell') unsaved.put({ ...edit, state: 'sending' })
  try {
    const table = await tableOf()
    if (table === undefined) throw new PageError(sentence('unsaved.noTable', { table: edit.table.title }))
    await sendTo(table, edit, anyway)
    // Marks it as sent before removing it: the grid leaves sent values in place and rolls back discarded ones.
    if (edit.kind === 'cell') unsaved.put({ ...edit, state: 'sending' })
    unsaved.remove(edit.id)
    return true
  } catch (error) {
    // The user has discarded it in the meantime.
    if (!useUnsaved.getState().edits.some(({ id }) => id === edit.id)) return !isUnreached(error)
    if (isUnreached(error)) {
      unsaved.put({ ...edit, state: 'waiting' })
      return false
    }
    unsaved.put(refused(edit, error))
    return true
  }
}

function refused(edit: UnsavedEdit, error: unknown): UnsavedEdit {
  const message = sentenceOf(error)
  // A retry after that is a new write, so it needs a new idempotency key.
  const isNew = isApiError(error, 'WRITE_UNCERTAIN') || isApiError(error, 'IDEMPOTENCY_KEY_REUSED')
  const again = isNew ? { sentAs: crypto.randomUUID() } : {}
  switch (edit.kind) {
    case 'cell': {
      const held = changedValue(error)
      return { ...edit, state: 'refused', message, ...(held && { before: held.value }) }
    }
    case 'row':
      return { ...edit, state: 'refused', message, sent: undefined, ...again }
    case 'link': {
      const isChanged = isApiError(error, 'VALUE_CHANGED')
      return { ...edit, state: 'refused', message: isChanged ? t('unsaved.linkChanged') : message, ...again }
    }
    case 'batch': {
      // The others are written.
      if (error instanceof SkippedChanges)
        return { ...edit, state: 'refused', message, changes: error.changes, sentAs: crypto.randomUUID() }
      const changed = isApiError(error, 'VALUE_CHANGED') ? Number(error.details['changed']) : 0
      const sentence = changed > 0 ? t('unsaved.conflicts', { count: changed }) : message
      return { ...edit, state: 'refused', message: sentence, ...again }
    }
  }
}

function sendTo(table: Table, edit: UnsavedEdit, anyway: boolean): Promise<void> {
  switch (edit.kind) {
    case 'cell':
      return sendCell(edit, table, anyway)
    case 'row':
      return sendRow(edit, table)
    case 'batch':
      return sendBatch(edit, table, anyway)
    case 'link':
      return sendLink(edit, table, anyway)
  }
}

async function sendBatch({ projectId, id, sentAs = id, words, ...edit }: UnsavedBatch, table: Table, anyway: boolean) {
  const changes = edit.changes.map((change) => withTitlesNow(table, edit.columns, change))
  const { skipped } = await restRowApi(projectId, table).apply({ id: sentAs, words, changes, anyway })
  if (skipped.length > 0) throw new SkippedChanges(changesAt(edit.changes, skipped))
}

/** @throws Error if the link or one of its tables is gone */
async function sendLink(
  { projectId, id, sentAs = id, done, creates, ...edit }: UnsavedLink,
  own: Table,
  anyway: boolean,
) {
  const column = own.virtualColumns.find((each) => each.id === edit.column.id)
  const related = column?.kind === 'link' ? await readTable(projectId, column.link.relatedTable) : undefined
  if (column?.kind !== 'link' || related === undefined)
    throw new Error(t('unsaved.noLink', { column: edit.column.title, table: own.title }))
  const through = column.link.through?.table
  const pairs = through === undefined ? undefined : await readTable(projectId, through)
  const [row, record] = [
    valuesNow(own, edit.columns.row, edit.row),
    valuesNow(related, edit.columns.record, edit.record),
  ]
  const tables = { projectId, own, related, pairs }
  const again = { id: idempotencyKey(sentAs), isRetry: true }
  if (creates !== undefined) {
    const values = valuesNow(related, edit.columns.record, creates)
    const linked = (made: Row): Promise<void> => changeLink(tables, column, row, made, done, again)
    await createRecord(tables, column, row, values, linked, recordKeyOf(sentAs))
    return
  }
  const before = anyway ? undefined : edit.reference?.before
  // The edit names the columns of the row that holds the reference.
  const names = column.link.kind === 'belongsTo' ? edit.columns.row : edit.columns.record
  const holder = column.link.kind === 'belongsTo' ? own : related
  const expected = before && valuesNow(holder, names, before)
  await changeLink(tables, column, row, record, done, { ...again, expected })
}

async function sendCell({ projectId, key, column, value, before }: UnsavedCell, table: Table, anyway: boolean) {
  // The column may have been renamed in the meantime.
  const title = table.columns.find(({ name }) => name === column.name)?.title ?? column.title
  try {
    const row = await restRowApi(projectId, table).update(
      key,
      { [title]: value },
      anyway ? undefined : { [title]: before },
    )
    // The server returns a missing record as an empty one.
    if (Object.keys(row).length === 0) throw new Error(t('staged.recordGone'))
  } catch (error) {
    const held = changedValue(error)
    // No conflict if the earlier attempt has stored this very value.
    if (held === undefined || JSON.stringify(held.value) !== JSON.stringify(value)) throw error
  }
}

async function sendRow({ projectId, id, sentAs = id, values, sent }: UnsavedRow, table: Table): Promise<void> {
  const api = restRowApi(projectId, table)
  // Its key belongs to the values of the first attempt. Later ones follow as an update.
  const made = await api.create(sent ?? values, idempotencyKey(sentAs))
  const later =
    sent === undefined ? [] : Object.entries(values).filter(([title, value]) => ownValue(sent, title) !== value)
  if (later.length > 0) await api.update(made, Object.fromEntries(later))
  forgetDraft(id)
}
