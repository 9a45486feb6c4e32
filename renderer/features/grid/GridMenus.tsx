import type { Sort } from '@common/query/tree'
import { useTranslation } from '@renderer/i18n'
import { MenuDivider, MenuItem, MenuLabel } from '@renderer/ui'
import type { Bounds, DataGridColumn } from './data-grid'
import { isSortable } from './grid-columns'
import styles from './grid.module.css'
import { PointMenu } from './PointMenu'

/** What the person may do to columns. */
export interface ColumnCommands {
  readonly add: (at: Bounds) => void
  /** Adds a column beside another one. */
  readonly insert: (beside: string, side: 'left' | 'right', at: Bounds) => void
  readonly edit: (column: string, at: Bounds) => void
  readonly remove: (column: string) => void
}

export interface HeaderMenuProps {
  readonly at: Bounds
  readonly column: DataGridColumn
  readonly onSort: (sort: readonly Sort[]) => void
  /** Undefined when the columns are not the person's to change. */
  readonly commands: ColumnCommands | undefined
  readonly onClose: () => void
}

export function HeaderMenu({ at, column, onSort, commands, onClose }: HeaderMenuProps) {
  const { t } = useTranslation()
  return (
    <PointMenu at={at} label={column.title} onClose={onClose}>
      {column.column.options.description !== undefined && (
        <MenuLabel>
          <span className={styles.description}>{column.column.options.description}</span>
        </MenuLabel>
      )}
      {isSortable(column) && (
        <>
          <MenuItem icon="arrowUp" onClick={() => onSort([{ column: column.title, descending: false }])}>
            {t('grid.menu.sortAscending')}
          </MenuItem>
          <MenuItem icon="arrowDown" onClick={() => onSort([{ column: column.title, descending: true }])}>
            {t('grid.menu.sortDescending')}
          </MenuItem>
        </>
      )}
      {column.sort && (
        <MenuItem icon="close" onClick={() => onSort([])}>
          {t('grid.menu.sortNone')}
        </MenuItem>
      )}
      {commands && (
        <>
          {isSortable(column) && <MenuDivider />}
          <MenuItem icon="pencil" onClick={() => commands.edit(column.id, at)}>
            {t('grid.menu.editColumn')}
          </MenuItem>
          {!column.column.primaryValue && (
            <MenuItem icon="plus" onClick={() => commands.insert(column.id, 'left', at)}>
              {t('grid.menu.insertLeft')}
            </MenuItem>
          )}
          <MenuItem icon="plus" onClick={() => commands.insert(column.id, 'right', at)}>
            {t('grid.menu.insertRight')}
          </MenuItem>
          {!column.column.primaryKey && (
            <>
              <MenuDivider />
              <MenuItem icon="trash" danger onClick={() => commands.remove(column.id)}>
                {t('grid.menu.deleteColumn')}
              </MenuItem>
            </>
          )}
        </>
      )}
    </PointMenu>
  )
}

export interface CellMenuProps {
  readonly at: Bounds
  readonly onClose: () => void
  /** Undefined commands are not offered. */
  readonly onEdit: (() => void) | undefined
  readonly onOpenLink: (() => void) | undefined
  readonly onCopy: () => void
  readonly onClear: (() => void) | undefined
  readonly onHistory: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

export function CellMenu({ at, onClose, onEdit, onOpenLink, onCopy, onClear, onHistory, onDelete }: CellMenuProps) {
  const { t } = useTranslation()
  return (
    <PointMenu at={at} label={t('grid.menu.cell')} onClose={onClose}>
      {onEdit && (
        <MenuItem icon="pencil" keys="F2" onClick={onEdit}>
          {t('grid.menu.edit')}
        </MenuItem>
      )}
      {onOpenLink && (
        <MenuItem icon="link" onClick={onOpenLink}>
          {t('grid.menu.openLink')}
        </MenuItem>
      )}
      <MenuItem icon="copy" keys="Mod+C" onClick={onCopy}>
        {t('grid.menu.copy')}
      </MenuItem>
      {onClear && (
        <MenuItem icon="close" keys="Delete" onClick={onClear}>
          {t('grid.menu.clear')}
        </MenuItem>
      )}
      {onHistory && (
        <MenuItem icon="history" onClick={onHistory}>
          {t('grid.menu.history')}
        </MenuItem>
      )}
      {onDelete && (
        <>
          <MenuDivider />
          <MenuItem icon="trash" danger onClick={onDelete}>
            {t('grid.menu.deleteRow')}
          </MenuItem>
        </>
      )}
    </PointMenu>
  )
}
