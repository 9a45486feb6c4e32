import { useTranslation } from '@renderer/i18n'
import { MenuLabel } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import type { DataGridColumn } from '../painter/data-grid'
import styles from './grid.module.css'
import { cellMenuGroups, headerMenuGroups, MenuEntries, type CellMenuEntry, type HeaderMenuEntry } from './menu-entries'
import { PointMenu } from './PointMenu'

export interface HeaderMenuProps {
  readonly at: Bounds
  readonly column: DataGridColumn
  readonly entries: readonly HeaderMenuEntry[]
  readonly onClose: () => void
}

export function HeaderMenu({ at, column, entries, onClose }: HeaderMenuProps) {
  return (
    <PointMenu at={at} label={column.title} onClose={onClose}>
      {column.column.options.description !== undefined && (
        <MenuLabel>
          <span className={styles.description}>{column.column.options.description}</span>
        </MenuLabel>
      )}
      <MenuEntries groups={headerMenuGroups} entries={entries} />
    </PointMenu>
  )
}

export interface CellMenuProps {
  readonly at: Bounds
  readonly entries: readonly CellMenuEntry[]
  readonly onClose: () => void
}

export function CellMenu({ at, entries, onClose }: CellMenuProps) {
  const { t } = useTranslation()
  return (
    <PointMenu at={at} label={t('grid.menu.cell')} onClose={onClose}>
      <MenuEntries groups={cellMenuGroups} entries={entries} />
    </PointMenu>
  )
}
