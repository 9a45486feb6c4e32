import type { ColumnDefinition, ForeignKey } from '@common/model'

/** A stored column as it was. */
export interface KeptColumn {
  readonly definition: ColumnDefinition
  /** What people chose for it, as metadata keeps it; absent where nobody had. */
  readonly chosen: unknown
  /** Its default as the database wrote it, where that is no value that could be written again. */
  readonly lostDefault: string | null
}

/** What an entry of the kind column holds. Several columns where one relation was made of them. */
export interface KeptColumns {
  readonly columns: readonly KeptColumn[]
  /** How many columns the key had: the side table has them as k1, k2 … beside v1, v2 … */
  readonly keyColumns: number
  readonly foreignKeys: readonly ForeignKey[]
  /** As metadata keeps them. */
  readonly relations: readonly unknown[]
  readonly virtualColumns: readonly unknown[]
}

/** What an entry of the kind table holds, beside the table itself. */
export interface KeptTable {
  readonly name: string
  readonly foreignKeys: readonly ForeignKey[]
  readonly relations: readonly unknown[]
}
