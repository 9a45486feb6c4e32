import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import styles from './sql.module.css'
import type { RiskyStatement } from './use-query'

export interface WritesDialogProps {
  readonly statements: readonly RiskyStatement[]
  readonly database: string
  readonly onRun: () => void
  readonly onClose: () => void
}

/** Statements in the question. The text has the rest. */
const shownMax = 20

/** Confirms statements that change data or schema in production. */
export function WritesDialog({ statements, database, onRun, onClose }: WritesDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      danger
      title={t('sql.writes.title', { count: statements.length })}
      action={t('sql.writes.action')}
      onSubmit={onRun}
      onClose={onClose}
    >
      <p>{t('sql.writes.text', { database })}</p>
      <ul className={styles.writes}>
        {statements.slice(0, shownMax).map(({ text, nature }, at) => (
          // Their order never changes.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span className={styles.why}>
              {t(
                nature.writesAllRows
                  ? 'sql.writes.allRows'
                  : nature.kind === 'schema'
                    ? 'sql.writes.schema'
                    : 'sql.writes.rows',
              )}
            </span>
            <code dir="ltr">{text.length > 200 ? `${text.slice(0, 200)}…` : text}</code>
          </li>
        ))}
      </ul>
      {statements.length > shownMax && <p>{t('sql.writes.more', { count: statements.length - shownMax })}</p>}
    </ConfirmDialog>
  )
}
