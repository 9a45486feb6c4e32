import type { TableRight } from '@common/principal/access'
import { TableIcon } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { Badge, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import styles from './access.module.css'
import { draftsOf, useDrafts } from './drafts'
import { shownRights, withoutRules, withRights } from './rules'
import { rulesNow, rulesOfRole, useEdit, type RoleColumn, type RulesEntry } from './use-access'

export interface TableCellProps {
  readonly projectId: string
  readonly entry: RulesEntry
  readonly roles: readonly RoleColumn[]
  readonly row: number
  readonly isFocusable: boolean
  readonly onOpenTable: (name: string) => void
}

/** The name of a table, how many rules it has, and a menu for all roles. */
export function TableCell({ projectId, entry, roles, row, isFocusable, onOpenTable }: TableCellProps) {
  const { t } = useTranslation()
  const edit = useEdit(projectId)
  const unsaved = useDrafts(draftsOf(projectId))
  const shown = roles.flatMap(({ id }) => rulesOfRole(entry, id) ?? [])
  const rules = shown.map((of) => rulesNow(entry, of, unsaved))
  const columns = new Set(rules.flatMap((each) => Object.keys(each.columns))).size
  const rows = rules.filter((each) => each.rows !== null).length
  const off = shown.filter(({ disabled }) => disabled).length
  const setAll = (allowed: readonly TableRight[]): void =>
    edit([entry], roles, (now, granted) => withRights(now, granted, allowed))
  return (
    <div className={styles.table} role="rowheader">
      <TableIcon table={entry} />
      <span className={styles.tableName} title={entry.title}>
        <bdi>{entry.title}</bdi>
      </span>
      {columns + rows > 0 && (
        <span title={t('access.ruleKinds', { columns, rows })}>
          <Badge>{t('access.ruleCount', { count: columns + rows })}</Badge>
        </span>
      )}
      {off > 0 && <Badge kind="warning">{t('access.offCount', { count: off })}</Badge>}
      <Menu
        width={240}
        target={
          <IconButton
            icon="more"
            size="xs"
            className={styles.tableMenu}
            label={t('access.tableMenu', { table: entry.title })}
            data-at={`${row},0`}
            tabIndex={isFocusable ? 0 : -1}
          />
        }
      >
        <MenuItem onClick={() => setAll(shownRights)}>{t('access.sets.all')}</MenuItem>
        <MenuItem onClick={() => setAll(['read'])}>{t('access.sets.read')}</MenuItem>
        <MenuItem onClick={() => setAll([])}>{t('access.sets.none')}</MenuItem>
        <MenuItem icon="undo" onClick={() => edit([entry], roles, withoutRules)}>
          {t('access.reset')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="table" onClick={() => onOpenTable(entry.table)}>
          {t('access.openTable')}
        </MenuItem>
      </Menu>
    </div>
  )
}
