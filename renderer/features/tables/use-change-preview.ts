import type { Column, ColumnDefinition, Table } from '@common/model'
import { changeOf } from '@common/model/column-definition'
import type { ColumnChangeInput } from '@common/operations/table-shapes'
import type { OperationOutput } from '@common/operations'
import { useOperation } from '@renderer/api'
import { useEffect, useState } from 'react'
import { updateOf } from './schema-steps'

export type ChangePreview = OperationOutput<'columnChangePreview'>

/** Debounce for requests while the user types. */
const typingDelayMs = 400

export interface ShownPreview {
  /** Undefined while loading, and if the database can't preview. */
  readonly preview: ChangePreview | undefined
  readonly isAsking: boolean
}

/**
 * Returns the effect of a column change on its values.
 *
 * @param definition  the new column definition; undefined while it is invalid
 * @returns undefined if no value is converted
 */
export function useChangePreview(
  projectId: string,
  table: Table,
  column: Column | undefined,
  definition: ColumnDefinition | undefined,
): ShownPreview | undefined {
  const converts =
    column !== undefined &&
    definition !== undefined &&
    changeOf(column, definition).some((each) => each.kind === 'change' && each.from !== undefined)
  const change = converts ? JSON.stringify(updateOf(column, definition)) : ''
  const [asked, setAsked] = useState(change)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(change), asked === '' || change === '' ? 0 : typingDelayMs)
    return () => clearTimeout(timer)
  }, [change, asked])
  const isCurrent = converts && asked === change
  const query = useOperation(
    'columnChangePreview',
    { table: table.name, ...(asked === '' ? {} : { change: JSON.parse(asked) as ColumnChangeInput }) },
    { projectId, enabled: isCurrent, silent: true },
  )
  if (!converts) return undefined
  return { preview: isCurrent ? query.data : undefined, isAsking: !isCurrent || query.isPending }
}
