import { errorToastMs } from '@common/constants'
import type { WireImportFailure } from '@common/operations/imports'
import { sentenceOf, useFailure } from '@renderer/api'
import { formatNumber, sentence, serverText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, ErrorBanner, Skeleton } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './failed.module.css'
import * as api from './import-api'
import { nameWithoutEnding } from './dropped'
import { imports } from './import-store'

export interface FailedRowsProps {
  readonly projectId: string
  readonly importId: string
  /** Name of the file. */
  readonly name: string
}

/** The rows that an import did not take, each with its reason; all of them as a file to mend and import again. */
export function FailedRows({ projectId, importId, name }: FailedRowsProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ readonly list: readonly WireImportFailure[]; readonly count: number }>()
  const [error, setError] = useFailure()
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    let isShown = true
    api.failuresOf(projectId, importId).then(
      (answer) => isShown && setFound(answer),
      (reason: unknown) => isShown && setError(reason),
    )
    return () => {
      isShown = false
    }
  }, [projectId, importId, setError])
  const save = (): void => {
    setSaving(true)
    api
      .failuresFile(projectId, importId)
      .then(
        (blob) => saveAs(blob, t('imports.failed.fileName', { file: nameWithoutEnding(name) })),
        (reason: unknown) => {
          toast.error(sentence('imports.failed.notSaved'), { detail: sentenceOf(reason), durationMs: errorToastMs })
        },
      )
      .finally(() => setSaving(false))
  }
  return (
    <Dialog
      opened
      width={880}
      focusAction
      title={t('imports.failed.title', { file: name })}
      action={t('imports.failed.download')}
      // Leaving undoes nothing.
      leave={t('ui.close')}
      loading={isSaving}
      disabledReason={found ? undefined : (error ?? t('imports.reading'))}
      onSubmit={save}
      onClose={imports.hideFailures}
    >
      {error !== undefined && <ErrorBanner title={error} />}
      {!found && error === undefined && <Skeleton height={160} />}
      {found && (
        <>
          <p>{t('imports.failed.text', { count: found.count })}</p>
          {/* Scrolls by keys too. */}
          <div className={styles.frame} tabIndex={0} role="region" aria-label={t('imports.failed.list')}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('imports.failed.line')}</th>
                  <th scope="col">{t('imports.failed.column')}</th>
                  <th scope="col">{t('imports.failed.value')}</th>
                  <th scope="col">{t('imports.failed.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {found.list.map(({ sheet, line, column, value, msg, message }, at) => (
                  <tr key={at}>
                    <td title={sheet}>{formatNumber(line)}</td>
                    <td>
                      <bdi>{column}</bdi>
                    </td>
                    <td>
                      <bdi>{value}</bdi>
                    </td>
                    <td>{serverText(msg, message)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {found.count > found.list.length && (
            <p className={styles.more}>{t('imports.failed.more', { count: found.count - found.list.length })}</p>
          )}
        </>
      )}
    </Dialog>
  )
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has its own hold on it once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
