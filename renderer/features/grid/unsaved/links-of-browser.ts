import type { Table } from '@common/model'
import { isKept, unsaved, useConnection, useUnsaved, type UnsavedLink } from '@renderer/stores'
import { changeLink, linkWords, referenceChange, type LinkTables, type ReferenceChange } from '../links/link-api'
import { linkedRows, type LinkColumn } from '../links/linked'
import type { LinkQueue } from '../links/queued-links'
import { keyColumns, rowKey, type Row } from '../row-key'
import { idempotencyKey } from '../row-api'
import { resendWaiting } from './resend'
import { isUnreached } from './unreached'

/** Queue of link changes that survives reloads while the server is unreachable. */
export function linksOfBrowser(projectId: string, tableName: string): LinkQueue {
  let indexed: { readonly edits: unknown; readonly links: readonly UnsavedLink[] } | undefined
  const links = (): readonly UnsavedLink[] => {
    const { edits } = useUnsaved.getState()
    if (indexed?.edits === edits) return indexed.links
    const found = edits
      .filter((edit) => edit.kind === 'link')
      .filter((edit) => edit.projectId === projectId && edit.table.name === tableName && isKept(edit))
    const known = indexed?.links ?? []
    const isSame = known.length === found.length && known.every((one, at) => one === found[at])
    indexed = { edits, links: isSame ? known : found }
    return indexed.links
  }
  /** Changes of the project that are to be sent. */
  const queued = (): readonly UnsavedLink[] =>
    useUnsaved
      .getState()
      .edits.filter((edit) => edit.kind === 'link')
      .filter((edit) => edit.projectId === projectId && edit.state !== 'refused' && isKept(edit))
  return {
    send: async (tables, column, row, record, done) => {
      const edit: UnsavedLink = {
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
      }
      // Keeps the order: sends queued changes first.
      const mustWait = queued().length > 0
      unsaved.put(mustWait ? waiting(edit) : edit)
      if (mustWait) {
        if (!useConnection.getState().isLost) void resendWaiting(projectId)
        return 'waiting'
      }
      try {
        await changeLink(tables, column, row, record, done, { id: idempotencyKey(edit.id) })
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
    },
    links,
    subscribe: (listener) => useUnsaved.subscribe(listener),
  }
}

const waiting = (edit: UnsavedLink): UnsavedLink => ({ ...edit, state: 'waiting', waited: true })

/** What a retry needs of both records: their keys, their names, and the values that link them. */
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

/** The change of a reference, guarded by the result of a queued change of the same one. */
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
