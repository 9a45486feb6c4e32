import {
  filterColumn,
  filterColumns,
  valueForOperator,
  operatorsOf,
  type FilterColumn,
  type ViewCondition,
  type ViewOperator,
} from '@common/views'
import { formLimits, type FormCondition } from '@common/views/form'
import { conditionTable } from '@common/views/form-answers'
import type { Form, FormField } from '@common/views/form-fields'
import { TypeIcon } from '@renderer/cells'
import { newCondition, ValueField, type ValueSources } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Icon, IconButton, Segments, Select } from '@renderer/ui'
import { useMemo } from 'react'
import styles from './builder.module.css'

export interface ConditionEditorProps {
  readonly form: Form
  readonly field: FormField
  readonly sources: ValueSources
  readonly onChange: (condition: FormCondition | undefined) => void
}

/** Edits the conditions under which a field is shown. They use the answers of earlier fields. */
export function ConditionEditor({ form, field, sources, onChange }: ConditionEditorProps) {
  const { t } = useTranslation()
  const before = useMemo(
    () =>
      form.fields.slice(
        0,
        Math.max(
          0,
          form.fields.findIndex(({ id }) => id === field.id),
        ),
      ),
    [form.fields, field.id],
  )
  const table = useMemo(() => conditionTable(form, before), [form, before])
  const { conditions, join } = field
  const put = (next: readonly ViewCondition[], joined = join): void =>
    onChange(next.length === 0 ? undefined : { join: joined, filters: next.map((one) => ({ ...one })) })
  const [first] = filterColumns(table)
  return (
    <section className={styles.property} aria-label={t('forms.condition')}>
      <div className={styles.propertyHead}>
        <h3>{t('forms.condition')}</h3>
        {first !== undefined && conditions.length < formLimits.conditions && (
          <IconButton
            icon="plus"
            size="xs"
            label={t('forms.addCondition')}
            onClick={() => put([...conditions, newCondition(first)])}
          />
        )}
      </div>
      {first === undefined && <p className={styles.quiet}>{t('forms.conditionFirst')}</p>}
      {first !== undefined && conditions.length === 0 && <p className={styles.quiet}>{t('forms.conditionNone')}</p>}
      {conditions.length > 1 && (
        <Segments
          label={t('forms.conditionJoin')}
          value={join}
          options={[
            { value: 'and', label: t('forms.conditionAll') },
            { value: 'or', label: t('forms.conditionAny') },
          ]}
          onChange={(next) => put(conditions, next)}
        />
      )}
      {conditions.map((condition, at) => (
        <Line
          key={at}
          condition={condition}
          fields={before}
          column={filterColumn(table, condition.column)}
          columns={filterColumns(table)}
          sources={sources}
          onChange={(next) =>
            put(conditions.flatMap((one, other) => (other === at ? (next === undefined ? [] : [next]) : [one])))
          }
        />
      ))}
    </section>
  )
}

interface LineProps {
  readonly condition: ViewCondition
  readonly fields: readonly FormField[]
  readonly column: FilterColumn | undefined
  readonly columns: readonly FilterColumn[]
  readonly sources: ValueSources
  readonly onChange: (condition: ViewCondition | undefined) => void
}

function Line({ condition, fields, column, columns, sources, onChange }: LineProps) {
  const { t } = useTranslation()
  const operators = column === undefined ? [] : operatorsOf(column)
  const iconOf = ({ link, column: of }: FormField) =>
    link === undefined ? <TypeIcon uiType={of.uiType} /> : <Icon name="link" size={14} />
  return (
    <div className={styles.condition} role="group" aria-label={t('forms.conditionOne')}>
      <div className={styles.conditionLine}>
        <Select
          size="sm"
          aria-label={t('filters.field')}
          value={column === undefined ? null : condition.column}
          searchable={fields.length > 10}
          options={fields
            .filter(({ id }) => columns.some((one) => one.id === id))
            .map((field) => ({ value: field.id, label: field.label, icon: iconOf(field) }))}
          onChange={(id) => {
            const next = columns.find((one) => one.id === id)
            if (next && id !== condition.column) onChange(newCondition(next))
          }}
        />
        <IconButton icon="trash" size="xs" label={t('filters.remove')} onClick={() => onChange(undefined)} />
      </div>
      <Select<ViewOperator>
        size="sm"
        aria-label={t('filters.comparison')}
        value={operators.includes(condition.operator) ? condition.operator : null}
        options={operators.map((operator) => ({ value: operator, label: t(`filters.operators.${operator}`) }))}
        onChange={(operator) => {
          if (column === undefined) return
          const value = valueForOperator(column, condition, operator)
          onChange({ column: condition.column, operator, ...(value !== undefined && { value }) })
        }}
      />
      {column !== undefined && (
        <ValueField
          key={`${condition.column} ${condition.operator}`}
          column={column}
          operator={condition.operator}
          value={condition.value}
          sources={sources}
          onChange={(value) =>
            onChange({ column: condition.column, operator: condition.operator, ...(value !== undefined && { value }) })
          }
        />
      )}
    </div>
  )
}
