import { Button } from './Button'
import styles from './SaveBar.module.css'

export interface SaveBarProps {
  /** Number or kind of unsaved changes: “4 changes not saved”. */
  readonly title: string
  /** Sentences about the effect of saving. */
  readonly words: readonly string[]
  /** Why the server refused it. */
  readonly error?: string | undefined
  readonly discard: string
  readonly save: string
  readonly isSaving: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** Stands below a page with unsaved changes: what waits, what it changes, Discard and Save. */
export function SaveBar({ title, words, error, discard, save, isSaving, onDiscard, onSave }: SaveBarProps) {
  return (
    <footer className={styles.bar}>
      <span className={styles.dot} />
      <b role="status">{title}</b>
      {error === undefined ? (
        <span className={styles.text} title={words.join('\n')}>
          {words.join(' · ')}
        </span>
      ) : (
        <span className={styles.text} data-failed role="alert">
          {error}
        </span>
      )}
      <Button size="md" disabled={isSaving} onClick={onDiscard}>
        {discard}
      </Button>
      <Button size="md" kind="main" loading={isSaving} onClick={onSave}>
        {save}
      </Button>
    </footer>
  )
}
