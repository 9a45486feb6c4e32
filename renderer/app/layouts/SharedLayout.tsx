import { isEmbedded } from '@renderer/stores'
import { AppBarEnd, AppBarStart, Brand } from '@renderer/ui'
import { Outlet } from 'react-router-dom'
import styles from './layouts.module.css'

/** Shared views: only the shared content, without navigation to the rest. */
export function SharedLayout() {
  return (
    <div className={styles.frame}>
      <header className={styles.sharedBar} data-region>
        {!isEmbedded() && (
          <span className={styles.sharedBrand}>
            <Brand />
          </span>
        )}
        <AppBarStart.Outlet className={styles.sharedStart} />
        <AppBarEnd.Outlet className={styles.sharedEnd} />
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
