import type { FormatOptions } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { Row } from '../rows/row-key'
import { linkedRows, recordLabel, shownPerCell, type LinkCellValue, type LinkColumn } from './linked'

/**
 * Names of linked records. They arrive with rows or when the user picks a record, so a new reference shows its name
 * before the row reloads.
 */
export class LinkLabels {
  #related: ReadonlyMap<string, Table> = new Map()
  #areAsked = false
  readonly #waiting = new Set<() => void>()
  readonly #reader: () => FormatOptions
  readonly #known = new Map<string, string>()

  /** @param reader  returns the format options of the reader */
  constructor(reader: () => FormatOptions) {
    this.#reader = reader
  }

  /**
   * Sets the known tables that links lead to, by name.
   *
   * @param areAsked  true once all requests are done: a missing table isn't accessible to this user
   */
  use(related: ReadonlyMap<string, Table>, areAsked: boolean): void {
    this.#related = related
    this.#areAsked = areAsked
    for (const notify of this.#waiting) notify()
    this.#waiting.clear()
  }

  /** Resolves once the names of these links' records are known. @throws the reason of an aborted signal */
  async untilKnown(columns: readonly LinkColumn[], signal: AbortSignal): Promise<void> {
    while (!columns.every((column) => this.knows(column))) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  /** Returns the table that a link leads to, once known. */
  relatedTable({ link }: LinkColumn): Table | undefined {
    return this.#related.get(link.relatedTable)
  }

  /** True if the names of a link's records are known. */
  knows({ link, problem }: LinkColumn): boolean {
    return problem !== undefined || this.#areAsked || this.#related.has(link.relatedTable)
  }

  labelOf(column: LinkColumn, row: Row): string {
    const table = this.#related.get(column.link.relatedTable)
    return table === undefined ? '' : recordLabel(table, row, this.#reader())
  }

  /** Caches the name of a picked record until rows contain it. */
  remember(column: LinkColumn, value: unknown, label: string): void {
    this.#known.set(knownKey(column, value), label)
  }

  /** Returns the reference value of a record and caches its name. */
  learn(column: LinkColumn, related: Table, record: Row): unknown {
    const target = related.columns.find(({ name }) => name === column.link.relatedColumns[0])
    const value = record[target?.title ?? '']
    this.remember(column, value, recordLabel(related, record, this.#reader()))
    return value
  }

  /** Returns the name of a referenced record; undefined while unknown. */
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
