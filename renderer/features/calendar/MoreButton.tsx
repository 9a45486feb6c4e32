import type { DayNumber } from '@common/views/calendar-days'
import { eventsOfDay } from '@common/views/calendar-layout'
import { useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { useMemo, useState, type CSSProperties } from 'react'
import { itemName, moreId, useBoard, useItems } from './board'
import { longDay } from './calendar-words'
import { EventLine } from './EventLine'
import styles from './calendar.module.css'
import lists from './lists.module.css'

/** Records that a popover lists; the day has room for all. */
const listedMax = 200

export interface MoreButtonProps {
  readonly day: DayNumber
  /** The keyboard is at it. */
  readonly isHere: boolean
  readonly count: number
  readonly style?: CSSProperties
}

/** A button with the number of hidden events; opens the list of the day. */
export function MoreButton({ day, isHere, count, style }: MoreButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      flush
      label={longDay(day)}
      target={
        <button
          type="button"
          className={styles.more}
          style={style}
          data-item={itemName({ day, id: moreId })}
          tabIndex={isHere ? 0 : -1}
          aria-expanded={opened}
          aria-label={t('calendar.moreOf', { count, day: longDay(day) })}
          onPointerDown={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={() => setOpened(!opened)}
        >
          {t('calendar.more', { count })}
        </button>
      }
    >
      <DayList day={day} onOpen={() => setOpened(false)} />
    </Popover>
  )
}

interface DayListProps {
  readonly day: DayNumber
  readonly onOpen: () => void
}

/** All records of a day as a list. */
function DayList({ day, onOpen }: DayListProps) {
  const { t } = useTranslation()
  const { events, period } = useBoard()
  const { showDay } = useItems()
  const all = useMemo(() => eventsOfDay(events, day), [events, day])
  return (
    <div className={lists.dayList} onPointerDown={(event) => event.stopPropagation()}>
      <div className={lists.dayHead}>{longDay(day)}</div>
      <ul>
        {all.slice(0, listedMax).map((event) => (
          <li key={event.id}>
            <EventLine event={event} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {(all.length > listedMax || period !== 'day') && (
        <div className={lists.dayFoot}>
          <span>{t('calendar.records', { count: all.length })}</span>
          {period !== 'day' && (
            <Button kind="quiet" onClick={() => showDay(day)}>
              {t('calendar.showDay')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
