import { logicalKey, useDirection, useTranslation } from '@renderer/i18n'
import { Button, Icon } from '@renderer/ui'
import { useState } from 'react'
import { useBoard } from './board'
import { shortDay } from './calendar-words'
import styles from './calendar.module.css'
import lists from './lists.module.css'
import { lookOf, type UndatedRecord } from './use-calendar-events'

export interface UndatedListProps {
  readonly records: readonly UndatedRecord[]
  /** Number of further records; undefined if unknown. */
  readonly more: number | undefined
  readonly onMore: () => void
}

const minutesOfDay = 1_440

/** Undated records. A drag, or a key for the focused day, gives them a date. */
export function UndatedList({ records, more, onMore }: UndatedListProps) {
  const { t } = useTranslation()
  const direction = useDirection()
  const { session, columns, writes, drag, open, menu, place, goTo } = useBoard()
  const [active, setActive] = useState(0)
  const at = Math.min(active, records.length - 1)
  const isTarget = drag.drag?.isAway === true
  // Points at the calendar.
  const key = logicalKey('ArrowLeft', direction)
  const total = more === undefined ? undefined : records.length + more
  return (
    <aside
      className={lists.undated}
      aria-label={t('calendar.undated')}
      data-undated=""
      data-target={isTarget || undefined}
    >
      <div className={lists.undatedHead}>
        <span>{t('calendar.undated')}</span>
        {total !== undefined && <span className={lists.count}>{t('calendar.count', { count: total })}</span>}
      </div>
      <ul
        className={lists.undatedList}
        onKeyDown={(event) => {
          const line = records[at]
          if (line === undefined) return
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0 && !event.altKey) {
            const next = Math.min(records.length - 1, Math.max(0, at + step))
            setActive(next)
            const items = event.currentTarget.querySelectorAll<HTMLElement>('[data-event]')
            items[next]?.focus()
          } else if (event.altKey && event.key === key && writes.mayMove) {
            const { day } = place
            writes.place(line.row, { from: day * minutesOfDay, to: (day + 1) * minutesOfDay, wholeDays: true })
            goTo({ day, id: line.id })
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {records.map(({ id, row }, index) => {
          const { name } = lookOf(session, columns, row, undefined)
          return (
            <li key={id}>
              <button
                type="button"
                className={lists.card}
                data-event={id}
                data-moves={writes.mayMove || undefined}
                data-dragged={drag.drag?.held.kind === 'place' && drag.drag.held.id === id ? true : undefined}
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setActive(index)}
                onPointerDown={(event) => {
                  if (writes.mayMove) drag.begin(event, { kind: 'place', id, row })
                }}
                onClick={() => open(row)}
                onContextMenu={(event) => {
                  event.preventDefault()
                  menu(row, { x: event.clientX, y: event.clientY })
                }}
              >
                <span className={styles.name} data-unnamed={name === '' || undefined} dir="auto">
                  {name === '' ? t('calendar.unnamed') : name}
                </span>
                {writes.mayMove && <Icon name="grip" size={14} />}
              </button>
            </li>
          )
        })}
      </ul>
      {more !== undefined && more > 0 && (
        <Button kind="quiet" onClick={onMore}>
          {t('calendar.more', { count: more })}
        </Button>
      )}
      {writes.mayMove && (
        <p className={lists.hint}>
          {t(direction === 'rtl' ? 'calendar.undatedHintRtl' : 'calendar.undatedHint', {
            column: columns.start.title,
            // As a list: the full stop of an abbreviated month ends the sentence too.
            day: [shortDay(place.day)],
          })}
        </p>
      )}
    </aside>
  )
}
