import type { Column, Table } from '@common/model'
import { columnAccesses, type ColumnAccess } from '@common/principal/access'
import { nameKey } from '@common/wire/names'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Icon, Menu, MenuItem, SearchField, Segments } from '@renderer/ui'
import { useState } from 'react'
import styles from './access.module.css'
import { withColumn, withColumns, type RoleRules } from './rules'
import type { Edit, RoleColumn } from './use-access'

export interface ColumnsSectionProps {
  readonly table: Table
  readonly role: RoleColumn
  readonly rules: RoleRules
  readonly onChange: (change: Edit) => void
}

const readAccesses = columnAccesses.filter((access) => access !== 'write')

interface Line {
  readonly id: string
  readonly title: string
  readonly uiType: Column['uiType'] | undefined
  /** False for computed columns, which are read only. */
  readonly isWritten: boolean
}

/** Shows a search field above longer lists. */
const searchedFrom = 12

const linesOf = ({ columns, virtualColumns }: Table): Line[] => [
  ...columns.map(({ name, title, uiType }) => ({ id: name, title, uiType, isWritten: true })),
  ...virtualColumns.map(({ id, title, kind }) => ({ id, title, uiType: undefined, isWritten: kind === 'link' })),
]

/** The columns of a table for one role: hidden, read or write. */
export function ColumnsSection({ table, role, rules: now, onChange }: ColumnsSectionProps) {
  const { t } = useTranslation()
  const { columns } = now
  const [filter, setFilter] = useState('')
  const isHidden = (name: string): boolean => columns[name] === 'hidden'
  // A role that neither adds nor edits records writes in no column.
  const mayWrite = now.create || now.update
  const all = linesOf(table).map((line) => ({ ...line, isWritten: line.isWritten && mayWrite }))
  const wanted = nameKey(filter.trim())
  const shown = all.filter(({ id, title }) => nameKey(title).includes(wanted) || nameKey(id).includes(wanted))
  const setAll = (access: ColumnAccess): void =>
    onChange((rules) =>
      withColumns(
        withColumns(
          rules,
          shown.filter(({ isWritten }) => isWritten).map(({ id }) => id),
          access,
        ),
        shown.filter(({ isWritten }) => !isWritten).map(({ id }) => id),
        access === 'hidden' ? 'hidden' : 'write',
      ),
    )
  return (
    <div className={styles.section} role="group" aria-label={t('access.columns')}>
      <div className={styles.sectionHead}>
        <h4>{t('access.columns')}</h4>
        {all.length >= searchedFrom && (
          <SearchField
            size="sm"
            className={styles.findColumn}
            label={t('access.findColumn')}
            value={filter}
            onChange={setFilter}
          />
        )}
        {role.isEditable && (
          <Menu align="end" target={<Button endIcon="chevronDown">{t('access.setAll')}</Button>}>
            {(mayWrite ? columnAccesses : readAccesses).map((access) => (
              <MenuItem key={access} onClick={() => setAll(access)}>
                {t(`access.accesses.${access}`)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {(now.update || now.delete) && table.primaryKey.some(isHidden) && (
        <ErrorBanner kind="warning" title={t('access.keyHidden')} />
      )}
      {now.create && table.columns.some(({ name, required }) => required && columns[name] !== undefined) && (
        <ErrorBanner kind="warning" title={t('access.requiredHidden')} />
      )}
      {shown.length === 0 && <p className={styles.note}>{t('access.noColumn')}</p>}
      <ul className={styles.columns}>
        {shown.map(({ id, title, uiType, isWritten }) => {
          const access: ColumnAccess = columns[id] ?? (isWritten ? 'write' : 'read')
          const offered = isWritten ? columnAccesses : readAccesses
          return (
            <li key={id} className={styles.column} data-ruled={columns[id] !== undefined || undefined}>
              {uiType === undefined ? <Icon name="link" /> : <TypeIcon uiType={uiType} />}
              <span className={styles.tableName} title={title}>
                <bdi>{title}</bdi>
              </span>
              {role.isEditable ? (
                <Segments<ColumnAccess>
                  label={t('access.accessTo', { column: title })}
                  value={access}
                  options={offered.map((value) => ({ value, label: t(`access.accesses.${value}`) }))}
                  onChange={(next) =>
                    onChange((rules) => withColumn(rules, id, next === 'read' && !isWritten ? 'write' : next))
                  }
                />
              ) : (
                <span className={styles.note}>{t(`access.accesses.${access}`)}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
