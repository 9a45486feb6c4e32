import { useTranslation } from '@renderer/i18n'
import { SaveBar } from '@renderer/ui'

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
    <SaveBar
      title={t('access.bar.count', { count })}
      words={words}
      error={error}
      discard={t('access.bar.discard')}
      save={t('access.bar.save')}
      isSaving={isSaving}
      onDiscard={onDiscard}
      onSave={onSave}
    />
  )
}
