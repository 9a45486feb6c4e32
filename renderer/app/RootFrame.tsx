import {
  hasShortWork,
  notifications,
  snackbar,
  toast,
  useHasBottomPart,
  useLoader,
  useNotifications,
  useProgress,
  useSnackbar,
  useToasts,
  type SnackbarAction,
} from '@renderer/stores'
import { DropPlace, ImportPlace } from '@renderer/features/import'
import { PalettePlace } from '@renderer/features/palette'
import { SettingsPlace } from '@renderer/features/preferences'
import { ReportPlace } from '@renderer/features/report'
import { TranslatePlace } from '@renderer/features/translate'
import { UnsavedPlace } from '@renderer/features/unsaved'
import { sentenceText, useLanguage, useTranslation } from '@renderer/i18n'
import { ProgressBar, ProgressToast, Snackbar, Toast } from '@renderer/ui'
import { Outlet } from 'react-router-dom'
import { FullScreenLoader } from './FullScreenLoader'
import styles from './RootFrame.module.css'

/** Maximum number of long-work toasts; the menu lists all. */
const worksMax = 2

/** Frame of every page: top bar, toasts, snackbar, full-screen loader. */
export function RootFrame() {
  return (
    <>
      <Progress />
      <Outlet />
      <Toasts />
      <SnackbarPlace />
      <LoaderPlace />
      <PalettePlace />
      <SettingsPlace />
      <ImportPlace />
      <DropPlace />
      <UnsavedPlace />
      <ReportPlace />
      <TranslatePlace />
    </>
  )
}

/** A component of its own: requests start and end often, and nothing else depends on them. */
function Progress() {
  const busy = useProgress(({ requests }) => requests > 0)
  const pending = useNotifications(hasShortWork)
  return <ProgressBar active={busy || pending} />
}

function Toasts() {
  const { t } = useTranslation()
  const toasts = useToasts((state) => state.toasts)
  const list = useNotifications((state) => state.list)
  const works = list.flatMap(({ id, status, title, progress }) =>
    status === 'pending' && progress && progress.isHidden !== true ? [{ id, title, ...progress }] : [],
  )
  return (
    <div className={styles.toasts} data-above={useHasBottomPart('figures')} data-toasts>
      {works.slice(-worksMax).map(({ id, title, percent, detail, cancel }) => (
        <ProgressToast
          key={`work ${id}`}
          text={sentenceText(title)}
          detail={sentenceText(detail)}
          percent={percent}
          cancelLabel={t('ui.cancel')}
          onCancel={cancel}
          closeLabel={t('ui.hideProgress')}
          onClose={() => notifications.hideProgress(id)}
        />
      ))}
      {toasts.map(({ id, kind, text, detail, durationMs, action }) => (
        <Toast
          key={id}
          kind={kind}
          text={sentenceText(text)}
          detail={detail && sentenceText(detail)}
          durationMs={durationMs}
          action={action && withLabel(action)}
          closeLabel={t('ui.close')}
          onClose={() => toast.close(id)}
        />
      ))}
    </div>
  )
}

function SnackbarPlace() {
  const { t } = useTranslation()
  const current = useSnackbar((state) => state.current)
  const isAbove = useHasBottomPart('loadError')
  if (current === null) return null
  return (
    <div className={styles.snackbar} data-above={isAbove}>
      <Snackbar
        key={current.id}
        text={sentenceText(current.text)}
        actions={current.actions.map(withLabel)}
        closeLabel={t('ui.close')}
        onClose={snackbar.close}
      />
    </div>
  )
}

const withLabel = ({ label, run }: SnackbarAction) => ({ label: sentenceText(label), run })

function LoaderPlace() {
  useLanguage()
  const current = useLoader((state) => state.current)
  return current === null ? null : (
    <FullScreenLoader message={sentenceText(current.message)} progress={current.progress} />
  )
}
