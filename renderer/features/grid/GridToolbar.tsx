import type { Sort } from '@common/query/tree'
import { useTranslation } from '@renderer/i18n'
import { Button, IconButton, Menu, MenuDivider, MenuItem, SearchField } from '@renderer/ui'
import type { ReactNode, Ref } from 'react'
import styles from './grid.module.css'

export interface GridToolbarProps {
  readonly sort: readonly Sort[]
  readonly onSort: (sort: readonly Sort[]) => void
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly searchField: Ref<HTMLInputElement>
  readonly selectedRows: number
  readonly onDeleteRows: (() => void) | undefined
  readonly onAddRow: (() => void) | undefined
  readonly onRefresh: () => void
  /** Stands before the search: calls for what is shown. */
  readonly calls?: ReactNode
}

/** What is done to the rows, and in words what is already done. */
export function GridToolbar(props: GridToolbarProps) {
  const { sort, onSort, selectedRows, onDeleteRows, onAddRow } = props
  const { t } = useTranslation()
  const [first] = sort
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('grid.toolbar.label')}>
      {onAddRow && (
        <Button kind="quiet" icon="plus" onClick={onAddRow}>
          {t('grid.toolbar.newRecord')}
        </Button>
      )}
      {first && (
        <Menu
          target={
            <Button kind="quiet" on icon="sort">
              {t('grid.toolbar.sortedBy', { column: first.column })}
            </Button>
          }
        >
          <MenuItem icon="arrowUp" onClick={() => onSort([{ ...first, descending: false }])}>
            {t('grid.menu.sortAscending')}
          </MenuItem>
          <MenuItem icon="arrowDown" onClick={() => onSort([{ ...first, descending: true }])}>
            {t('grid.menu.sortDescending')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon="close" onClick={() => onSort([])}>
            {t('grid.menu.sortNone')}
          </MenuItem>
        </Menu>
      )}
      {selectedRows > 0 && onDeleteRows && (
        <Button kind="quiet" danger icon="trash" onClick={onDeleteRows}>
          {t('grid.toolbar.deleteRecords', { count: selectedRows })}
        </Button>
      )}
      <span className={styles.spacer} />
      {props.calls}
      <SearchField
        ref={props.searchField}
        size="sm"
        className={styles.find}
        label={t('grid.toolbar.find')}
        value={props.search}
        onChange={props.onSearch}
      />
      <IconButton icon="reload" label={t('grid.toolbar.refresh')} onClick={props.onRefresh} />
    </div>
  )
}
