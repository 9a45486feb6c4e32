import { useTranslation } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import styles from '../form.module.css'
import { labelled, valueOf, type WidgetProps } from './widget'

/** Yes or no. */
export function TickWidget(props: WidgetProps) {
  const { draft, onChange, onLeave } = props
  const { t } = useTranslation()
  const isTicked = valueOf(draft) === true
  return (
    <label className={styles.tick} data-chosen={isTicked || undefined}>
      <input
        {...labelled(props)}
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onChange({ kind: 'value', value: event.currentTarget.checked })}
        onBlur={onLeave}
      />
      <span className={styles.box}>{isTicked && <Icon name="check" size={12} />}</span>
      {t('forms.yes')}
    </label>
  )
}
