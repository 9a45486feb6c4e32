import { useTranslation } from '@renderer/i18n'
import { isEmbedded } from '@renderer/stores'
import { AppBarEnd, AppBarStart, Brand } from '@renderer/ui'
import { Link, Outlet } from 'react-router-dom'
import { usePrefetchedStart } from '../prefetch-start'
import styles from './layouts.module.css'
import { VisitorBar } from './VisitorBar'

/** Pages for everybody, with the way to the rest. */
export function PublicLayout() {
  const { t } = useTranslation()
  return (
    <div className={styles.frame}>
      <VisitorBar>
        <Link to="/" className={styles.brand} aria-label={t('app.home')}>
          <Brand />
        </Link>
      </VisitorBar>
      <main className={styles.scroll} data-region tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

/** Shared views: only the shared content, without navigation to the rest. */
export function SharedLayout() {
  return (
    <div className={styles.frame}>
      <VisitorBar>
        {!isEmbedded() && (
          <span className={styles.sharedBrand}>
            <Brand />
          </span>
        )}
        <AppBarStart.Outlet className={styles.sharedStart} />
        <AppBarEnd.Outlet className={styles.sharedEnd} />
      </VisitorBar>
      <main className={styles.scroll} data-region>
        <Outlet />
      </main>
    </div>
  )
}

/** Centres error pages in the window. */
export function ErrorLayout() {
  usePrefetchedStart()
  return (
    <main className={styles.scroll}>
      <Outlet />
    </main>
  )
}
