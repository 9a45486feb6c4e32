import type { Column, ColumnDefinition, Table } from '@common/model'
import { changeOf } from '@common/wire/changes'
import { definitionToWire } from '@common/wire/mappers'
import type { OperationOutput } from '@common/operations'
import { useOperation } from '@renderer/api'
import { useEffect, useState } from 'react'

export type ChangePreview = OperationOutput<'columnChangePreview'>

/** What is typed is asked about when the typing stops. */
const typingDelayMs = 400

export interface ShownPreview {
  /** Undefined while it is asked for, and where the database cannot look. */
  readonly preview: ChangePreview | undefined
  readonly isAsking: boolean
}

/**
 * What a change of a column would do to its values.
 *
 * @param definition  the column as it is to become; undefined while it cannot be saved
 * @returns undefined where no value is converted
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
    changeOf(column, definition).some((change) => change.kind === 'change' && change.from !== undefined)
  const wire = converts ? JSON.stringify(definitionToWire(definition, { altered: 2, currentName: column.name })) : ''
  const [asked, setAsked] = useState(wire)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wire), asked === '' || wire === '' ? 0 : typingDelayMs)
    return () => clearTimeout(timer)
  }, [wire, asked])
  const isCurrent = converts && asked === wire
  const query = useOperation(
    'columnChangePreview',
    { tn: table.name, column: asked === '' ? { cn: '' } : (JSON.parse(asked) as { cn: string }) },
    { projectId, enabled: isCurrent, silent: true },
  )
  if (!converts) return undefined
  return { preview: isCurrent ? query.data : undefined, isAsking: !isCurrent || query.isPending }
}
