import type { ConditionValue, FilterColumn, ViewOperator } from '@common/views'

export interface ValueFieldProps {
  readonly column: FilterColumn
  readonly operator: ViewOperator
  readonly value: ConditionValue | undefined
  readonly onChange: (value: ConditionValue | undefined) => void
  readonly sources: ValueSources
}

/** The sources of the offered values. */
export interface ValueSources {
  /** Email addresses of the project's members. */
  readonly people: readonly string[]
  /** Returns names of records that a link can target; names that contain the text come first. */
  readonly records: (column: FilterColumn, text: string, signal: AbortSignal) => Promise<readonly string[]>
}
