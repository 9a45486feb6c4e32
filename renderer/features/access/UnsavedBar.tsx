import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { Fragment } from 'react'
import styles from './access.module.css'

export interface UnsavedBarProps {
  /** Number of unsaved changes. */
  readonly count: number
  /** Sentences that say what changes. */
  readonly words: readonly string[]
  readonly error: string | undefined
  readonly isSaving: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** Counts unsaved changes below a matrix, and saves or discards them. */
export function UnsavedBar({ count, words, error, isSaving, onDiscard, onSave }: UnsavedBarProps) {
  const { t } = useTranslation()
  return (
    <footer className={styles.bar}>
      <span className={styles.dot} />
      <b role="status">{t('access.bar.count', { count })}</b>
      {error === undefined ? (
        <span className={styles.words} title={words.join('\n')}>
          {words.map((each, at) => (
            <Fragment key={each}>
              {at > 0 && ' · '}
              {each}
            </Fragment>
          ))}
        </span>
      ) : (
        <span className={styles.failed} role="alert">
          {error}
        </span>
      )}
      <Button size="md" onClick={onDiscard}>
        {t('access.bar.discard')}
      </Button>
      <Button size="md" kind="main" loading={isSaving} onClick={onSave}>
        {t('access.bar.save')}
      </Button>
    </footer>
  )
}
