import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import type { Row } from '../rows/row-key'
import type { RefusedCell } from '../writes/refused-cell'

/** Returns the required columns of a new row that have no default. */
export function columnsToFill(table: Table): Column[] {
  return table.columns.filter(
    (column) => column.required && column.defaultValue === null && !column.autoIncrement && !column.generated,
  )
}

/** Default values of a new row. */
export interface GivenRow {
  /** Id of an earlier draft to resume. */
  readonly id?: string
  readonly values?: Row
  readonly sent?: Row | undefined
  /** Key of the new row's group. */
  readonly group?: string
}

/**
 * A row that isn't stored yet, because a required value is missing. The grid stores it as soon as the last one is
 * there.
 */
export class DraftRow {
  readonly id: string
  /** True if the draft is queued until the server is reachable. */
  waitsForServer = false
  /** Set if the draft belongs to a queued batch, which stores it: with the server, or with a commit. */
  queued: 'waiting' | 'staged' | undefined
  /** True if it can't change until it is stored. */
  isFrozen = false
  /** Values that the draft began with. */
  readonly stored: Row
  /** Values of an attempt that may have succeeded. */
  sent: Row | undefined
  readonly #toFill: readonly Column[]
  #values: Row = {}
  readonly #refused = new Map<string, RefusedCell>()

  #group: string | undefined

  constructor(table: Table, given: GivenRow = {}) {
    this.id = given.id ?? `new-${crypto.randomUUID()}`
    this.#toFill = columnsToFill(table)
    this.stored = given.values ?? {}
    this.#values = this.stored
    this.sent = given.sent
    this.#group = given.group
  }

  /** The draft's group. */
  get group(): string | undefined {
    return this.#group
  }

  leaveGroup(): void {
    this.#group = undefined
  }

  get values(): Row {
    return this.#values
  }

  get missing(): readonly Column[] {
    return this.#toFill.filter((column) => (ownValue(this.#values, column.title) ?? null) === null)
  }

  needs(column: Column): boolean {
    return this.missing.some((missing) => missing.name === column.name)
  }

  refusedAt(column: Column): RefusedCell | undefined {
    return this.#refused.get(column.name)
  }

  get hasRefused(): boolean {
    return this.#refused.size > 0
  }

  set(column: Column, value: Exclude<StoredValue, Uint8Array>): void {
    this.#values = { ...this.#values, [column.title]: value }
    this.#refused.delete(column.name)
  }

  refuse(column: Column, refused: RefusedCell): void {
    this.#refused.set(column.name, refused)
  }

  forgetRefused(column: Column): void {
    this.#refused.delete(column.name)
  }
}
