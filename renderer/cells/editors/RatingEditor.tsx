import { ratingMaxDefault } from '@common/columns/types/rating'
import { logicalKey } from '@renderer/i18n'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ratingShape } from '../rating-shapes'
import { moveOfKey, type CellEditorProps } from './editor'
import styles from './editors.module.css'

/** Stars: digits or arrows choose, 0 clears. */
export function RatingEditor({ column, value, onCommit, onCancel, onDraft }: CellEditorProps) {
  const max = column.options.max ?? ratingMaxDefault
  const [rating, setRating] = useState(() => Number(value ?? 0))
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [])
  const choose = (next: number): void => {
    const within = Math.max(0, Math.min(max, next))
    setRating(within)
    onDraft({ kind: 'json', value: within === 0 ? null : within })
  }
  const press = (event: KeyboardEvent): void => {
    const move = moveOfKey(event)
    const key = logicalKey(event.key)
    if (event.key === 'Escape') onCancel()
    else if (move) onCommit({ kind: 'json', value: rating === 0 ? null : rating }, move)
    else if (key === 'ArrowRight' || key === 'ArrowUp') choose(rating + 1)
    else if (key === 'ArrowLeft' || key === 'ArrowDown') choose(rating - 1)
    else if (/^\d$/.test(event.key)) choose(Number(event.key))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      className={styles.rating}
      role="slider"
      tabIndex={0}
      aria-label={column.title}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={rating}
      onKeyDown={press}
    >
      {Array.from({ length: max }, (_, star) => (
        <svg
          key={star}
          width="14"
          height="14"
          viewBox="0 0 24 24"
          data-set={star < rating}
          onPointerDown={() => choose(star + 1)}
          aria-hidden="true"
        >
          <path d={ratingShape(column)} fill="currentColor" />
        </svg>
      ))}
    </div>
  )
}
