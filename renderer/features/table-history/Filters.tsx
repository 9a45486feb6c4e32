import type { TableSummary } from '@common/model'
import { useOperation } from '@renderer/api'
import { filterInput, filterOptions, type ChangeFilters } from '@renderer/features/audit'
import { useTranslation } from '@renderer/i18n'
import { Select } from '@renderer/ui'
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
  const { data: counts } = useOperation('auditCount', filterInput(filters), { projectId, silent: true })
  const titleOf = (name: string): string => tables.find((table) => table.name === name)?.title ?? name
  const options = filterOptions(counts, filters, titleOf, {
    anyone: t('moments.anyone'),
    anyOrigin: t('moments.anywhere'),
  })
  return (
    <div className={styles.filters}>
      <Select
        size="sm"
        aria-label={t('audit.filter.who')}
        listWidth={280}
        searchable
        value={filters.who}
        options={options.who}
        onChange={(who) => onChange({ ...filters, who })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.origin')}
        listWidth={220}
        value={filters.origin}
        options={options.origin}
        onChange={(origin) => onChange({ ...filters, origin })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.where')}
        listWidth={220}
        searchable
        value={filters.table}
        options={options.table}
        onChange={(table) => onChange({ ...filters, table })}
      />
      <Select
        size="sm"
        aria-label={t('audit.filter.what')}
        listWidth={220}
        value={filters.type}
        options={options.type}
        onChange={(type) => onChange({ ...filters, type })}
      />
    </div>
  )
}
