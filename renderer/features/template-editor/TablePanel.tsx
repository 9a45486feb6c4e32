import { moveTable, type DraftTable } from '@common/templates'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, classes, Icon, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { useState } from 'react'
import { ColumnRow } from './ColumnRow'
import { editor, headId, useEditor } from './editor-store'
import styles from './panels.module.css'
import rows from './rows.module.css'

export interface TablePanelProps {
  readonly table: DraftTable
  readonly at: number
  readonly isLast: boolean
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly isReadOnly: boolean
  /** Problems by column; undefined while the panel is closed. */
  readonly problems: ReadonlyMap<string, string> | undefined
}

/** Column names in the line of a closed panel. */
const namesMost = 12

/** The panel of a table: a line that sums it up, and the rows of its columns when it is open. */
export const TablePanel = memo(function TablePanel(props: TablePanelProps) {
  const { table, isOpen, isActive, isReadOnly, problems } = props
  const { id, name, columns } = table
  const { t } = useTranslation()
  return (
    <section
      className={classes(styles.panel, isActive && styles.activePanel)}
      aria-labelledby={headId(id)}
      onFocusCapture={() => editor.activate(id)}
    >
      <div className={styles.panelHead} data-open={isOpen || undefined}>
        <button
          type="button"
          id={headId(id)}
          className={styles.panelButton}
          aria-expanded={isOpen}
          onClick={() => editor.toggle(id)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} mirrored={!isOpen} />
          <Icon name="table" size={16} />
          <bdi className={styles.panelName}>{name}</bdi>
          <span className={styles.hint}>{t('templateEditor.columnCount', { count: columns.length })}</span>
          {!isOpen && (
            <bdi className={styles.summary}>
              {t('templateEditor.columnNames', { names: columns.slice(0, namesMost).map((column) => column.name) })}
              {columns.length > namesMost && ' …'}
            </bdi>
          )}
        </button>
        {!isReadOnly && isOpen && (
          <Button kind="quiet" icon="plus" onClick={() => editor.addRow(undefined, id)}>
            {t('templateEditor.column.add')}
          </Button>
        )}
        {!isReadOnly && <TableMenu {...props} />}
      </div>
      {isOpen && <Columns table={table} isReadOnly={isReadOnly} problems={problems} />}
    </section>
  )
})

function TableMenu({ table: { id, name }, at, isLast }: TablePanelProps) {
  const { t } = useTranslation()
  const move = (to: number): void => editor.change(moveTable(useEditor.getState().versions.present, id, to))
  return (
    <Menu align="end" width={220} target={<IconButton icon="more" label={t('templateEditor.table.menu', { name })} />}>
      <MenuItem icon="plus" onClick={() => editor.open({ kind: 'columns', tableId: id })}>
        {t('templateEditor.table.addColumns')}
      </MenuItem>
      <MenuItem icon="pencil" onClick={() => editor.open({ kind: 'rename', tableId: id })}>
        {t('templateEditor.table.rename')}
      </MenuItem>
      {at > 0 && (
        <MenuItem icon="arrowUp" onClick={() => move(at - 1)}>
          {t('templateEditor.table.up')}
        </MenuItem>
      )}
      {!isLast && (
        <MenuItem icon="arrowDown" onClick={() => move(at + 1)}>
          {t('templateEditor.table.down')}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem icon="trash" danger onClick={() => editor.open({ kind: 'deleteTable', tableId: id })}>
        {t('templateEditor.table.delete')}
      </MenuItem>
    </Menu>
  )
}

function Columns({ table, isReadOnly, problems }: Pick<TablePanelProps, 'table' | 'isReadOnly' | 'problems'>) {
  const { t } = useTranslation()
  /** Id of the column that the pointer drags. */
  const [moving, setMoving] = useState<string>()
  if (table.columns.length === 0)
    return (
      <p className={styles.noColumns}>
        {t('templateEditor.table.noColumns')}
        {!isReadOnly && (
          <Button icon="plus" onClick={() => editor.open({ kind: 'columns', tableId: table.id })}>
            {t('templateEditor.table.addColumns')}
          </Button>
        )}
      </p>
    )
  return (
    <div className={styles.columns}>
      <div className={classes(rows.row, rows.rowHead)} aria-hidden="true">
        <span />
        <span>{t('templateEditor.column.name')}</span>
        <span>{t('templateEditor.column.type')}</span>
        <span>{t('templateEditor.column.details')}</span>
      </div>
      <ul>
        {table.columns.map((column, at) => (
          <ColumnRow
            key={column.id}
            column={column}
            tableId={table.id}
            at={at}
            isReadOnly={isReadOnly}
            isMoving={column.id === moving}
            onMoving={setMoving}
            problems={problems?.get(column.id) ?? ''}
          />
        ))}
      </ul>
    </div>
  )
}
