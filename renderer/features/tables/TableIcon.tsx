import type { TableSummary } from '@common/model'
import { isTableIconName } from '@common/model/table-icons'
import { classes, Icon, type IconName } from '@renderer/ui'
import styles from './table-icon.module.css'

type Shown = Pick<TableSummary, 'type' | 'icon' | 'isQuery'>

/** Returns the built-in icon of a table, for places without room for an emoji. */
export function tableIconFor({ type, icon, isQuery }: Shown): IconName {
  if (icon !== undefined && isTableIconName(icon)) return icon
  if (isQuery === true) return 'terminal'
  return type === 'view' ? 'eye' : 'table'
}

/** The icon of a table: a built-in icon or emoji that users chose, otherwise that of its kind. */
export function TableIcon({
  table,
  size = 14,
  className,
}: {
  readonly table: Shown
  readonly size?: 14 | 16
  readonly className?: string | undefined
}) {
  const { icon } = table
  if (icon === undefined || isTableIconName(icon))
    return <Icon name={tableIconFor(table)} size={size} className={className} />
  return (
    <span className={classes(styles.emoji, className)} style={{ width: size, fontSize: size - 1 }} aria-hidden="true">
      {icon}
    </span>
  )
}
