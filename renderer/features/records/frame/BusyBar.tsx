import { type Sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { Button, classes, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './grid.module.css'

export interface BusyWork {
  /** The running work, with its progress. */
  readonly sentence: Sentence
  /** Undefined once the work can't be cancelled any more. */
  readonly cancel?: (() => void) | undefined
}

/** Work shorter than this shows nothing. */
const shownAfterMs = 400

/** Progress of long work on records, over the grid's footer, with a cancel button. */
export function BusyBar({ work }: { readonly work: BusyWork | undefined }) {
  const { t } = useTranslation()
  const [isLong, setLong] = useState(false)
  const isWorking = work !== undefined
  useEffect(() => {
    if (!isWorking) return setLong(false)
    const timer = setTimeout(() => setLong(true), shownAfterMs)
    return () => clearTimeout(timer)
  }, [isWorking])
  if (!work || !isLong) return null
  return (
    <div className={classes(styles.over, styles.busy)}>
      <div className={styles.busyBar} role="status">
        <Spinner />
        <span className={styles.numbers}>{sentenceText(work.sentence)}</span>
        {work.cancel && (
          <Button kind="quiet" onClick={work.cancel}>
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
