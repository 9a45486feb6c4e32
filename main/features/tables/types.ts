import type { ColumnChange, ColumnDefinition, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import type { Call } from './changes/changes'

/** Changes tables. Each change is atomic, and changes of a project run one after the other. */
export interface TableService {
  /** @throws AppError TABLE_NAME_INVALID, TABLE_NAME_RESERVED, TABLE_EXISTS, COLUMN_…_INVALID, COLUMN_EXISTS */
  readonly create: (call: Call, table: NewTable) => Promise<SchemaPlan>
  readonly changeColumns: (
    call: Call,
    nameOrTitle: string,
    changesOf: (table: Table, database: Database) => readonly ColumnChange[],
  ) => Promise<SchemaPlan>
  /** Duplicates a column with definition and values. Returns the new name and title. */
  readonly duplicateColumn: (
    call: Call,
    nameOrTitle: string,
    column: string,
  ) => Promise<{ readonly name: string; readonly title: string }>
  /** Adds a hidden column for a manual order, and numbers the rows. Returns its name and title. */
  readonly addRowOrder: (
    call: Call,
    nameOrTitle: string,
    title: string,
  ) => Promise<{ readonly name: string; readonly title: string }>
  readonly rename: (call: Call, nameOrTitle: string, newName: string) => Promise<SchemaPlan>
  /** Changes the title of a table, not its name. */
  readonly retitle: (call: Call, nameOrTitle: string, title: string) => Promise<void>
  readonly remove: (call: Call, nameOrTitle: string) => Promise<SchemaPlan>
  readonly setOrder: (call: Call, nameOrTitle: string, order: number) => Promise<void>
  /** Sets the icon of a table; undefined removes it. @throws AppError TABLE_NOT_FOUND */
  readonly setIcon: (call: Call, nameOrTitle: string, icon: string | undefined) => Promise<void>
  /** Duplicates a table, optionally with its rows. Returns the new name and title. */
  readonly duplicate: (
    call: Call,
    nameOrTitle: string,
    copy: { readonly title: string; readonly rows: boolean },
  ) => Promise<{ readonly name: string; readonly title: string }>
  /**
   * Sets the display order of columns: the given ones first, the others after them. The order in the database stays,
   * because most kinds can't change it.
   *
   * @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND, COLUMN_EXISTS for a duplicate
   */
  readonly setColumnOrder: (call: Call, nameOrTitle: string, columns: readonly string[]) => Promise<void>
  /** Sets the column that names a record. @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND */
  readonly setPrimaryValue: (call: Call, nameOrTitle: string, column: string) => Promise<void>
}

export interface NewTable {
  readonly name: string
  readonly title: string | undefined
  readonly columns: readonly ColumnDefinition[]
  /** Name of the column that names a record, if given. */
  readonly primaryValue: string | undefined
  /** Returns steps that insert initial rows. */
  readonly fill?: (name: string) => readonly Step[]
  /** The table that it is a copy of, whose access rules it gets. */
  readonly copyOf?: string
}
