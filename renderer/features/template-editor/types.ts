import type { DraftColumn, DraftField } from '@common/templates'

export interface DetailsProps {
  readonly column: DraftColumn
  readonly tableId: string
  /** True for the first column of its table, which names the records. */
  readonly isFirst: boolean
  /** Name of the column for readers. */
  readonly named: string
  readonly isReadOnly: boolean
  readonly errorOf: (field: DraftField) => string | undefined
}
