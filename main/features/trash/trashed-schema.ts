import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { CheckFacts } from '@main/db/schema-objects'
import type { Inverse } from '@common/operations/inverse'

/** A stored column as it was. */
export interface TrashedColumn {
  readonly definition: ColumnDefinition
  /** Its settings as stored metadata; absent without settings. */
  readonly chosen: unknown
  /** Its default as the database wrote it, where that is no value that could be written again. */
  readonly lostDefault: string | null
}

/** A part of a column, with the SQL that restores it. */
export interface TrashedPart {
  readonly column: string
  readonly kind: 'type' | 'default' | 'rule' | 'index'
  readonly name: string
  readonly sql: string
  /** Replaces `sql` if the column now has to accept rows without a value. */
  readonly optionalSql?: string
  /** A rule that no statement can add: SQLite rebuilds the table with it. */
  readonly check?: CheckFacts
}

/** Content of a column entry. Several columns if one relation consists of them. */
export interface TrashedColumns {
  readonly columns: readonly TrashedColumn[]
  /** Number of key columns. The side table has columns k1, k2 and so on beside v1, v2. */
  readonly keyColumns: number
  readonly foreignKeys: readonly ForeignKey[]
  /** As stored in the metadata. */
  readonly relations: readonly unknown[]
  readonly virtualColumns: readonly unknown[]
  /** Absent in entries of older versions. */
  readonly parts?: readonly TrashedPart[]
  /** Deletes it again after a restore. Absent in entries of older versions. */
  readonly again?: Inverse
}

/** Content of a table entry, beside the table itself. */
export interface TrashedTable {
  readonly name: string
  readonly foreignKeys: readonly ForeignKey[]
  readonly relations: readonly unknown[]
  /** As for columns. */
  readonly again?: Inverse
}
