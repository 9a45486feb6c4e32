import type { WireSnapshot } from '@common/operations/snapshots'
import { formatDateTime, localeTag, useTranslation } from '@renderer/i18n'
import { Tooltip } from '@renderer/ui'
import { useState } from 'react'
import { atTime, bars, type Place, type Times } from './place'
import styles from './history.module.css'

export interface TimelineProps {
  readonly times: Times
  /** Number of changes in each part. */
  readonly counts: readonly number[] | undefined
  readonly snapshots: readonly WireSnapshot[]
  readonly place: Place | undefined
  readonly onPlace: (place: Place) => void
}

const steps = bars * 10
const labels = 6

/** Changes over time as bars, with a slider that chooses a moment, and a mark for each snapshot. */
export function Timeline({ times, counts = [], snapshots, place, onPlace }: TimelineProps) {
  const { t } = useTranslation()
  const { from, until } = times
  /** Where the user drags to, before the moment is chosen. */
  const [dragged, setDragged] = useState<number>()
  const shareOf = (at: number): number => Math.min(1, Math.max(0, (at - from) / (until - from)))
  const share = dragged === undefined ? shareOf(place?.at ?? until) : dragged / steps
  const timeAt = (value: number): number => from + ((until - from) * value) / steps
  const most = Math.max(1, ...counts)
  const choose = (): void => {
    if (dragged === undefined) return
    onPlace(atTime(timeAt(dragged)))
    setDragged(undefined)
  }
  return (
    <div className={styles.timeline}>
      <div className={styles.bars} aria-hidden="true">
        {counts.map((count, at) => (
          <span
            // Bars have no identity but their place.
            // oxlint-disable-next-line no-array-index-key
            key={at}
            data-after={(at + 1) / counts.length > share || undefined}
            style={{ blockSize: count === 0 ? '2px' : `${8 + (92 * Math.sqrt(count)) / Math.sqrt(most)}%` }}
          />
        ))}
      </div>
      <div className={styles.track}>
        <span className={styles.since} style={{ insetInlineStart: `${share * 100}%` }} />
        {snapshots
          .filter(({ when }) => Date.parse(when) >= from)
          .map(({ id, title, when }) => (
            <Tooltip key={id} label={t('moments.snapshotAt', { title, time: formatDateTime(when) })}>
              <button
                type="button"
                className={styles.diamond}
                aria-label={t('moments.snapshotAt', { title, time: formatDateTime(when) })}
                aria-pressed={place !== undefined && 'snapshot' in place.moment && place.moment.snapshot === id}
                style={{ insetInlineStart: `${shareOf(Date.parse(when)) * 100}%` }}
                onClick={() => onPlace({ moment: { snapshot: id }, at: Date.parse(when) })}
              />
            </Tooltip>
          ))}
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={steps}
          step={10}
          value={Math.round(share * steps)}
          aria-label={t('moments.slider')}
          aria-valuetext={formatDateTime(from + (until - from) * share)}
          onChange={({ currentTarget }) => setDragged(Number(currentTarget.value))}
          onPointerUp={choose}
          onKeyUp={choose}
          onBlur={choose}
        />
      </div>
      <div className={styles.days} aria-hidden="true">
        {Array.from({ length: labels }, (_, at) => (
          <span key={at}>{shortTime(from + ((until - from) * at) / labels, until - from)}</span>
        ))}
        <span>{t('moments.now')}</span>
      </div>
    </div>
  )
}

const twoDaysMs = 2 * 24 * 60 * 60 * 1_000

function shortTime(at: number, spanMs: number): string {
  const options: Intl.DateTimeFormatOptions =
    spanMs < twoDaysMs ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(localeTag(), options).format(at)
}
