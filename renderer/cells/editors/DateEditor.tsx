import { useTranslation } from '@renderer/i18n'
import { regionalTag } from '@common/messages'
import type { StoredValue } from '@common/columns/column-type'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { TextEditor } from './TextEditor'
import { dayOfValue, localMoment, monthGrid, movedDay, timeOfValue, type CalendarDay } from './calendar'
import type { CellEditorProps } from './editor'
import styles from './editors.module.css'

/** Edits a date: typed in the field, picked below it, or stepped by keys. */
export function DateEditor(props: CellEditorProps) {
  return <DayEditor {...props} textOf={(day) => day} />
}

/** Picking a day keeps the time of the value, or sets midnight. */
export function DateTimeEditor(props: CellEditorProps) {
  const local = localMoment(props.value, props.column.options.timeZone ?? props.reader.timeZone ?? 'UTC')
  const time = timeOfValue(local) ?? '00:00:00'
  return <DayEditor {...props} shown={local} textOf={(day) => `${day} ${time}`} />
}

interface DayEditorProps extends CellEditorProps {
  /** The value as clocks of its zone show it, where that is another. */
  readonly shown?: StoredValue
  readonly textOf: (day: string) => string
}

/** Edits a day. Up and Down step by days, PageUp and PageDown by months; Ctrl+; inserts today. */
function DayEditor({ shown, textOf, ...props }: DayEditorProps) {
  const value = shown ?? props.value
  const [day, setDay] = useState<string>()
  const go = (next: string): void => {
    setDay(next)
    props.onDraft({ kind: 'text', text: textOf(next) })
  }
  const press = (event: KeyboardEvent): void => {
    const from = day ?? dayOfValue(value) ?? isoToday()
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if ((event.ctrlKey || event.metaKey) && (event.key === ';' || event.key === ':'))
      props.onCommit({ kind: 'text', text: textOf(isoToday()) }, 'stay')
    else if (isPlain && event.key === 'ArrowDown') go(movedDay(from, { days: 1 }))
    else if (isPlain && event.key === 'ArrowUp') go(movedDay(from, { days: -1 }))
    else if (isPlain && event.key === 'PageDown') go(movedDay(from, { months: 1 }))
    else if (isPlain && event.key === 'PageUp') go(movedDay(from, { months: -1 }))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="presentation" onKeyDown={press}>
      {/* Writes the day chosen by keys into the field. */}
      <TextEditor key={day} {...props} typed={day === undefined ? props.typed : textOf(day)} />
      <Month
        {...props}
        value={day ?? value}
        onPick={(picked) => props.onCommit({ kind: 'text', text: textOf(picked.iso) }, 'stay')}
      />
    </div>
  )
}

/** One month with buttons to its neighbours. Arrow keys stay in the field: users who type need no calendar. */
export function Month(
  props: Pick<CellEditorProps, 'value' | 'reader'> & { readonly onPick: (day: CalendarDay) => void },
) {
  const { value, reader, onPick } = props
  const { t } = useTranslation()
  const today = isoToday()
  const chosen = dayOfValue(value)
  const [month, setMonth] = useState((chosen ?? today).slice(0, 7))
  useEffect(() => setMonth((chosen ?? today).slice(0, 7)), [chosen, today])
  const weeks = monthGrid(month, regionalTag(reader.locale))
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
  return (
    <div className={styles.month} role="group" aria-label={weeks.title}>
      <div className={styles.monthHead}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('cells.date.previousMonth')}
          onPointerDown={keepFocus}
          onClick={() => setMonth(weeks.previous)}
        >
          ‹
        </button>
        <span>{weeks.title}</span>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('cells.date.nextMonth')}
          onPointerDown={keepFocus}
          onClick={() => setMonth(weeks.next)}
        >
          ›
        </button>
      </div>
      <div className={styles.days}>
        {weeks.weekdays.map((name) => (
          <span key={name} className={styles.weekday}>
            {name}
          </span>
        ))}
        {weeks.days.map((day) => (
          <button
            key={day.iso}
            type="button"
            tabIndex={-1}
            className={styles.day}
            data-outside={day.iso.slice(0, 7) !== month || undefined}
            data-today={day.iso === today || undefined}
            aria-pressed={day.iso === chosen}
            aria-label={day.label}
            onPointerDown={keepFocus}
            onClick={() => onPick(day)}
          >
            {day.number}
          </button>
        ))}
      </div>
      <button
        type="button"
        tabIndex={-1}
        className={styles.today}
        onPointerDown={keepFocus}
        onClick={() => onPick({ iso: today, number: 0, label: today })}
      >
        {t('cells.date.today')}
      </button>
    </div>
  )
}

function isoToday(): string {
  const now = new Date()
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
