import type { Table } from '@common/model'
import { rowRuleProblem, ruleNamesUser } from '@common/principal/row-rule'
import { filterColumn, filterColumns, type FilterReader, type ViewFilterGroup } from '@common/views'
import { useOperation } from '@renderer/api'
import { recordNames } from '@renderer/features/records'
import { useTablesNamed } from '@renderer/features/tables'
import { FilterEditor, type ValueSources } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { Icon, Select } from '@renderer/ui'
import { useMemo, useState } from 'react'
import styles from './access.module.css'
import { withRows } from './rules'
import type { Edit, RoleColumn } from './use-access'
import { useRowsLeft, type RowsLeft } from './use-rows-left'

export interface RowsSectionProps {
  readonly projectId: string
  readonly table: Table
  readonly role: RoleColumn
  readonly rows: ViewFilterGroup | null
  readonly onChange: (change: Edit) => void
}

const noConditions: ViewFilterGroup = { join: 'and', filters: [] }
const always = (): boolean => true

/** The row rule of a role for a table: a filter that may name the current user. */
export function RowsSection({ projectId, table, role, rows, onChange }: RowsSectionProps) {
  const { t } = useTranslation()
  const own = useUsers((state) => state.user?.email ?? '')
  const members = useOperation('projectMemberList', {}, { projectId, silent: true }).data
  const [chosen, setChosen] = useState<string>()
  const email = chosen ?? members?.find((each) => each.role === role.id)?.email ?? own
  const linked = useMemo(
    () => [...new Set(filterColumns(table).flatMap(({ link }) => (link ? [link.link.relatedTable] : [])))],
    [table],
  )
  const { tables, missing } = useTablesNamed(projectId, linked, always)
  const reader = useMemo<FilterReader>(
    () => ({ now: new Date(0), timeZone: 'UTC', locale: 'en', email: own, tables: (name) => tables.get(name) }),
    [own, tables],
  )
  const people = useMemo(() => members?.map((each) => each.email) ?? [], [members])
  const sources = useMemo<ValueSources>(
    () => ({
      people,
      records: (column, text, signal) => recordNames(projectId, (name) => tables.get(name), column, text, signal),
    }),
    [projectId, people, tables],
  )
  const problem = rows === null || missing.size > 0 ? undefined : rowRuleProblem(rows, table, tables)
  const left = useRowsLeft({
    projectId,
    table,
    rule: problem === undefined && missing.size === 0 ? rows : null,
    tables,
    email,
  })
  return (
    <div className={styles.section} role="group" aria-label={t('access.rows.title')}>
      <div className={styles.sectionHead}>
        <h4>{t('access.rows.title')}</h4>
      </div>
      <p className={styles.note}>{t(rows === null ? 'access.rows.none' : 'access.rows.some', { role: role.name })}</p>
      <fieldset className={styles.rule} disabled={!role.isEditable}>
        <FilterEditor
          table={table}
          reader={reader}
          sources={sources}
          group={rows ?? noConditions}
          onChange={(filter) => onChange((rules) => withRows(rules, filter))}
        />
      </fieldset>
      {problem !== undefined && (
        <p className={styles.problem} role="status">
          <Icon name="warning" size={14} />
          {t('access.rows.problem', {
            problem: problem.problem,
            column: filterColumn(table, problem.column)?.title ?? problem.column,
          })}
        </p>
      )}
      {rows !== null && problem === undefined && (
        <div className={styles.left}>
          <span role="status">
            <Left left={left} />
          </span>
          {ruleNamesUser(rows) && people.length > 1 && (
            <>
              <span aria-hidden="true">{t('access.rows.person')}</span>
              <Select
                size="sm"
                className={styles.person}
                searchable
                aria-label={t('access.rows.person')}
                value={email}
                options={people.map((each) => ({ value: each, label: each }))}
                onChange={setChosen}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** How many records the rule leaves. */
function Left({ left }: { readonly left: RowsLeft | undefined }) {
  const { t } = useTranslation()
  if (left === undefined) return t('access.rows.counting')
  const { shown, total } = left
  if (!Number.isFinite(shown) || !Number.isFinite(total)) return t('access.rows.tooMany')
  return t('access.rows.left', { shown, count: total })
}
