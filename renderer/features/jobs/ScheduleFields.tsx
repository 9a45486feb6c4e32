import {
  minuteSteps,
  patternOfWords,
  scheduleKinds,
  wordsOfPattern,
  type ScheduleKind,
  type ScheduleWords,
} from '@common/jobs/schedule'
import { messageOf, useOperation } from '@renderer/api'
import { formatRelativeTime, readerZone, useTranslation } from '@renderer/i18n'
import { FieldPair, Fields, Select, TextField, useMinute } from '@renderer/ui'
import { useDeferredValue, useState } from 'react'
import styles from './jobs.module.css'
import { dayName, scheduleSentence, timeInZone } from './schedule-words'
import { Hint, When } from './work'

export interface ScheduleFieldsProps {
  readonly projectId: string
  readonly pattern: string
  readonly timeZone: string
  readonly onChange: (schedule: { readonly pattern?: string; readonly timeZone?: string }) => void
}

const expression = 'expression'
const defaultTime = '06:00'

/** A schedule in words or as an expression, its time zone, and its next times. */
export function ScheduleFields({ projectId, pattern, timeZone, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation()
  const words = wordsOfPattern(pattern)
  const [isExpression, setExpression] = useState(words === undefined)
  const shown = isExpression ? undefined : words
  const setWords = (next: ScheduleWords): void => onChange({ pattern: patternOfWords(next) })
  const choose = (kind: ScheduleKind | typeof expression): void => {
    setExpression(kind === expression)
    if (kind !== expression) setWords(firstWords(kind, timeOf(words)))
  }
  return (
    <Fields>
      <FieldPair>
        <Select
          label={t('jobs.repeat')}
          value={shown?.every ?? expression}
          options={[
            ...scheduleKinds.map((value) => ({ value, label: t(`jobs.kinds.${value}`) })),
            { value: expression, label: t('jobs.kinds.expression') },
          ]}
          onChange={choose}
        />
        {shown === undefined ? (
          <TextField
            label={t('jobs.expression')}
            value={pattern}
            onChange={(text) => onChange({ pattern: text })}
            hint={t('jobs.expressionHint')}
            className={styles.mono}
            dir="ltr"
            spellCheck={false}
            maxLength={200}
          />
        ) : (
          <WordFields words={shown} onChange={setWords} />
        )}
      </FieldPair>
      <Select
        label={t('jobs.timeZone')}
        value={timeZone}
        searchable
        isUntranslated
        options={zones(timeZone).map((value) => ({ value, label: value }))}
        onChange={(zone) => onChange({ timeZone: zone })}
      />
      <NextTimes projectId={projectId} pattern={pattern} timeZone={timeZone} />
    </Fields>
  )
}

interface WordFieldsProps {
  readonly words: ScheduleWords
  readonly onChange: (words: ScheduleWords) => void
}

function WordFields({ words, onChange }: WordFieldsProps) {
  const { t } = useTranslation()
  if (words.every === 'minutes')
    return (
      <Select
        label={t('jobs.minutes')}
        value={String(words.count)}
        options={minuteSteps.map((count) => ({ value: String(count), label: t('jobs.minutesCount', { count }) }))}
        onChange={(count) => onChange({ every: 'minutes', count: Number(count) })}
      />
    )
  if (words.every === 'hour')
    return (
      <TextField
        label={t('jobs.minute')}
        type="number"
        min={0}
        max={59}
        value={String(words.minute)}
        onChange={(text) => onChange({ every: 'hour', minute: Math.min(59, Math.max(0, Math.trunc(Number(text)))) })}
      />
    )
  const time = (
    <TextField
      label={t('jobs.time')}
      type="time"
      value={words.time}
      onChange={(text) => {
        if (text !== '') onChange({ ...words, time: text })
      }}
    />
  )
  if (words.every === 'day' || words.every === 'weekday') return time
  return (
    <FieldPair>
      {words.every === 'week' ? (
        <Select
          label={t('jobs.weekday')}
          value={String(words.day)}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: dayName(day) }))}
          onChange={(day) => onChange({ ...words, day: Number(day) })}
        />
      ) : (
        <Select
          label={t('jobs.day')}
          value={String(words.day)}
          options={[
            ...Array.from({ length: 31 }, (_, at) => ({
              value: String(at + 1),
              label: t('jobs.dayNumber', { day: at + 1 }),
            })),
            { value: 'last', label: t('jobs.dayLast') },
          ]}
          onChange={(day) => onChange({ ...words, day: day === 'last' ? day : Number(day) })}
        />
      )}
      {time}
    </FieldPair>
  )
}

function NextTimes({ projectId, ...schedule }: Pick<ScheduleFieldsProps, 'projectId' | 'pattern' | 'timeZone'>) {
  const { t } = useTranslation()
  const now = useMinute()
  const pattern = useDeferredValue(schedule.pattern.trim())
  const { timeZone } = schedule
  const { data, error } = useOperation(
    'jobTimes',
    { pattern, timeZone },
    { projectId, silent: true, enabled: pattern !== '' },
  )
  if (error !== null)
    return (
      <p className={styles.wrong} role="status">
        {messageOf(error)}
      </p>
    )
  const times = data?.times ?? []
  return (
    <div className={styles.next}>
      <h3>{t('jobs.next', { zone: timeZone })}</h3>
      <Hint>{times.length === 0 && data !== undefined ? t('jobs.noTimes') : scheduleSentence(pattern)}</Hint>
      <ol>
        {times.map((time) => (
          <li key={time}>
            <span>{timeInZone(time, timeZone)}</span>
            <When>{formatRelativeTime(time, now, 'narrow')}</When>
          </li>
        ))}
      </ol>
    </div>
  )
}

function firstWords(kind: ScheduleKind, time: string): ScheduleWords {
  switch (kind) {
    case 'minutes':
      return { every: kind, count: 15 }
    case 'hour':
      return { every: kind, minute: 0 }
    case 'week':
    case 'month':
      return { every: kind, day: 1, time }
    default:
      return { every: kind, time }
  }
}

const timeOf = (words: ScheduleWords | undefined): string =>
  words !== undefined && 'time' in words ? words.time : defaultTime

const zones = (chosen: string): string[] => [
  ...new Set(['UTC', readerZone(), chosen, ...Intl.supportedValuesOf('timeZone')]),
]
