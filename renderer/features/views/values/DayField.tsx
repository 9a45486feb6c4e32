import { countedTimes, periodTimes, relativeDayTimes, type ConditionValue, type RelativeTime } from '@common/views'
import { isoDay, isoDayText } from '@common/columns/values/calendar'
import { formatDay, readDay } from '@common/columns/values/date-format'
import { Month } from '@renderer/cells'
import { localeTag, useTranslation } from '@renderer/i18n'
import { FieldDrop, Select, TextField } from '@renderer/ui'
import { useState } from 'react'
import { pair } from './NumberField'
import { useFieldText } from './use-field-text'
import styles from './values.module.css'
import type { ValueFieldProps } from './types'

const exact = 'exact'

/** A day: by the calendar, or in words that mean another one tomorrow. */
export function DayField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const relative = relativeOf(value)
  const [mode, setMode] = useState<RelativeTime | typeof exact | null>(
    relative?.relative ?? (typeof value === 'string' ? exact : null),
  )
  const choose = (next: RelativeTime | typeof exact): void => {
    setMode(next)
    onChange(next === exact ? undefined : valueOf(next, relative?.count))
  }
  return (
    <div className={styles.pair}>
      <Select
        size="sm"
        className={styles.grow}
        aria-label={t('filters.value')}
        placeholder={t('filters.pickHint')}
        value={mode}
        options={[
          ...relativeDayTimes.map((each) => ({ value: each, label: t(`filters.relative.${each}`) })),
          { value: exact, label: t('filters.exactDay') },
        ]}
        onChange={choose}
      />
      {mode === exact && (
        <DayInput label={t('filters.day')} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
      )}
      <CountInput value={value} onChange={onChange} />
    </div>
  )
}

/** Several days in words. */
export function PeriodField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const relative = relativeOf(value)
  return (
    <div className={styles.pair}>
      <Select
        size="sm"
        className={styles.grow}
        aria-label={t('filters.value')}
        placeholder={t('filters.pickHint')}
        value={relative?.relative ?? null}
        options={periodTimes.map((each) => ({ value: each, label: t(`filters.relative.${each}`) }))}
        onChange={(next) => onChange(valueOf(next, relative?.count))}
      />
      <CountInput value={value} onChange={onChange} />
    </div>
  )
}

export function DayRangeField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const [from, to] = pair(value)
  const text = (each: typeof from): string | undefined => (typeof each === 'string' ? each : undefined)
  return (
    <div className={styles.pair}>
      <DayInput
        label={t('filters.from')}
        value={text(from)}
        onChange={(next) => onChange([next ?? null, to ?? null])}
      />
      <div className={styles.second}>
        <span className={styles.and}>{t('filters.join.and')}</span>
        <DayInput
          label={t('filters.until')}
          value={text(to)}
          onChange={(next) => onChange([from ?? null, next ?? null])}
        />
      </div>
    </div>
  )
}

interface DayInputProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A date, typed in the reader's format or picked from a calendar. */
function DayInput({ label, value, onChange }: DayInputProps) {
  const { t } = useTranslation()
  const locale = localeTag()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useFieldText(value, (given) => shownDay(given, locale))
  const isWrong = text.trim() !== '' && readDay(text, locale) === undefined
  return (
    <FieldDrop
      opened={opened}
      drop={
        <Month
          value={value?.slice(0, 10) ?? null}
          reader={{ locale }}
          onPick={({ iso }) => {
            setText(shownDay(iso, locale))
            setOpened(false)
            onChange(iso)
          }}
        />
      }
    >
      <TextField
        size="sm"
        className={styles.day}
        aria-label={label}
        placeholder={t('filters.dayHint')}
        error={isWrong ? t('filters.notDay') : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setOpened(true)}
        onClick={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onKeyDown={(event) => {
          if (!opened || (event.key !== 'Escape' && event.key !== 'Enter')) return
          // Escape closes the calendar first, then its parent.
          event.stopPropagation()
          setOpened(false)
        }}
        onChange={(next) => {
          setText(next)
          const day = readDay(next, locale)
          onChange(day && isoDayText(day))
        }}
      />
    </FieldDrop>
  )
}

/** A moment is shown as its day. */
function shownDay(value: string | undefined, locale: string): string {
  const day = value === undefined ? undefined : isoDay(value.slice(0, 10))
  return day === undefined ? '' : formatDay(day, locale)
}

/** How many days, where the words want a number. */
function CountInput({ value, onChange }: Pick<ValueFieldProps, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  const relative = relativeOf(value)
  if (relative === undefined || !countedTimes.includes(relative.relative)) return null
  return (
    <TextField
      type="number"
      size="sm"
      min={0}
      max={100_000}
      className={styles.count}
      aria-label={t('filters.days')}
      value={relative.count === undefined ? '' : String(relative.count)}
      onChange={(text) => {
        const count = Math.floor(Number(text))
        const isCount = text !== '' && count >= 0 && count <= 100_000
        onChange(isCount ? { relative: relative.relative, count } : { relative: relative.relative })
      }}
    />
  )
}

type Relative = Extract<ConditionValue, { relative: RelativeTime }>

function relativeOf(value: ConditionValue | undefined): Relative | undefined {
  return typeof value === 'object' && value !== null && 'relative' in value ? value : undefined
}

const countDefault = 7

function valueOf(relative: RelativeTime, count: number | undefined): Relative {
  return countedTimes.includes(relative) ? { relative, count: count ?? countDefault } : { relative }
}
