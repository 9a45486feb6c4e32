import type { GuardedWrite } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import styles from './production.module.css'
import { writeWords } from './write-words'

export interface WriteDialogProps {
  readonly write: GuardedWrite
  readonly onAnswer: (may: boolean) => void
}

/** Shows a write, and asks if it may change the database. */
export function WriteDialog({ write, onAnswer }: WriteDialogProps) {
  const { t } = useTranslation()
  const { what, details } = writeWords(write)
  return (
    <ConfirmDialog
      opened
      danger
      isOnTop
      title={t('production.ask.title')}
      action={t('production.ask.action')}
      onSubmit={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>
        <strong dir="auto">{what}</strong>
      </p>
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.map((detail) => (
            <li key={detail} dir="auto">
              {detail}
            </li>
          ))}
        </ul>
      )}
      <p>{t('production.ask.text')}</p>
    </ConfirmDialog>
  )
}
