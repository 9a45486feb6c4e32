import type { Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import type { Sentence } from '@renderer/i18n'
import { unsaved, useUnsaved, useUsers, type UnsavedRow } from '@renderer/stores'
import { DraftRow } from './draft-row'
import { storedValue } from '../rows/row-key'

interface SavedDraft {
  readonly draft: DraftRow
  /** The view that it was begun in. */
  readonly view: string | undefined
}

/** Unfinished rows by table, while none of its views is visible. */
const draftsByTable = new Map<string, readonly SavedDraft[]>()

/** Includes the user: another account on this browser sees none of them. */
const keyOf = (projectId: string, table: string): string =>
  JSON.stringify([useUsers.getState().user?.email, projectId, table])

export interface DraftPlace {
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

/** Saves a row for the next opened view of its table. */
export function keepDraft({ projectId, table, view }: DraftPlace, draft: DraftRow): void {
  const key = keyOf(projectId, table)
  draftsByTable.set(key, [...(draftsByTable.get(key) ?? []), { draft, view }])
}

/** Returns and removes earlier drafts. In another view they have no group, because it may lack that group. */
export function takeDrafts({ projectId, table, view }: DraftPlace): readonly DraftRow[] {
  const key = keyOf(projectId, table)
  const found = draftsByTable.get(key) ?? []
  draftsByTable.delete(key)
  for (const one of found) if (one.view !== view) one.draft.leaveGroup()
  return found.map(({ draft }) => draft)
}

/** Deletes the saved copy of a draft that was discarded or stored elsewhere. */
export function forgetDraft(id: string): void {
  for (const [key, drafts] of draftsByTable)
    draftsByTable.set(
      key,
      drafts.filter(({ draft }) => draft.id !== id),
    )
}

const windowKey = 'basalt window'

/** Returns the id of the window, stable across reloads. Drafts belong to the window that created them. */
function windowName(): string {
  try {
    const name = sessionStorage.getItem(windowKey) ?? crypto.randomUUID()
    sessionStorage.setItem(windowKey, name)
    return name
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return ''
    throw error
  }
}

/** Returns this window's drafts of a table from before a reload. */
export function storedDrafts(projectId: string, table: Table): readonly DraftRow[] {
  const mine = windowName()
  return useUnsaved
    .getState()
    .edits.filter(
      (edit): edit is UnsavedRow =>
        edit.kind === 'row' &&
        edit.state !== 'sending' &&
        edit.projectId === projectId &&
        edit.table.name === table.name &&
        edit.window === mine,
    )
    .map(({ id, values, sent, state, message = '' }) => {
      const draft = new DraftRow(table, { id, values, sent })
      const column = table.columns.find(({ title }) => ownValue(values, title) !== undefined)
      const text = column === undefined ? '' : String(storedValue(values[column.title]) ?? '')
      if (state === 'refused' && column) draft.refuse(column, { text, message })
      return draft
    })
}

/** Moves a draft from another window to this one. */
export function adoptDraft(edit: UnsavedRow): void {
  unsaved.put({ ...edit, window: windowName() })
}

/** Saves a draft across reloads. Deletes the saved copy of an empty one. */
export function storeDraft(
  projectId: string,
  { name, title }: Table,
  draft: DraftRow,
  sending: boolean,
  message?: Sentence,
): void {
  if (Object.keys(draft.values).length === 0) return unsaved.remove(draft.id)
  unsaved.put({
    kind: 'row',
    id: draft.id,
    projectId,
    table: { name, title },
    state: sending ? 'sending' : message === undefined ? 'waiting' : 'refused',
    ...(message !== undefined && { message }),
    at: Date.now(),
    values: draft.values,
    sent: draft.sent,
    missing: draft.missing.map((column) => column.title),
    window: windowName(),
  })
}
