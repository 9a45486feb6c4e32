import type { Table, TableSummary } from '@common/model'
import { isOfRecords, triggerKinds, type Automation, type AutomationTrigger } from '@common/operations/automations'
import { engineFilter, storedFields, type FilterReader, type ViewFilterGroup } from '@common/views'
import { useOperation } from '@renderer/api'
import { Hint, LabelledPick, ScheduleFields } from '@renderer/features/jobs'
import { recordNames, useMatchingCount } from '@renderer/features/records'
import { FilterEditor, type ValueSources } from '@renderer/features/views'
import { readerZone, useTranslation } from '@renderer/i18n'
import { IconTile, Select, useMinute } from '@renderer/ui'
import { useMemo } from 'react'
import { withKind } from './automation-draft'
import styles from './automations.module.css'
import { WebhookAddress } from './WebhookAddress'

export interface TriggerCardProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  /** Undefined without a table, or while it loads. */
  readonly table: Table | undefined
  /** Undefined for a new automation. */
  readonly automation: Automation | undefined
  readonly trigger: AutomationTrigger
  readonly onChange: (trigger: AutomationTrigger) => void
}

/** The event that starts an automation. */
export function TriggerCard({ projectId, tables, table, automation, trigger, onChange }: TriggerCardProps) {
  const { t } = useTranslation()
  const { kind } = trigger
  return (
    <section className={styles.card} aria-label={t('automations.trigger')}>
      <header>
        <IconTile icon="bolt" color="amber" />
        <h3>{t(`automations.triggers.${kind}`)}</h3>
        {kind === 'matches' && table !== undefined && trigger.filter !== undefined && (
          <MatchCount projectId={projectId} table={table} filter={trigger.filter} />
        )}
      </header>
      <Select
        label={t('automations.when')}
        value={kind}
        options={triggerKinds.map((value) => ({ value, label: t(`automations.triggers.${value}`) }))}
        onChange={(next) => onChange(withKind(trigger, next))}
      />
      {isOfRecords(kind) && (
        <Select
          label={t('automations.in')}
          value={trigger.table === '' ? null : trigger.table}
          searchable
          isUntranslated
          placeholder={t('jobs.tableChoose')}
          options={tables
            .filter(({ type }) => type === 'table')
            .map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(name) => onChange({ ...withKind(trigger, kind), table: name, columns: [], filter: undefined })}
        />
      )}
      {kind === 'changed' && trigger.table !== '' && (
        <LabelledPick
          aria-label={t('automations.fields')}
          values={trigger.columns}
          options={(table?.columns ?? []).map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(names) => onChange({ ...trigger, columns: names })}
          placeholder={t('automations.anyField')}
          emptyText={t('jobs.keyNone')}
        />
      )}
      {kind === 'matches' && table !== undefined && (
        <MatchFields
          projectId={projectId}
          table={table}
          filter={trigger.filter}
          onChange={(filter) => onChange({ ...trigger, filter, timeZone: trigger.timeZone ?? readerZone() })}
        />
      )}
      {kind === 'schedule' && (
        <ScheduleFields
          projectId={projectId}
          pattern={trigger.pattern ?? ''}
          timeZone={trigger.timeZone ?? readerZone()}
          onChange={(schedule) => onChange({ ...trigger, ...schedule })}
        />
      )}
      {kind === 'webhook' && <WebhookAddress projectId={projectId} automation={automation} />}
    </section>
  )
}

interface MatchFieldsProps {
  readonly projectId: string
  readonly table: Table
  readonly filter: ViewFilterGroup | undefined
  readonly onChange: (filter: ViewFilterGroup) => void
}

const noConditions: ViewFilterGroup = { join: 'and', filters: [] }

function MatchFields({ projectId, table, filter, onChange }: MatchFieldsProps) {
  const { t } = useTranslation()
  const members = useOperation('projectMemberList', {}, { projectId, silent: true }).data
  const reader = useFilterReader()
  const sources = useMemo<ValueSources>(
    () => ({
      people: members?.map(({ email }) => email) ?? [],
      records: (column, text, signal) => recordNames(projectId, () => undefined, column, text, signal),
    }),
    [projectId, members],
  )
  return (
    <div className={styles.match} role="group" aria-label={t('automations.filter')}>
      <FilterEditor
        table={storedFields(table)}
        reader={reader}
        sources={sources}
        group={filter ?? noConditions}
        onChange={onChange}
      />
      <Hint>{t('automations.matchesHint')}</Hint>
    </div>
  )
}

/** The conditions of an automation have no user: `me` matches nothing. */
function useFilterReader(): FilterReader {
  const now = useMinute()
  return useMemo(() => ({ now: new Date(now), timeZone: readerZone(), locale: 'en', email: '' }), [now])
}

interface MatchCountProps {
  readonly projectId: string
  readonly table: Table
  readonly filter: ViewFilterGroup
}

/** How many records match the conditions now. Empty without a complete condition, and until they are counted. */
function MatchCount({ projectId, table, filter }: MatchCountProps) {
  const { t } = useTranslation()
  const reader = useFilterReader()
  const count = useMatchingCount(projectId, table, engineFilter(filter, storedFields(table), reader))
  if (count === undefined) return null
  return (
    <span className={styles.count} role="status">
      {Number.isFinite(count) ? t('automations.matchNow', { count }) : t('automations.matchTooMany')}
    </span>
  )
}
