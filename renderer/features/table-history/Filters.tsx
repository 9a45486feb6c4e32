import type { Origin, TableSummary } from '@common/model'
import { useOperation } from '@renderer/api'
import { actorIcon, actorName, typeWords } from '@renderer/features/audit'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Icon, Select } from '@renderer/ui'
import { filterArgs, type ChangeFilters } from './use-changes'
import styles from './history.module.css'

export interface FiltersProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly filters: ChangeFilters
  readonly onChange: (filters: ChangeFilters) => void
}

/** Filters of the list of changes: person, source, table and kind. */
export function Filters({ projectId, tables, filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { data: counts } = useOperation('auditCount', filterArgs(filters), { projectId, silent: true })
  const counted = (label: string, count: number): string =>
    t('audit.filter.counted', { label, count: formatNumber(count) })
  const titleOf = (name: string): string => tables.find((table) => table.name === name)?.title ?? name
  return (
    <div className={styles.filters}>
      <Select
        size="sm"
        aria-label={t('audit.filter.who')}
        listWidth={260}
        searchable
        value={filters.who}
        options={[
          { value: '', label: t('moments.anyone') },
          ...(counts?.people ?? []).map(({ who, kind, label, count }) => ({
            value: JSON.stringify(who),
            label: counted(actorName(kind, label), count),
            icon: <Icon name={actorIcon(kind)} size={12} />,
          })),
        ]}
        onChange={(who) => onChange({ ...filters, who })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.origin')}
        listWidth={200}
        value={filters.origin}
        options={[
          { value: '' as const, label: t('moments.anywhere') },
          ...(counts?.origins ?? []).map(({ value, count }) => ({
            value: value as Origin,
            label: counted(t(`audit.origin.${value as Origin}`), count),
          })),
        ]}
        onChange={(origin) => onChange({ ...filters, origin })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.where')}
        listWidth={220}
        searchable
        value={filters.table}
        options={[
          { value: '', label: t('audit.filter.everywhere') },
          ...(counts?.tables ?? []).map(({ value, count }) => ({ value, label: counted(titleOf(value), count) })),
        ]}
        onChange={(table) => onChange({ ...filters, table })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.what')}
        listWidth={220}
        value={filters.type}
        options={[
          { value: '', label: t('audit.filter.everything') },
          ...(counts?.types ?? []).map(({ value, count }) => ({ value, label: counted(typeWords(value), count) })),
        ]}
        onChange={(type) => onChange({ ...filters, type })}
      />
    </div>
  )
}
