import { useTranslation } from '@renderer/i18n'
import { Avatar, PickField } from '@renderer/ui'
import styles from '../form.module.css'
import { valueOf, type WidgetProps } from './widget'

/** A member of the project. */
export function PersonWidget({ field, draft, onChange, onLeave, sources }: WidgetProps) {
  const { t } = useTranslation()
  const value = valueOf(draft)
  return (
    <div className={styles.pick} onBlur={onLeave}>
      <PickField
        aria-label={field.label}
        values={typeof value === 'string' && value !== '' ? [value] : []}
        single
        options={sources.people.map((email) => ({ value: email, label: email, icon: <Avatar name={email} /> }))}
        placeholder={t('forms.pick')}
        emptyText={t('forms.noPerson')}
        onChange={(values) => onChange({ kind: 'value', value: values.at(-1) ?? null })}
      />
    </div>
  )
}
