import type { TableSummary } from '@common/model'
import type { ChangeAction, StepAction } from '@common/operations/actions'
import { ActionKindFields } from '@renderer/features/jobs'
import { useTranslation } from '@renderer/i18n'
import { copyText, IconButton, IconTile, Select, TextField, type IconName } from '@renderer/ui'
import { placeholderOf } from './automation-draft'
import styles from './automations.module.css'

type Color = 'blue' | 'violet' | 'teal' | 'green' | 'grey' | 'amber'

export const stepIcons: Readonly<Record<StepAction['kind'], IconName>> = {
  http: 'globe',
  email: 'mail',
  chat: 'chat',
  message: 'send',
  change: 'pencil',
  sql: 'database',
  script: 'code',
}
const colors: Readonly<Record<StepAction['kind'], Color>> = {
  http: 'blue',
  email: 'violet',
  chat: 'teal',
  message: 'teal',
  change: 'green',
  sql: 'grey',
  script: 'amber',
}

export interface StepCardProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly columns: readonly { readonly name: string; readonly title: string }[]
  readonly step: StepAction
  readonly number: number
  readonly onChange: (step: StepAction) => void
  /** Undefined for the only step. */
  readonly onRemove: (() => void) | undefined
}

/** A step with its fields, and the placeholders that its texts can hold. */
export function StepCard({ projectId, tables, columns, step, number, onChange, onRemove }: StepCardProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-label={t('automations.step', { number })}>
      <header>
        <IconTile icon={stepIcons[step.kind]} color={colors[step.kind]} />
        <span className={styles.number}>{t('jobs.dayNumber', { day: number })}</span>
        <h3>{t(`automations.steps.${step.kind}`)}</h3>
        {onRemove !== undefined && (
          <IconButton icon="close" label={t('automations.removeStep', { number })} onClick={onRemove} />
        )}
      </header>
      {step.kind === 'change' ? (
        <ChangeFields action={step} columns={columns} onChange={onChange} />
      ) : (
        <ActionKindFields
          projectId={projectId}
          tables={tables}
          action={step}
          onChange={(action) => {
            if (action.kind !== 'import' && action.kind !== 'export' && action.kind !== 'snapshot') onChange(action)
          }}
        />
      )}
      {step.kind !== 'sql' && step.kind !== 'script' && columns.length > 0 && (
        <div className={styles.placeholders}>
          <span>{t('automations.placeholders')}</span>
          {columns.slice(0, 12).map(({ name, title }) => (
            <button
              key={name}
              type="button"
              className={styles.placeholder}
              title={t('automations.copyPlaceholder')}
              onClick={() => void copyText(placeholderOf(title))}
            >
              {placeholderOf(title)}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}

interface ChangeFieldsProps {
  readonly action: ChangeAction
  readonly columns: StepCardProps['columns']
  readonly onChange: (action: ChangeAction) => void
}

function ChangeFields({ action, columns, onChange }: ChangeFieldsProps) {
  const { t } = useTranslation()
  const set = (at: number, part: Partial<ChangeAction['values'][number]>): void =>
    onChange({ ...action, values: action.values.map((each, other) => (other === at ? { ...each, ...part } : each)) })
  return (
    <>
      {action.values.map(({ column, value }, at) => (
        // oxlint-disable-next-line no-array-index-key
        <div key={at} className={styles.change}>
          <Select
            aria-label={t('automations.setField', { number: at + 1 })}
            value={column === '' ? null : column}
            searchable
            isUntranslated
            placeholder={t('automations.fieldChoose')}
            options={columns.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name) => set(at, { column: name })}
          />
          <TextField
            aria-label={t('automations.setValue', { number: at + 1 })}
            placeholder={t('automations.value')}
            value={value}
            onChange={(text) => set(at, { value: text })}
            maxLength={10_000}
          />
          <IconButton
            icon={at === 0 ? 'plus' : 'close'}
            label={at === 0 ? t('automations.addField') : t('automations.removeField', { number: at + 1 })}
            onClick={() =>
              onChange({
                ...action,
                values:
                  at === 0
                    ? [...action.values, { column: '', value: '' }]
                    : action.values.filter((_, other) => other !== at),
              })
            }
          />
        </div>
      ))}
    </>
  )
}
