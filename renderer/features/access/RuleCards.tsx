import type { Table } from '@common/model'
import { filterColumn, isFilterGroup, type ViewCondition, type ViewFilterGroup } from '@common/views'
import { useTablesNamed } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { Badge, IconButton } from '@renderer/ui'
import { useMemo } from 'react'
import styles from './access.module.css'
import { draftsOf, useDrafts } from './drafts'
import { RoleChip } from './RoleChip'
import type { RoleRules } from './rules'
import { rulesNow, rulesOfRole, type RoleColumn, type RulesEntry } from './use-access'

export interface RuleCardsProps {
  readonly projectId: string
  /** The tables that the filter shows. */
  readonly entries: readonly RulesEntry[]
  readonly roles: readonly RoleColumn[]
  readonly onOpen: (table: string, role: string) => void
}

interface Ruled {
  readonly entry: RulesEntry
  readonly role: RoleColumn
  readonly rules: RoleRules
}

/** Each card reads its table. Projects with more rules show their numbers in the matrix. */
const cardsMax = 24
const always = (): boolean => true

/** The rules about rows and columns as sentences, below the matrix (mock n). */
export function RuleCards({ projectId, entries, roles, onOpen }: RuleCardsProps) {
  const { t } = useTranslation()
  const unsaved = useDrafts(draftsOf(projectId))
  const all = entries.flatMap((entry) =>
    roles.flatMap((role): Ruled[] => {
      const of = rulesOfRole(entry, role.id)
      if (of === undefined) return []
      const rules = rulesNow(entry, of, unsaved)
      return rules.rows === null && Object.keys(rules.columns).length === 0 ? [] : [{ entry, role, rules }]
    }),
  )
  const shown = all.slice(0, cardsMax)
  const key = [...new Set(shown.map(({ entry }) => entry.table))].join('\n')
  const names = useMemo(() => (key === '' ? [] : key.split('\n')), [key])
  const { tables } = useTablesNamed(projectId, names, always)
  if (shown.length === 0) return null
  return (
    <ul className={styles.cards} aria-label={t('access.cards.label')}>
      {shown.map((ruled) => (
        <Card
          key={`${ruled.entry.table} ${ruled.role.id}`}
          {...ruled}
          table={tables.get(ruled.entry.table)}
          onOpen={onOpen}
        />
      ))}
      {all.length > shown.length && (
        <li className={styles.moreCards}>{t('access.cards.more', { count: all.length - shown.length })}</li>
      )}
    </ul>
  )
}

interface CardProps extends Ruled {
  /** Undefined while it loads. */
  readonly table: Table | undefined
  readonly onOpen: (table: string, role: string) => void
}

function Card({ entry, role, rules, table, onOpen }: CardProps) {
  const { t } = useTranslation()
  const titleOf = (id: string): string =>
    table?.columns.find(({ name }) => name === id)?.title ??
    table?.virtualColumns.find((column) => column.id === id)?.title ??
    id
  const withAccess = (access: 'hidden' | 'read'): string[] =>
    Object.keys(rules.columns)
      .filter((id) => rules.columns[id] === access)
      .map(titleOf)
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <RoleChip role={role} />
        <strong title={entry.title}>
          <bdi>{entry.title}</bdi>
        </strong>
        <IconButton
          icon="pencil"
          size="xs"
          label={t('access.cards.edit', { table: entry.title, role: role.name })}
          onClick={() => onOpen(entry.table, role.id)}
        />
      </div>
      {rules.rows !== null && <Rows rule={rules.rows} table={table} />}
      <Columns label={t('access.cards.hidden')} titles={withAccess('hidden')} />
      <Columns label={t('access.cards.read')} titles={withAccess('read')} />
    </li>
  )
}

function Rows({ rule, table }: { readonly rule: ViewFilterGroup; readonly table: Table | undefined }) {
  const { t } = useTranslation()
  const isOne = rule.filters.length === 1
  return (
    <p className={styles.cardLine}>
      <span>{t('access.cards.rows', { join: isOne ? 'one' : rule.join })}</span>
      {rule.filters.map((each, at) => (
        <Badge key={at} kind="outlined">
          {isFilterGroup(each) ? (
            t('access.cards.group', { count: each.filters.length })
          ) : (
            <Condition condition={each} table={table} />
          )}
        </Badge>
      ))}
    </p>
  )
}

function Condition({ condition, table }: { readonly condition: ViewCondition; readonly table: Table | undefined }) {
  const { t } = useTranslation()
  const { value } = condition
  const column = (table && filterColumn(table, condition.column)?.title) ?? condition.column
  const operator = t(`filters.operators.${condition.operator}`)
  const isUser = typeof value === 'object' && value !== null && 'currentUser' in value
  const text = isUser ? t('access.cards.user') : textOf(value)
  return text === ''
    ? t('access.cards.bare', { column, operator })
    : t('access.cards.condition', { column, operator, value: text })
}

/** Returns a value of a condition as words; empty for operators without one. */
function textOf(value: ViewCondition['value']): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function Columns({ label, titles }: { readonly label: string; readonly titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <p className={styles.cardLine}>
      <span>{label}</span>
      {titles.map((title) => (
        <Badge key={title} kind="outlined">
          <bdi>{title}</bdi>
        </Badge>
      ))}
    </p>
  )
}
