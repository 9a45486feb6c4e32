import { useTranslation } from '@renderer/i18n'
import { Button, IconButton, type IconName, Menu, MenuItem, SearchField, Select, TabBar, TextField } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './audit.module.css'
import { exportAudit } from './export-audit'
import { filterOptions } from './filter-options'
import { spanNames } from './filters'
import type { Audit } from './use-audit'

const typingDelayMs = 300

export interface AuditToolbarProps {
  readonly audit: Audit
  /** Returns the title of a table; undefined without a choice of tables. */
  readonly tableTitle?: (name: string) => string
}

/** Filters with the number of lines behind each choice, and the export. */
export function AuditToolbar({ audit, tableTitle }: AuditToolbarProps) {
  const { t } = useTranslation()
  const { filters, counts, change, changeSpan, isFiltered, clear, isFetching, lines, refetch } = audit
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (typed.trim() === filters.text) return undefined
    const timer = setTimeout(() => change({ text: typed.trim() }), typingDelayMs)
    return () => clearTimeout(timer)
  }, [typed, filters.text, change])
  const options = filterOptions(counts, filters, tableTitle ?? ((name) => name))
  return (
    <TabBar
      end={
        <>
          <ExportMenu audit={audit} />
          <IconButton
            icon="reload"
            label={t('audit.reload')}
            loading={isFetching && lines !== undefined}
            onClick={refetch}
          />
        </>
      }
    >
      <SearchField size="sm" className={styles.find} label={t('audit.filter.text')} value={typed} onChange={setTyped} />
      <Select
        size="sm"
        className={styles.choice}
        aria-label={t('audit.filter.what')}
        listWidth={220}
        value={filters.type}
        options={options.type}
        onChange={(type) => change({ type })}
      />
      {tableTitle !== undefined && (
        <Select
          size="sm"
          className={styles.choice}
          aria-label={t('audit.filter.where')}
          listWidth={220}
          searchable
          value={filters.table}
          options={options.table}
          onChange={(table) => change({ table })}
        />
      )}
      <Select
        size="sm"
        className={styles.choice}
        aria-label={t('audit.filter.when')}
        value={filters.span}
        options={spanNames.map((value) => ({ value, label: t(`audit.span.${value}`) }))}
        onChange={changeSpan}
      />
      {filters.span === 'days' && <Days audit={audit} />}
      <Select
        size="sm"
        className={styles.choice}
        aria-label={t('audit.filter.who')}
        listWidth={280}
        searchable
        value={filters.who}
        options={options.who}
        onChange={(who) => change({ who })}
      />
      <Select
        size="sm"
        className={styles.choice}
        aria-label={t('audit.filter.origin')}
        listWidth={220}
        value={filters.origin}
        options={options.origin}
        onChange={(origin) => change({ origin })}
      />
      {isFiltered && (
        <Button
          kind="quiet"
          icon="close"
          onClick={() => {
            setTyped('')
            clear()
          }}
        >
          {t('audit.filter.clear')}
        </Button>
      )}
    </TabBar>
  )
}

/** The first and the last day. */
function Days({ audit: { changeDays } }: Pick<AuditToolbarProps, 'audit'>) {
  const { t } = useTranslation()
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const field = (label: string, value: string, onChange: (day: string) => void) => (
    <TextField
      type="date"
      size="sm"
      className={styles.date}
      aria-label={label}
      title={label}
      value={value}
      onChange={onChange}
    />
  )
  return (
    <span className={styles.dates}>
      {field(t('audit.filter.first'), first, (day) => {
        setFirst(day)
        changeDays(day, last)
      })}
      {field(t('audit.filter.last'), last, (day) => {
        setLast(day)
        changeDays(first, day)
      })}
    </span>
  )
}

const formats = [
  { format: 'csv', icon: 'table' },
  { format: 'json', icon: 'json' },
] as const satisfies readonly { format: string; icon: IconName }[]

function ExportMenu({ audit: { projectId, filters } }: Pick<AuditToolbarProps, 'audit'>) {
  const { t } = useTranslation()
  const [isRunning, setRunning] = useState(false)
  const run = async (format: 'csv' | 'json'): Promise<void> => {
    setRunning(true)
    await exportAudit(projectId, format, filters)
    setRunning(false)
  }
  return (
    <Menu
      align="end"
      width={176}
      target={
        <Button kind="quiet" icon="download" loading={isRunning}>
          {t('audit.export.action')}
        </Button>
      }
    >
      {formats.map(({ format, icon }) => (
        <MenuItem key={format} icon={icon} onClick={() => void run(format)}>
          {t(`audit.export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
