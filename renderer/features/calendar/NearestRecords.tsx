import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { useBoard } from './board'
import { fullDay } from './calendar-words'
import lists from './lists.module.css'
import { sides, type Nearest } from './nearest'

/** Buttons to the nearest records, for empty periods. */
export function NearestRecords({ nearest }: { readonly nearest: Nearest }) {
  const { t } = useTranslation()
  const { goTo } = useBoard()
  return sides.map((side) => {
    const place = nearest[side]
    if (place === undefined) return null
    const day = fullDay(place.day)
    return (
      <Button key={side} onClick={() => goTo(place)}>
        {side === 'before' ? t('calendar.empty.previous', { day }) : t('calendar.empty.next', { day })}
      </Button>
    )
  })
}

/** An overlay that says that the visible days are empty. The area around it stays drawable. */
export function EmptyPeriod({ title, nearest }: { readonly title: string; readonly nearest: Nearest }) {
  const { t } = useTranslation()
  const { period } = useBoard()
  if (period === 'agenda') return null
  return (
    <div className={lists.emptyPeriod} data-empty="">
      <div className={lists.emptyNote}>
        <p>{t(`calendar.empty.${period}`, { period: title })}</p>
        <NearestRecords nearest={nearest} />
      </div>
    </div>
  )
}
