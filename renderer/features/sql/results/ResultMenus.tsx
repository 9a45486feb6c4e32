import type { SqlColumn, SqlResultFilters, SqlValue } from '@common/sql/shapes'
import { PointMenu, type CellPosition } from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { copyText, MenuDivider, MenuItem, type Bounds } from '@renderer/ui'

/** The open menu of a result. */
export type ResultMenu =
  | { readonly kind: 'header'; readonly column: number; readonly at: Bounds }
  | { readonly kind: 'cell'; readonly cell: CellPosition; readonly at: Bounds }

export interface ResultMenusProps {
  readonly menu: ResultMenu
  readonly columns: readonly SqlColumn[]
  readonly valueAt: (cell: CellPosition) => SqlValue | undefined
  readonly mayEdit: boolean
  readonly onClose: () => void
  readonly onSort: (column: number, descending: boolean) => void
  readonly onFilter: (filter: SqlResultFilters[number]) => void
  readonly onCopy: (withNames: boolean) => void
  readonly onOpen: (cell: CellPosition) => void
  readonly onEmpty: (cell: CellPosition) => void
  readonly onDeleteRow: (row: number) => void
}

/** The menu of a header or a cell of a result. */
export function ResultMenus(props: ResultMenusProps) {
  const { menu, columns, onClose } = props
  const { t } = useTranslation()
  const column = menu.kind === 'header' ? menu.column : menu.cell.column
  const name = columns[column]?.name ?? ''
  return (
    <PointMenu at={menu.at} label={name} onClose={onClose}>
      {menu.kind === 'header' ? (
        <>
          <MenuItem icon="arrowUp" onClick={() => props.onSort(column, false)}>
            {t('sql.menu.ascending')}
          </MenuItem>
          <MenuItem icon="arrowDown" onClick={() => props.onSort(column, true)}>
            {t('sql.menu.descending')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon="filter" onClick={() => props.onFilter({ column, operator: 'empty', value: '' })}>
            {t('sql.menu.onlyEmpty')}
          </MenuItem>
          <MenuItem icon="filter" onClick={() => props.onFilter({ column, operator: 'notEmpty', value: '' })}>
            {t('sql.menu.onlyFilled')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon="copy" onClick={() => void copyText(name)}>
            {t('sql.menu.copyName')}
          </MenuItem>
        </>
      ) : (
        <CellEntries {...props} cell={menu.cell} />
      )}
    </PointMenu>
  )
}

function CellEntries(props: ResultMenusProps & { readonly cell: CellPosition }) {
  const { cell, mayEdit } = props
  const { t } = useTranslation()
  const value = props.valueAt(cell)
  const filter = (isEqual: boolean): void => {
    const { column } = cell
    if (value === null || value === undefined || value === '')
      props.onFilter({ column, operator: isEqual ? 'empty' : 'notEmpty', value: '' })
    else props.onFilter({ column, operator: isEqual ? 'equal' : 'notEqual', value: String(value) })
  }
  return (
    <>
      <MenuItem icon="copy" keys="Mod+C" onClick={() => props.onCopy(false)}>
        {t('sql.menu.copy')}
      </MenuItem>
      <MenuItem icon="copy" keys="Mod+Shift+C" onClick={() => props.onCopy(true)}>
        {t('sql.menu.copyWithNames')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon="filter" onClick={() => filter(true)}>
        {t('sql.menu.onlyThis')}
      </MenuItem>
      <MenuItem icon="filter" onClick={() => filter(false)}>
        {t('sql.menu.notThis')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={mayEdit ? 'pencil' : 'eye'} keys="F2" onClick={() => props.onOpen(cell)}>
        {t(mayEdit ? 'sql.menu.edit' : 'sql.menu.show')}
      </MenuItem>
      {mayEdit && <MenuItem onClick={() => props.onEmpty(cell)}>{t('sql.menu.setNull')}</MenuItem>}
      {mayEdit && (
        <MenuItem icon="trash" danger onClick={() => props.onDeleteRow(cell.row)}>
          {t('sql.menu.deleteRow')}
        </MenuItem>
      )}
    </>
  )
}
