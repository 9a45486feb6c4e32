import { daysOfSpan, isAllDay, type DayNumber } from '@common/views/calendar-days'
import { formatFacts, useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import type { CSSProperties, ReactNode } from 'react'
import { drawnId, itemName, useItems } from './board'
import { clockLabel, spanWords } from './calendar-words'
import styles from './calendar.module.css'
import type { CalendarEvent } from './use-calendar-events'

export interface EventChipProps {
  readonly event: CalendarEvent
  /** Its day for keyboard navigation. */
  readonly day: DayNumber
  /** The keyboard is at it. */
  readonly isHere: boolean
  readonly style?: CSSProperties
  readonly className?: string | undefined
  /** True if it started before the visible days, or continues after them. */
  readonly before?: boolean
  readonly after?: boolean
  /** Edges that can be dragged. */
  readonly edges?: 'days' | 'hours' | undefined
  /** Without the time before the name. */
  readonly timeless?: boolean
  /** Content under the name, or after it. */
  readonly children?: ReactNode
}

/** A record on its day: a click opens it, a drag moves it, its edges resize it. */
export function EventChip({
  event,
  day,
  isHere,
  style,
  className,
  before = false,
  after = false,
  edges,
  timeless = false,
  children,
}: EventChipProps) {
  const { t } = useTranslation()
  const { look, mayMove, mayResize, begin, open, menu } = useItems()
  const { id, row, span, isPreview = false } = event
  const { name, colour, option, isRefused, isSaving, staged } = look(event)
  const shown = name === '' ? t('calendar.unnamed') : name
  const note = staged && t(`staged.notes.${staged}`)
  const words = formatFacts([shown, spanWords(span, daysOfSpan(span)), option ?? '', note ?? ''].filter(Boolean))
  const resizes = edges !== undefined && mayResize && !isPreview
  return (
    <button
      type="button"
      className={classes(styles.chip, edges && styles[edges], className)}
      style={{ ...style, '--chip': `var(--c-${colour})`, '--ink': `var(--k-${colour})` } as CSSProperties}
      data-item={id === drawnId ? undefined : itemName({ day, id })}
      data-event={id}
      data-colour={colour}
      data-preview={isPreview || undefined}
      data-before={before || undefined}
      data-after={after || undefined}
      data-refused={isRefused || undefined}
      data-saving={isSaving || undefined}
      data-staged={staged}
      data-moves={mayMove || undefined}
      tabIndex={isHere ? 0 : -1}
      aria-label={words}
      title={isPreview ? undefined : words}
      onPointerDown={(pressed) => {
        pressed.stopPropagation()
        if (mayMove && !isPreview) begin(pressed, { kind: 'move', id, row, span })
      }}
      onClick={() => open(row)}
      onDoubleClick={(pressed) => pressed.stopPropagation()}
      onContextMenu={(pressed) => {
        pressed.preventDefault()
        menu(row, { x: pressed.clientX, y: pressed.clientY })
      }}
    >
      {resizes && !before && (
        <span
          className={styles.edge}
          data-edge="start"
          onPointerDown={(pressed) => {
            pressed.stopPropagation()
            begin(pressed, { kind: 'resize', id, row, span, edge: 'start' })
          }}
        />
      )}
      {!timeless && !isAllDay(span) && !before && <span className={styles.time}>{clockLabel(span.from)}</span>}
      <span className={styles.name} data-unnamed={name === '' || undefined} dir="auto">
        {shown}
      </span>
      {staged !== undefined && <Icon name="warning" size={12} />}
      {children}
      {resizes && !after && (
        <span
          className={styles.edge}
          data-edge="end"
          onPointerDown={(pressed) => {
            pressed.stopPropagation()
            begin(pressed, { kind: 'resize', id, row, span, edge: 'end' })
          }}
        />
      )}
    </button>
  )
}
