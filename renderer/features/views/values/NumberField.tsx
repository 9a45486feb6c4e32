import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { ratingMaxDefault } from '@common/columns/types/rating'
import { clockOf, shortClockText } from '@common/columns/values/calendar'
import type { Column } from '@common/model'
import type { ConditionValue } from '@common/views'
import { pageReader, useTranslation } from '@renderer/i18n'
import { Select, TextField } from '@renderer/ui'
import { useFieldText } from './use-field-text'
import styles from './values.module.css'
import type { ValueFieldProps } from './types'

type Single = string | number | boolean | null

interface ParsedFieldProps {
  readonly label: string
  readonly value: Single | undefined
  readonly show: (value: Single) => string
  /** Parses a text; returns undefined if it is invalid. */
  readonly read: (text: string) => Single | undefined
  readonly onChange: (value: Single | undefined) => void
  readonly problem: string
}

/** A text field with the column's own parser. Reports no value while the text is invalid. */
function ParsedField({ label, value, show, read, onChange, problem }: ParsedFieldProps) {
  const [text, setText] = useFieldText(value, show)
  const isWrong = text.trim() !== '' && read(text) === undefined
  return (
    <div className={styles.grow} title={isWrong ? problem : undefined}>
      <TextField
        size="sm"
        aria-label={label}
        aria-invalid={isWrong}
        error={isWrong ? problem : undefined}
        value={text}
        spellCheck={false}
        onChange={(next) => {
          setText(next)
          onChange(next.trim() === '' ? undefined : read(next))
        }}
      />
    </div>
  )
}

const isStars = ({ uiType }: Column): boolean => columnType(uiType).unit === 'stars'

/**
 * Parses a number in the formats of its column: `3:48` for a duration, `12 %` for a percentage. Ignores the bounds of a
 * rating.
 */
function readNumber(text: string, column: Column): Single | undefined {
  const bare = isStars(column) ? { ...column, uiType: typeFor.whole } : column
  const parsed = columnType(bare.uiType).parseText(text, { ...bare, required: false }, pageReader())
  if (!parsed.ok || parsed.value === null || parsed.value instanceof Uint8Array) return undefined
  return typeof parsed.value === 'bigint' ? String(parsed.value) : parsed.value
}

function NumberInput({
  column,
  label,
  value,
  onChange,
}: Pick<ParsedFieldProps, 'label' | 'value' | 'onChange'> & { readonly column: Column }) {
  const { t } = useTranslation()
  return (
    <ParsedField
      label={label}
      value={value}
      show={(given) => columnType(column.uiType).format(given, column, pageReader())}
      read={(text) => readNumber(text, column)}
      onChange={onChange}
      problem={t('filters.notNumber')}
    />
  )
}

export function NumberField({ column: { column }, value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const single = plain(value)
  if (isStars(column)) {
    const max = column.options.max ?? ratingMaxDefault
    const stars = Array.from({ length: max }, (_, at) => String(at + 1))
    return (
      <Select
        size="sm"
        className={styles.grow}
        aria-label={t('filters.value')}
        placeholder={t('filters.pickHint')}
        value={single === undefined || single === null ? null : String(single)}
        options={stars.map((star) => ({ value: star, label: t('filters.stars', { count: Number(star) }) }))}
        onChange={(star) => onChange(Number(star))}
      />
    )
  }
  return <NumberInput column={column} label={t('filters.value')} value={single} onChange={onChange} />
}

export function NumberRangeField({ column: { column }, value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const [low, high] = pair(value)
  return (
    <div className={styles.pair}>
      <NumberInput
        column={column}
        label={t('filters.lowest')}
        value={low}
        onChange={(next) => onChange([next ?? null, high ?? null])}
      />
      <div className={styles.second}>
        <span className={styles.and}>{t('filters.join.and')}</span>
        <NumberInput
          column={column}
          label={t('filters.highest')}
          value={high}
          onChange={(next) => onChange([low ?? null, next ?? null])}
        />
      </div>
    </div>
  )
}

function TimeInput({ label, value, onChange }: Pick<ParsedFieldProps, 'label' | 'value' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <ParsedField
      label={label}
      value={value}
      show={(given) => {
        const clock = clockOf(String(given))
        return clock === undefined ? String(given) : shortClockText(clock)
      }}
      read={(text) => (clockOf(text.trim(), true) === undefined ? undefined : text.trim())}
      onChange={onChange}
      problem={t('filters.notTime')}
    />
  )
}

export function TimeField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  return <TimeInput label={t('filters.value')} value={plain(value)} onChange={onChange} />
}

export function TimeRangeField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const [from, to] = pair(value)
  return (
    <div className={styles.pair}>
      <TimeInput label={t('filters.from')} value={from} onChange={(next) => onChange([next ?? null, to ?? null])} />
      <div className={styles.second}>
        <span className={styles.and}>{t('filters.join.and')}</span>
        <TimeInput label={t('filters.until')} value={to} onChange={(next) => onChange([from ?? null, next ?? null])} />
      </div>
    </div>
  )
}

/** One value, where it is one. */
export function plain(value: ConditionValue | undefined): Single | undefined {
  return typeof value === 'object' && value !== null ? undefined : value
}

/** Two values, where there are two. */
export function pair(value: ConditionValue | undefined): readonly [Single | undefined, Single | undefined] {
  return Array.isArray(value) ? [value[0] ?? undefined, value[1] ?? undefined] : [undefined, undefined]
}
