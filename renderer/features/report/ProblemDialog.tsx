import { desktop, unwrap } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { pageEvents, problem, toast, useInstallation, useShell, type Problem } from '@renderer/stores'
import { ActionButton, copyText, Dialog, saveFile, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { composeReport, reportName } from './compose'
import styles from './report.module.css'

/** Unexpected Error with Cancel and Report (S1 §2), then the report itself. Nothing leaves the computer. */
export function ProblemDialog({ problem: { error, isAsked } }: { readonly problem: Problem }) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(isAsked)
  if (isReading) return <Report error={error} />
  return (
    <Dialog
      opened
      isOnTop
      onClose={problem.close}
      title={t('report.unexpected')}
      text={t('report.happened')}
      action={t('report.report')}
      onSubmit={() => setReading(true)}
    >
      <pre className={styles.message} dir="auto">
        {error?.message ?? ''}
      </pre>
    </Dialog>
  )
}

function Report({ error }: { readonly error: Error | undefined }) {
  const { t } = useTranslation()
  const [text, setText] = useState<string>()

  useEffect(() => {
    let isShown = true
    void facts(error).then((given) => {
      if (isShown) setText(composeReport(given))
    })
    return () => {
      isShown = false
    }
  }, [error])

  async function copy(): Promise<void> {
    await copyText(text ?? '')
    toast.success(sentence('report.copied'))
  }

  return (
    <Dialog
      opened
      isOnTop
      width={880}
      onClose={problem.close}
      title={t('report.title')}
      text={t('report.explained')}
      leave={t('ui.close')}
      action={t('report.save')}
      disabledReason={text === undefined ? t('report.reading') : undefined}
      onSubmit={() => {
        saveFile(new Blob([text ?? ''], { type: 'text/plain' }), reportName(new Date()))
        problem.close()
      }}
      footer={
        <ActionButton
          icon="copy"
          size="md"
          label={t('report.copy')}
          disabledReason={text === undefined ? t('report.reading') : undefined}
          onAction={copy}
        />
      }
    >
      {text === undefined ? (
        <div className={styles.reading} role="status">
          <Spinner />
          {t('report.reading')}
        </div>
      ) : (
        <pre className={styles.report} dir="ltr" tabIndex={0} role="region" aria-label={t('report.title')}>
          {text}
        </pre>
      )}
    </Dialog>
  )
}

async function facts(error: Error | undefined): Promise<Parameters<typeof composeReport>[0]> {
  const shell = desktop()
  const { info } = useShell.getState()
  return {
    now: new Date(),
    version: info?.version ?? useInstallation.getState().info?.version ?? '',
    platform: info?.platform,
    browser: navigator.userAgent,
    page: location.hash.slice(1),
    language: document.documentElement.lang,
    window: `${window.innerWidth} × ${window.innerHeight}`,
    error,
    events: pageEvents(),
    // A report without the log is better than none.
    log: shell === undefined ? undefined : await unwrap(shell.logTail()).catch(() => []),
  }
}
