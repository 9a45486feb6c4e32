import { Outlet } from 'react-router-dom'
import { AppBar } from '../AppBar'
import styles from './layouts.module.css'

/** App bar and content. */
export function DefaultLayout() {
  return (
    <div className={styles.frame}>
      <AppBar />
      <main className={styles.content} data-region tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
