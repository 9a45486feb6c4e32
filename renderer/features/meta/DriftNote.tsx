import type { TableDrift } from '@common/model/drift'
import { useTranslation } from '@renderer/i18n'
import { Button, Note } from '@renderer/ui'
import { useState } from 'react'
import { driftSentence } from './drift-words'

export interface DriftNoteProps {
  /** Title of the table. */
  readonly table: string
  readonly drift: TableDrift
  readonly onReview: () => void
}

/** Note above the grid of a table that another program has changed. Shows the difference and links to its review. */
export function DriftNote({ table, drift, onReview }: DriftNoteProps) {
  const { t } = useTranslation()
  const sentence = driftSentence(drift)
  const [closed, setClosed] = useState<string>()
  // Something else that changed is news again.
  if (closed === sentence) return null
  return (
    <Note
      icon="info"
      text={t('meta.note.text', { table, sentence })}
      close={{ label: t('meta.note.close'), onClose: () => setClosed(sentence) }}
    >
      <Button kind="quiet" onClick={onReview}>
        {t('meta.note.review')}
      </Button>
    </Note>
  )
}
