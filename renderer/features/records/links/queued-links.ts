import type { Column, Table } from '@common/model'
import { rowKey, type Row } from '../rows/row-key'
import type { RowStore } from '../rows/row-store'
import { changeLink, createRecord, type LinkDone, type LinkTables } from './link-api'
import type { ShownLink } from './link-effects'
import { linkedRows, type LinkColumn } from './linked'

/** Queue of link changes of one table. */
export interface LinkQueue {
  /** Sends a change, or queues it while the server is unreachable. @throws the server's error */
  readonly send: (
    tables: LinkTables,
    column: LinkColumn,
    row: Row,
    record: Row,
    done: LinkDone,
  ) => Promise<'stored' | 'waiting'>
  /**
   * Makes a record of the related table and links it. Queues that while the server is unreachable, except for a link
   * that needs the key of the new record in the row itself. @throws the server's error
   */
  readonly create: (tables: LinkTables, column: LinkColumn, row: Row, values: Row) => Promise<'stored' | 'waiting'>
  /** Returns what unsaved changes show in the rows of the table, oldest first. The list is stable while unchanged. */
  readonly links: () => readonly ShownLink[]
  readonly subscribe: (listener: () => void) => () => void
}

/** Sends changes at once, without a queue. */
export const directLinks: LinkQueue = {
  send: async (tables, column, row, record, done) => {
    await changeLink(tables, column, row, record, done)
    return 'stored'
  },
  create: async (tables, column, row, values) => {
    await createRecord(tables, column, row, values)
    return 'stored'
  },
  links: () => none,
  subscribe: () => () => undefined,
}
const none: readonly never[] = []

/** Merges queued link changes into the rows of a table. */
export class QueuedLinks {
  readonly #table: () => Table
  readonly #queue: LinkQueue
  readonly #store: RowStore

  constructor(options: { readonly table: () => Table; readonly queue: LinkQueue; readonly store: RowStore }) {
    this.#table = options.table
    this.#queue = options.queue
    this.#store = options.store
  }

  get send(): LinkQueue['send'] {
    return this.#queue.send
  }

  get create(): LinkQueue['create'] {
    return this.#queue.create
  }

  get count(): number {
    return this.#queue.links().filter(({ isOwn }) => isOwn).length
  }

  /** Subscribes to the queue. @returns the unsubscribe function */
  watch(changed: () => void): () => void {
    let followed: readonly ShownLink[] = []
    const follow = (): void => {
      const [before, now] = [followed, this.#queue.links()]
      followed = now
      // Nothing queued before or now: the grid need not render.
      if (now === before || before.length + now.length === 0) return
      const isIn = (list: readonly ShownLink[], { id }: ShownLink): boolean => list.some((each) => each.id === id)
      const [wasShown, shown] = [before.filter(isShown), now.filter(isShown)]
      // A change that is gone after it was sent is stored. The others were discarded or rejected.
      const undone = wasShown.filter((edit) => !isIn(shown, edit) && (edit.state !== 'sending' || isIn(now, edit)))
      for (const edit of undone.toReversed()) this.#replace(edit, (row, column) => withoutChange(row, column, edit))
      for (const edit of shown)
        if (!isIn(wasShown, edit)) this.#replace(edit, (row, column) => withLink(row, column, edit, edit.done))
      changed()
    }
    follow()
    return this.#queue.subscribe(follow)
  }

  /** Returns a row from the server with its queued links. */
  withQueued(row: Row): Row {
    const links = this.#queue.links()
    if (links.length === 0) return row
    const key = rowKey(this.#table(), row)
    return links
      .filter((edit) => edit.rowKey === key && isShown(edit))
      .reduce((changed, edit) => {
        const column = linkNamed(this.#table(), edit.column)
        return column === undefined ? changed : withLink(changed, column, edit, edit.done)
      }, row)
  }

  /** Returns records with the queued changes of one link of a row. */
  linkedTo(row: Row, column: LinkColumn, records: readonly Row[]): readonly Row[] {
    const changed = this.withQueued({ ...row, [column.key]: records })
    return linkedRows(changed, column)
  }

  waitsAt(row: Row, { name }: Pick<Column, 'name'>): boolean {
    const links = this.#queue.links()
    if (links.length === 0) return false
    const key = rowKey(this.#table(), row)
    return links.some((edit) => edit.rowKey === key && edit.column === name && isShown(edit))
  }

  #replace(edit: ShownLink, change: (row: Row, column: LinkColumn) => Row): void {
    const table = this.#table()
    const column = linkNamed(table, edit.column)
    if (column === undefined) return
    this.#store.replace(
      (held) => rowKey(table, held) === edit.rowKey,
      (held) => change(held, column),
    )
  }
}

const isShown = ({ state }: ShownLink): boolean => state !== 'refused'

const linkNamed = (table: Table, id: string): LinkColumn | undefined =>
  table.virtualColumns.find((column): column is LinkColumn => column.kind === 'link' && column.id === id)

function withLink(row: Row, column: LinkColumn, edit: ShownLink, done: LinkDone): Row {
  const { record, recordKey, reference } = edit
  const others = linkedRows(row, column).filter(
    (each) => !recordKey.every((title) => String(each[title]) === String(record[title])),
  )
  if (column.link.kind !== 'belongsTo')
    return { ...row, [column.key]: done === 'linked' ? [...others, record] : others }
  return { ...withValues(row, reference?.after), [column.key]: done === 'linked' ? record : null }
}

/** The row as it was before a change. */
function withoutChange(row: Row, column: LinkColumn, edit: ShownLink): Row {
  const { done, replaced, reference } = edit
  if (column.link.kind === 'belongsTo') return { ...withValues(row, reference?.before), [column.key]: replaced ?? null }
  return withLink(row, column, edit, done === 'linked' ? 'unlinked' : 'linked')
}

/** Returns the row with its reference values, as far as they were loaded. */
const withValues = (row: Row, values: Row = {}): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(values).filter(([title]) => Object.hasOwn(row, title))),
})
