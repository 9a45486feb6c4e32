import { ratingMaxDefault } from '@common/columns/types/rating'
import { PathIcon, ratingIconPath } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { useId } from 'react'
import styles from '../form.module.css'
import { described, valueOf, type WidgetProps } from './widget'

/** Stars, or the column's own symbol. */
export function RatingWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const { t } = useTranslation()
  const name = useId()
  const { max = ratingMaxDefault, icon = 'star' } = field.column.options
  const rating = Number(valueOf(draft) ?? 0)
  return (
    <div {...described(props)} role="radiogroup" className={styles.rating} onBlur={onLeave}>
      {Array.from({ length: max }, (_, at) => at + 1).map((value) => (
        <label key={value} data-set={value <= rating || undefined} title={t('forms.ratingOf', { value, max })}>
          <input
            type="radio"
            name={name}
            aria-label={t('forms.ratingOf', { value, max })}
            checked={value === rating}
            onChange={() => onChange({ kind: 'value', value })}
            onClick={() => {
              if (value === rating && !field.required) onChange({ kind: 'value', value: null })
            }}
            onKeyDown={(event) => {
              if (field.required || !['Delete', 'Backspace', '0'].includes(event.key)) return
              event.preventDefault()
              onChange({ kind: 'value', value: null })
            }}
          />
          <PathIcon path={ratingIconPath(icon)} size={24} filled />
        </label>
      ))}
    </div>
  )
}
