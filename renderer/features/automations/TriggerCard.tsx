import type { TableSummary } from '@common/model'
import { triggerKinds, type AutomationTrigger } from '@common/operations/automations'
import { LabelledPick } from '@renderer/features/jobs'
import { useTranslation } from '@renderer/i18n'
import { IconTile, Select } from '@renderer/ui'
import styles from './automations.module.css'

export interface TriggerCardProps {
  readonly tables: readonly TableSummary[]
  readonly columns: readonly { readonly name: string; readonly title: string }[]
  readonly trigger: AutomationTrigger
  readonly onChange: (trigger: AutomationTrigger) => void
}

/** The event that starts an automation. */
export function TriggerCard({ tables, columns, trigger, onChange }: TriggerCardProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-label={t('automations.trigger')}>
      <header>
        <IconTile icon="bolt" color="amber" />
        <h3>{t(`automations.triggers.${trigger.kind}`)}</h3>
      </header>
      <Select
        label={t('automations.when')}
        value={trigger.kind}
        options={triggerKinds.map((value) => ({ value, label: t(`automations.triggers.${value}`) }))}
        onChange={(kind) => onChange({ ...trigger, kind })}
      />
      <Select
        label={t('automations.in')}
        value={trigger.table === '' ? null : trigger.table}
        searchable
        isUntranslated
        placeholder={t('jobs.tableChoose')}
        options={tables
          .filter(({ type }) => type === 'table')
          .map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(table) => onChange({ ...trigger, table, columns: [] })}
      />
      {trigger.kind === 'changed' && trigger.table !== '' && (
        <LabelledPick
          aria-label={t('automations.fields')}
          values={trigger.columns}
          options={columns.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(names) => onChange({ ...trigger, columns: names })}
          placeholder={t('automations.anyField')}
          emptyText={t('jobs.keyNone')}
        />
      )}
    </section>
  )
}
