import { useTranslation } from '@renderer/i18n'
import { Brand } from '@renderer/ui'
import { Link, Outlet } from 'react-router-dom'
import styles from './layouts.module.css'

/** Brand above, page below: for guests. */
export function PublicLayout() {
  const { t } = useTranslation()
  return (
    <div className={styles.frame}>
      <header className={styles.publicBar} data-region>
        <Link to="/" className={styles.brand} aria-label={t('app.home')}>
          <Brand />
        </Link>
      </header>
      <main className={styles.scroll} data-region>
        <Outlet />
      </main>
    </div>
  )
}

/** Shared views: only the shared content, without navigation to the rest. */
export function SharedLayout() {
  return (
    <div className={styles.frame}>
      <header className={styles.publicBar} data-region>
        <Brand />
      </header>
      <main className={styles.scroll} data-region>
        <Outlet />
      </main>
    </div>
  )
}

/** Centres error pages in the window. */
export function ErrorLayout() {
  return (
    <main className={styles.scroll}>
      <Outlet />
    </main>
  )
}
