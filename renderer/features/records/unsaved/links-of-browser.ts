import type { Table } from '@common/model'
import { isListed, unsaved, useConnection, useUnsaved, type UnsavedLink } from '@renderer/stores'
import {
  changeLink,
  createRecord,
  linkWords,
  referenceChange,
  type LinkTables,
  type ReferenceChange,
} from '../links/link-api'
import { linkEffects, shownOf, type ShownLink } from '../links/link-effects'
import { linkedRows, type LinkColumn } from '../links/linked'
import type { LinkQueue } from '../links/queued-links'
import { keyColumns, rowKey, type Row } from '../rows/row-key'
import { idempotencyKey, recordKeyOf } from '../rows/row-api'
import { addedWords, nameOf } from '../undo/row-steps'
import { resendWaiting } from './resend'
import { isUnreached, neededServer } from './unreached'

/** Queue of link changes that survives reloads while the server is unreachable. */
export function linksOfBrowser(projectId: string, tableName: string): LinkQueue {
  let indexed: { readonly edits: unknown; readonly links: readonly ShownLink[] } | undefined
  /** The same objects as long as their edit is. */
  const shown = new WeakMap<UnsavedLink, readonly ShownLink[]>()
  const shownHere = (edit: UnsavedLink): readonly ShownLink[] => {
    const made = shown.get(edit) ?? shownOf(edit, tableName)
    shown.set(edit, made)
    return made
  }
  const links = (): readonly ShownLink[] => {
    const { edits } = useUnsaved.getState()
    if (indexed?.edits === edits) return indexed.links
    const found = edits
      .filter((edit) => edit.kind === 'link')
      .filter((edit) => edit.projectId === projectId && isListed(edit))
      .flatMap(shownHere)
    const known = indexed?.links ?? []
    const isSame = known.length === found.length && known.every((one, at) => one === found[at])
    indexed = { edits, links: isSame ? known : found }
    return indexed.links
  }
  /** Changes of the project that wait to be sent. */
  const queued = (): readonly UnsavedLink[] =>
    useUnsaved
      .getState()
      .edits.filter((edit) => edit.kind === 'link')
      .filter((edit) => edit.projectId === projectId && edit.state !== 'refused' && isListed(edit))
  const editOf = (...[tables, column, row, record, done]: Parameters<LinkQueue['send']>): UnsavedLink => ({
    kind: 'link',
    id: crypto.randomUUID(),
    projectId,
    table: { name: tables.own.name, title: tables.own.title },
    state: 'sending',
    at: Date.now(),
    done,
    words: linkWords(tables, column, row, record, done),
    column: { id: column.id, title: column.title },
    rowKey: rowKey(tables.own, row) ?? '',
    ...ends(tables, column, row, record),
    ...referenceOf(referenceChange(tables, column, row, record, done), queued()),
    ...(column.link.kind === 'belongsTo' && { replaced: linkedRows(row, column)[0] }),
    effects: linkEffects(tables, column, row, record, done),
  })
  /** Sends a change now, or later: after the changes that wait already, or once the server is back. */
  const sendOrWait = async (edit: UnsavedLink, write: () => Promise<unknown>): Promise<'stored' | 'waiting'> => {
    // Keeps the order: sends queued changes first.
    const mustWait = queued().length > 0
    unsaved.put(mustWait ? waiting(edit) : edit)
    if (mustWait) {
      if (!useConnection.getState().isLost) void resendWaiting(projectId)
      return 'waiting'
    }
    try {
      await write()
      unsaved.remove(edit.id)
      return 'stored'
    } catch (error) {
      if (isUnreached(error)) {
        unsaved.put(waiting(edit))
        return 'waiting'
      }
      unsaved.remove(edit.id)
      throw error
    }
  }
  return {
    send: async (tables, column, row, record, done) => {
      const made = done === 'unlinked' ? queued().find((edit) => isNewRecord(edit, tables.related, record)) : undefined
      if (made !== undefined) {
        // A record that isn't stored yet is dropped entirely.
        if (made.state === 'waiting') unsaved.remove(made.id)
        return 'waiting'
      }
      const edit = editOf(tables, column, row, record, done)
      return sendOrWait(edit, () => changeLink(tables, column, row, record, done, { id: idempotencyKey(edit.id) }))
    },
    create: async (tables, column, row, values) => {
      if (column.link.kind === 'belongsTo') {
        await neededServer(createRecord(tables, column, row, values))
        return 'stored'
      }
      const key = `new ${crypto.randomUUID()}`
      const record = { ...values, ...Object.fromEntries(keyColumns(tables.related).map(({ title }) => [title, key])) }
      // The record is new, so nothing needs a guard.
      const { reference: _reference, ...edit } = editOf(tables, column, row, record, 'linked')
      const made = { ...edit, words: addedWords(tables.related, nameOf(tables.related, values)), creates: values }
      return sendOrWait(made, () =>
        createRecord(
          tables,
          column,
          row,
          values,
          (stored) => changeLink(tables, column, row, stored, 'linked', { id: idempotencyKey(made.id) }),
          recordKeyOf(made.id),
        ),
      )
    },
    links,
    subscribe: (listener) => useUnsaved.subscribe(listener),
  }
}

/** True if a change makes this record, whose key is a placeholder. */
const isNewRecord = ({ creates, record }: UnsavedLink, table: Table, other: Row): boolean =>
  creates !== undefined && rowKey(table, record) === rowKey(table, other)

const waiting = (edit: UnsavedLink): UnsavedLink => ({ ...edit, state: 'waiting', waited: true })

/** Data of both records that a retry needs: their keys, their names, and the values that link them. */
function ends(
  { own, related }: LinkTables,
  { link }: LinkColumn,
  row: Row,
  record: Row,
): Pick<UnsavedLink, 'row' | 'record' | 'recordKey' | 'columns'> {
  const [ofRow, ofRecord] = [needed(own, link.columns), needed(related, link.relatedColumns)]
  return {
    row: valuesOf(ofRow, row),
    record: valuesOf(ofRecord, record),
    recordKey: keyColumns(related).map(({ title }) => title),
    columns: { row: ofRow, record: ofRecord },
  }
}

/** Column names by title. */
function needed({ columns }: Table, names: readonly string[]): Readonly<Record<string, string>> {
  const found = columns.filter(
    ({ name, primaryKey, primaryValue }) => primaryKey || primaryValue || names.includes(name),
  )
  return Object.fromEntries(found.map(({ title, name }) => [title, name]))
}

const valuesOf = (titles: Readonly<Record<string, string>>, row: Row): Row =>
  Object.fromEntries(Object.keys(titles).flatMap((title) => (Object.hasOwn(row, title) ? [[title, row[title]]] : [])))

/** Returns the change of a reference, guarded by the result of a queued change of the same one. */
function referenceOf(
  change: ReferenceChange | undefined,
  queued: readonly UnsavedLink[],
): Pick<UnsavedLink, 'reference'> {
  if (change === undefined) return {}
  const { table, holder: row, before, after } = change
  const holder = JSON.stringify([table.name, rowKey(table, row)])
  const titles = Object.keys(after)
  const earlier = queued.findLast(
    ({ reference }) => reference?.holder === holder && titles.every((title) => Object.hasOwn(reference.after, title)),
  )
  return { reference: { holder, before: earlier?.reference?.after ?? before, after } }
}
