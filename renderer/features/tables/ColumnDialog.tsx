import { computedKindOf } from '@common/columns/new-types'
import { isLinkType } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'
import { useFocusBack } from '@renderer/ui'
import { useState } from 'react'
import { ColumnPopover } from './ColumnPopover'
import { ComputedColumnPopover } from './ComputedColumnPopover'
import { LinkColumnPopover } from './LinkColumnPopover'
import type { ColumnDialogProps } from './types'

/** Adds or changes a column of any type. A new one may become computed, or stored again, while it is described. */
export function ColumnDialog({ table, column, ...props }: ColumnDialogProps) {
  useFocusBack()
  const [start, setStart] = useState<{ readonly title: string; readonly uiType: UiType }>()
  const choose = (title: string, uiType: UiType): void => setStart({ title, uiType })
  const computed = table.virtualColumns.find(({ id }) => id === column)
  const type = start?.uiType
  const kind = type && computedKindOf(type)
  const link = computed?.kind === 'link' ? computed : undefined
  if (link !== undefined || (type !== undefined && isLinkType({ uiType: type })))
    return <LinkColumnPopover {...props} table={table} column={link} title={start?.title ?? ''} onOther={choose} />
  if (computed !== undefined || kind !== undefined)
    return (
      <ComputedColumnPopover
        {...props}
        table={table}
        column={computed}
        start={start && kind ? { title: start.title, kind } : undefined}
        onStored={choose}
      />
    )
  return (
    <ColumnPopover
      {...props}
      key={type}
      table={table}
      column={table.columns.find(({ name }) => name === column)}
      start={start}
      onComputed={choose}
    />
  )
}
