import {
  hasPending,
  snackbar,
  toast,
  useLoader,
  useNotifications,
  useProgress,
  useSnackbar,
  useToasts,
} from '@renderer/stores'
import { PalettePlace } from '@renderer/features/palette'
import { useTranslation } from '@renderer/i18n'
import { ProgressBar, Snackbar, Toast } from '@renderer/ui'
import { Outlet } from 'react-router-dom'
import { FullScreenLoader } from './FullScreenLoader'
import styles from './RootFrame.module.css'

/** What lies over every page: top bar, toasts, snackbar, full-screen loader. */
export function RootFrame() {
  const busy = useProgress(({ requests }) => requests > 0)
  const pending = useNotifications(hasPending)
  return (
    <>
      <ProgressBar active={busy || pending} />
      <Outlet />
      <Toasts />
      <SnackbarPlace />
      <LoaderPlace />
      <PalettePlace />
    </>
  )
}

function Toasts() {
  const { t } = useTranslation()
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={styles.toasts}>
      {toasts.map(({ id, ...line }) => (
        <Toast key={id} {...line} closeLabel={t('ui.close')} onClose={() => toast.close(id)} />
      ))}
    </div>
  )
}

function SnackbarPlace() {
  const { t } = useTranslation()
  const current = useSnackbar((state) => state.current)
  if (current === null) return null
  return (
    <div className={styles.snackbar}>
      <Snackbar key={current.id} text={current.text} closeLabel={t('ui.close')} onClose={snackbar.close} />
    </div>
  )
}

function LoaderPlace() {
  const current = useLoader((state) => state.current)
  return current === null ? null : <FullScreenLoader message={current.message} progress={current.progress} />
}
