import { isAllDay } from '@common/views/calendar-days'
import { useTranslation } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import { useItems } from './board'
import { clockLabel } from './calendar-words'
import styles from './calendar.module.css'
import lists from './lists.module.css'
import type { CalendarEvent } from './use-calendar-events'

export interface EventLineProps {
  readonly event: CalendarEvent
  readonly onOpen?: () => void
}

/** A record as a line in the list of one day. */
export function EventLine({ event, onOpen }: EventLineProps) {
  const { t } = useTranslation()
  const { look, open, menu } = useItems()
  const { name, colour } = look(event)
  return (
    <button
      type="button"
      className={lists.line}
      data-event={event.id}
      onClick={() => {
        onOpen?.()
        open(event.row)
      }}
      onContextMenu={(pressed) => {
        pressed.preventDefault()
        menu(event.row, { x: pressed.clientX, y: pressed.clientY })
      }}
    >
      <span className={lists.dot} style={{ background: `var(--c-${colour})`, borderColor: `var(--k-${colour})` }} />
      {!isAllDay(event.span) && (
        <span className={classes(styles.time, lists.lineTime)}>{clockLabel(event.span.from)}</span>
      )}
      <span className={styles.name} data-unnamed={name === '' || undefined} dir="auto">
        {name === '' ? t('calendar.unnamed') : name}
      </span>
    </button>
  )
}
