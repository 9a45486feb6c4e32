import { AppError } from '@common/errors'
import type { SightedTable } from '@common/principal/sight'
import { rowIdSegment } from '@common/query/row-id'
import type { CallContext } from '@main/operations/context'
import { columnByKey, tableIndex, wholeIndex, type TableIndex } from '../plan/columns'
import { tablesOf } from '../plan/sights'
import type { LinkedWrites } from '.'
import { linkEnds, linksOf } from '../nested/ends'
import type { DataApiPorts } from '../ports'
import type { Reads } from '../run/reads'
import { keyFromSegment, keyOfRow } from '../parse/row-key'
import type { WriteCall } from '../rows/write-call'
import type { ReadCall } from '../run/read-call'
import type { RowService } from '../rows/types'

/** A new record with its links. */
export interface LinkedRecord {
  /** By title. */
  readonly values: Readonly<Record<string, unknown>>
  /** Ids of existing records, by link id. Only their links change. */
  readonly links: readonly { readonly column: string; readonly records: readonly string[] }[]
}

/**
 * Creates a record with links in one transaction. Returns its id; null for tables without a key.
 * @param why  source of the change, for the change event
 * @throws AppError ROW_INVALID, ROW_NOT_FOUND for a missing linked record, and errors of the database
 */
export type CreateLinked = (
  context: CallContext,
  projectId: string,
  table: SightedTable,
  record: LinkedRecord,
  why: string,
) => Promise<string | null>

interface Parts {
  readonly ports: DataApiPorts
  readonly rows: RowService
  readonly reads: Reads
  readonly linkedWrites: LinkedWrites
}

export function createCreateLinked({ ports, rows, reads, linkedWrites }: Parts): CreateLinked {
  return async (context, projectId, table, { values, links }, why) => {
    ports.authorize(context, 'row.create')
    if (!table.sight.create) throw new AppError('NOT_ALLOWED')
    const visible = tableIndex(table)
    for (const title of Object.keys(values)) columnByKey(visible, title)
    // The answers of a form may leave out columns that it doesn't show.
    const index = table.sight.visitor ? wholeIndex(visible) : visible
    const database = await ports.database(projectId)
    const tableNamed = tablesOf(ports, context.principal, projectId)
    const write: WriteCall = { projectId, database, index, context, why }
    const idOf = (key: readonly string[]): string | null => (index.key.length === 0 ? null : rowIdSegment(key))
    if (links.every(({ records }) => records.length === 0)) {
      const row = await rows.create(write, values)
      return idOf(keyOfRow(index, (column) => row[index.table.columns.indexOf(column)]))
    }
    // Linking changes other records. A form links those that its fields offer.
    if (context.principal.kind !== 'formVisitor') ports.authorize(context, 'row.update')
    const read: ReadCall = { projectId, database, index, tableNamed, signal: context.signal }
    const body: Record<string, unknown> = { ...values }
    for (const { column: id, records } of links) {
      const column = linksOf(visible).find((link) => link.id === id)
      const ends = column && (await linkEnds(index, column.link, tableNamed))
      if (column === undefined || ends === undefined) throw new AppError('ROW_NOT_FOUND', { link: id })
      body[column.key] = await Promise.all(records.map((record) => linked({ ...read, index: ends.index }, record)))
    }
    return idOf(await linkedWrites.createTree(read, write, body))
  }

  /** Reduces a record to its key, because other values would be written. */
  async function linked(read: ReadCall, id: string): Promise<Readonly<Record<string, string>>> {
    const key = keyFromSegment(read.index, id)
    if (!(await reads.exists(read, key)))
      throw new AppError('ROW_NOT_FOUND', { table: read.index.table.title, key: id })
    return keyBody(read.index, key)
  }
}

const keyBody = ({ key: columns }: TableIndex, key: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ title }, at) => [title, key[at] ?? '']))
