import type { TableDrift } from '@common/model/drift'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, IconButton } from '@renderer/ui'
import { useState } from 'react'
import { driftSentence } from './drift-words'
import styles from './meta.module.css'

export interface DriftNoteProps {
  /** Title of the table. */
  readonly table: string
  readonly drift: TableDrift
  readonly onReview: () => void
}

/** Above the grid of a table that another program has changed: what, and the way to where it is taken over. */
export function DriftNote({ table, drift, onReview }: DriftNoteProps) {
  const { t } = useTranslation()
  const sentence = driftSentence(drift)
  const [closed, setClosed] = useState<string>()
  // Something else that changed is news again.
  if (closed === sentence) return null
  return (
    <div className={styles.note} role="status">
      <Icon name="info" size={14} />
      <span className={styles.noteText}>{t('meta.note.text', { table, sentence })}</span>
      <Button kind="quiet" onClick={onReview}>
        {t('meta.note.review')}
      </Button>
      <IconButton icon="close" size="xs" label={t('meta.note.close')} onClick={() => setClosed(sentence)} />
    </div>
  )
}
