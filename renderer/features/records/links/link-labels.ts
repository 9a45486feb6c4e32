import type { FormatOptions } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { Row } from '../rows/row-key'
import { linkedRows, recordLabel, shownPerCell, type LinkCellValue, type LinkColumn } from './linked'

/**
 * What linked records are called. Names come along with rows, or are learnt when somebody picks a record: a new
 * reference is shown by name before the row is read again.
 */
export class LinkLabels {
  #related: ReadonlyMap<string, Table> = new Map()
  #areAsked = false
  readonly #reader: FormatOptions
  readonly #known = new Map<string, string>()

  constructor(reader: FormatOptions) {
    this.#reader = reader
  }

  /**
   * The tables that links lead to, by name, as far as they are known.
   *
   * @param areAsked  no answer is waited for: a table that is missing is not known to this person
   */
  use(related: ReadonlyMap<string, Table>, areAsked: boolean): void {
    this.#related = related
    this.#areAsked = areAsked
  }

  /** The table that a link leads to, once it is known. */
  relatedTable({ link }: LinkColumn): Table | undefined {
    return this.#related.get(link.relatedTable)
  }

  /** Whether it is known what the records of a link are called. */
  knows({ link, problem }: LinkColumn): boolean {
    return problem !== undefined || this.#areAsked || this.#related.has(link.relatedTable)
  }

  labelOf(column: LinkColumn, row: Row): string {
    const table = this.#related.get(column.link.relatedTable)
    return table === undefined ? '' : recordLabel(table, row, this.#reader)
  }

  /** Keeps the name of a picked record until rows bring it along. */
  remember(column: LinkColumn, value: unknown, label: string): void {
    this.#known.set(knownKey(column, value), label)
  }

  /** What a reference to this record is; its name is known from now on. */
  learn(column: LinkColumn, related: Table, record: Row): unknown {
    const target = related.columns.find(({ name }) => name === column.link.relatedColumns[0])
    const value = record[target?.title ?? '']
    this.remember(column, value, recordLabel(related, record, this.#reader))
    return value
  }

  /** The name of the record that a reference means; undefined while nobody has said it. */
  reference(column: LinkColumn, row: Row, value: unknown): string | undefined {
    const [linked] = linkedRows(row, column)
    const table = this.#related.get(column.link.relatedTable)
    const target = table?.columns.find(({ name }) => name === column.link.relatedColumns[0])
    if (linked !== undefined && target !== undefined && String(linked[target.title]) === String(value))
      return this.labelOf(column, linked)
    return this.#known.get(knownKey(column, value))
  }

  records(column: LinkColumn, row: Row): LinkCellValue {
    const rows = linkedRows(row, column)
    return {
      labels: rows.slice(0, shownPerCell).map((linked) => this.labelOf(column, linked)),
      more: rows.length > shownPerCell,
    }
  }
}

const knownKey = ({ id }: LinkColumn, value: unknown): string => `${id}\n${String(value)}`
