import { Outlet } from 'react-router-dom'
import styles from './layouts.module.css'

/** The page alone. */
export function EmptyLayout() {
  return (
    <div className={styles.scroll}>
      <Outlet />
    </div>
  )
}
