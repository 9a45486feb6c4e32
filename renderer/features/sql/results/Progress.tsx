import { formatNumber, useTranslation } from '@renderer/i18n'
import { useEffect, useState } from 'react'
import { isRunning, type QueryRun } from '../runs'
import { spentTime } from '../words'
import styles from './results.module.css'

const tickMs = 250

/** Which statement runs, and for how long. Nothing for short runs. */
export function Progress({ run }: { readonly run: QueryRun | undefined }) {
  const { t } = useTranslation()
  const isBusy = isRunning(run)
  const number = run?.number
  const [spent, setSpent] = useState(0)
  useEffect(() => {
    setSpent(0)
    if (!isBusy) return undefined
    const startedAt = performance.now()
    const timer = setInterval(() => setSpent(performance.now() - startedAt), tickMs)
    return () => clearInterval(timer)
  }, [isBusy, number])
  if (!isBusy || spent < 2 * tickMs) return null
  const statements = run?.view?.statements ?? []
  const at = statements.findIndex(({ state }) => state === 'running')
  const rows = statements[at]?.rows ?? 0
  return (
    <div className={styles.progress} role="status">
      <span className={styles.progressLine} />
      <span>
        {t('sql.run.progress', {
          number: Math.max(0, at) + 1,
          count: Math.max(1, statements.length),
          time: spentTime(spent),
        })}
      </span>
      {rows > 0 && <span>{t('sql.run.rowsSoFar', { count: formatNumber(rows) })}</span>}
    </div>
  )
}
