import { useTranslation } from '@renderer/i18n'
import {
  Button,
  DoneBanner,
  ErrorBanner,
  Note,
  ProgressBar,
  ProgressLine,
  ProgressToast,
  Snackbar,
  Toast,
} from '@renderer/ui'
import { useState } from 'react'
import styles from './inspire.module.css'
import { Sample } from './Sample'

const nothing = (): void => undefined
/** Samples stay. */
const never = 2_000_000_000

/** Toasts, snackbar, banners and progress. */
export function MessageSamples() {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const close = t('ui.close')
  return (
    <>
      <Sample title={t('inspire.toasts')} stacked>
        <Toast
          kind="success"
          text={t('inspire.deletedTracks')}
          durationMs={never}
          action={{ label: t('inspire.undo'), run: nothing }}
          closeLabel={close}
          onClose={nothing}
        />
        <Toast
          kind="error"
          text={t('inspire.rowRefused')}
          detail={t('inspire.rowRefusedDetail')}
          durationMs={never}
          action={{ label: t('inspire.show'), run: nothing }}
          closeLabel={close}
          onClose={nothing}
        />
        <Toast kind="info" text={t('inspire.copied')} durationMs={never} closeLabel={close} onClose={nothing} />
        <ProgressToast
          text={t('inspire.importing')}
          detail={t('inspire.importDetail')}
          percent={64}
          cancelLabel={t('ui.cancel')}
          onCancel={nothing}
          closeLabel={t('ui.hideProgress')}
          onClose={nothing}
        />
        <Snackbar
          text={t('inspire.lost')}
          actions={[{ label: t('ui.retry'), run: nothing }]}
          closeLabel={close}
          onClose={nothing}
        />
      </Sample>
      <Sample title={t('inspire.banners')} stacked>
        <ErrorBanner
          title={t('inspire.noAnswer')}
          text={t('inspire.noAnswerText')}
          action={
            <Button icon="reload" onClick={nothing}>
              {t('ui.retry')}
            </Button>
          }
        />
        <ErrorBanner kind="warning" title={t('inspire.production')} />
        <DoneBanner title={t('inspire.saved')} text={t('inspire.savedText')} />
        <Note icon="info" text={t('inspire.note')} close={{ label: close, onClose: nothing }}>
          <Button kind="quiet" onClick={nothing}>
            {t('inspire.show')}
          </Button>
        </Note>
      </Sample>
      <Sample title={t('inspire.progress')} stacked>
        <ProgressLine label={t('inspire.importing')} detail={t('inspire.importDetail')} percent={64} />
        <div className={styles.window}>
          <ProgressBar active={isBusy} />
          <Button kind="quiet" onClick={() => setBusy(!isBusy)}>
            {t(isBusy ? 'inspire.end' : 'inspire.start')}
          </Button>
        </div>
      </Sample>
    </>
  )
}
