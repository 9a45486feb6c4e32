import { restoreRecordsMax, type TableComparison } from '@common/operations/history'
import { client, useFailure } from '@renderer/api'
import { recorded, sayDone } from '@renderer/features/undo'
import { formatDateTime, formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Spinner } from '@renderer/ui'
import { useRef, useState } from 'react'
import styles from './history.module.css'
import type { Place } from './place'

export interface RestoreBarProps {
  readonly projectId: string
  readonly comparison: TableComparison
  readonly place: Place
  /** Keys of chosen records; undefined while the user doesn't choose. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoosing: (chosen: ReadonlySet<string> | undefined) => void
  /** Called after records were written. */
  readonly onRestored: () => void
}

/** Says what a restore writes, and does it: all records that differ, or chosen ones. */
export function RestoreBar({ projectId, comparison, place, chosen, onChoosing, onRestored }: RestoreBarProps) {
  const { t } = useTranslation()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useFailure()
  const { table, title, at, added, changed, deleted, left, list, seen } = comparison
  const records = chosen === undefined ? undefined : list.filter(({ rowId }) => chosen.has(rowId))
  const count = (state: 'added' | 'changed' | 'deleted', all: number): number =>
    records === undefined ? all : records.filter((record) => record.state === state).length
  const numbers = {
    deleted: count('deleted', deleted),
    changed: count('changed', changed),
    added: count('added', added),
  }
  const total = numbers.deleted + numbers.changed + numbers.added - (records === undefined ? left : 0)
  const time = formatDateTime(at)
  const tooMany = total > restoreRecordsMax ? t('moments.tooMany', { max: restoreRecordsMax, count: total }) : undefined

  const restore = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setIsRunning(true)
    setProblem(undefined)
    const words = { table: title, time, count: total }
    try {
      await recorded(
        projectId,
        { label: sentence('undo.restoredMoment', words), undone: sentence('undo.leftMoment', words) },
        (options) =>
          client.call(
            'historyRestore',
            { table, moment: place.moment, seen, ...(records && { records: records.map(({ rowId }) => rowId) }) },
            { ...options, projectId, silent: true, signal: controller.signal },
          ),
      )
      sayDone(projectId, sentence('undo.restoredMoment', words))
      onRestored()
    } catch (error) {
      if (!controller.signal.aborted) setProblem(error)
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <>
      {problem !== undefined && <ErrorBanner title={t('moments.notRestored')} text={problem} />}
      <div className={styles.restore} role="region" aria-label={t('moments.restore')}>
        <div className={styles.question}>
          <b>{t('moments.question', { table: title, time })}</b>
          <span>{tooMany ?? t('moments.effect', numbers)}</span>
        </div>
        {isRunning ? (
          <>
            <span role="status" className={styles.running}>
              <Spinner /> {t('moments.restoring', { count: total })}
            </span>
            <Button onClick={() => running.current?.abort()}>{t('moments.cancel')}</Button>
          </>
        ) : (
          <>
            <Button
              disabledReason={list.length === 0 ? tooMany : undefined}
              onClick={() => onChoosing(chosen === undefined ? new Set() : undefined)}
            >
              {t(chosen === undefined ? 'moments.chooseRecords' : 'moments.chooseAll')}
            </Button>
            <Button
              kind="main"
              icon="undo"
              disabled={total === 0}
              disabledReason={tooMany}
              onClick={() => void restore()}
            >
              {t('moments.restoreCount', { count: total, shown: formatNumber(total) })}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
