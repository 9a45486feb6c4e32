import { useTranslation } from '@renderer/i18n'
import { Button, classes, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './grid.module.css'

export interface BusyWork {
  /** What is being done, with how much of it. */
  readonly sentence: string
  /** Absent when it can no longer be given up. */
  readonly cancel?: (() => void) | undefined
}

/** Nothing is shown of work that takes no longer than this. */
const shownAfterMs = 400

/** Long work on the records of a grid: over its foot, with the way out. */
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
        <span className={styles.numbers}>{work.sentence}</span>
        {work.cancel && (
          <Button kind="quiet" onClick={work.cancel}>
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
