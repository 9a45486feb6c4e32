import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { copyText, IconButton } from '@renderer/ui'
import styles from './objects.module.css'

export interface SqlTextProps {
  /** Accessible name. */
  readonly label: string
  readonly text: string
}

/** SQL to read and copy. */
export function SqlText({ label, text }: SqlTextProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.sql}>
      <pre dir="ltr" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <IconButton
        icon="copy"
        size="xs"
        label={t('objects.copy', { what: label })}
        onClick={() => void copyText(text).then(() => toast.success(sentence('objects.copied')))}
      />
    </div>
  )
}
