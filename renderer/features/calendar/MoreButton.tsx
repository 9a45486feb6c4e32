import type { DayNumber } from '@common/views/calendar-days'
import { eventsOfDay } from '@common/views/calendar-layout'
import { useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { useState, type CSSProperties } from 'react'
import { itemName, moreId, useBoard } from './board'
import { longDay } from './calendar-words'
import { EventLine } from './EventLine'
import styles from './calendar.module.css'
import lists from './lists.module.css'

/** Records that a popover lists; the day has room for all. */
const listedMax = 200

export interface MoreButtonProps {
  readonly day: DayNumber
  readonly count: number
  readonly style?: CSSProperties
}

/** What there is no room for on a day: opens all of that day. */
export function MoreButton({ day, count, style }: MoreButtonProps) {
  const { t } = useTranslation()
  const { place, events, showDay, period } = useBoard()
  const [opened, setOpened] = useState(false)
  const all = opened ? eventsOfDay(events, day) : []
  const isHere = place.day === day && place.id === moreId
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
      <div className={lists.dayList} onPointerDown={(event) => event.stopPropagation()}>
        <div className={lists.dayHead}>{longDay(day)}</div>
        <ul>
          {all.slice(0, listedMax).map((event) => (
            <li key={event.id}>
              <EventLine event={event} onOpen={() => setOpened(false)} />
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
    </Popover>
  )
}
