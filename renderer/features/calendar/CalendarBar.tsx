import { calendarPeriods, type CalendarPeriod } from '@common/views/calendar-days'
import { useTranslation } from '@renderer/i18n'
import { Button, IconButton, Segments } from '@renderer/ui'
import styles from './calendar.module.css'

export interface CalendarBarProps {
  readonly title: string
  /** Title for small windows. */
  readonly titleShort: string
  readonly period: CalendarPeriod
  readonly onPeriod: (period: CalendarPeriod) => void
  readonly onStep: (by: number) => void
  readonly onToday: () => void
}

/** The title of the visible days and the navigation to others, at the start of the toolbar. */
export function CalendarBar({ title, titleShort, period, onPeriod, onStep, onToday }: CalendarBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar} role="group" aria-label={t('calendar.periodShown')}>
      <IconButton
        icon="chevronLeft"
        mirrored
        label={t(`calendar.previous.${period}`)}
        keys="PageUp"
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="chevronRight"
        mirrored
        label={t(`calendar.next.${period}`)}
        keys="PageDown"
        onClick={() => onStep(1)}
      />
      <h2 className={styles.title} aria-live="polite" dir="auto" data-short={titleShort}>
        {title}
      </h2>
      <Button onClick={onToday}>{t('calendar.today')}</Button>
      <Segments
        label={t('calendar.period')}
        value={period}
        onChange={onPeriod}
        options={calendarPeriods.map((value) => ({ value, label: t(`calendar.periods.${value}`) }))}
      />
    </div>
  )
}
