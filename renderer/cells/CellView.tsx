import type { CellDisplay } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { cellWidgets } from './registry'
import type { WidgetView } from './widgets/widget'
import styles from './cells.module.css'

export interface CellViewProps extends WidgetView {
  /** The widget, if it isn't that of the type: names of linked records, lists of computed values. */
  readonly display?: CellDisplay
}

/** Shows a value like the grid, but as a DOM element. */
export function CellView({ display, ...shown }: CellViewProps) {
  const type = columnType(shown.column.uiType)
  return (
    <span className={styles.view} data-align={type.align}>
      {cellWidgets[display ?? type.display].view?.(shown) ?? <span className={styles.text}>{shown.text}</span>}
    </span>
  )
}
