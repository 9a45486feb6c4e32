import { PreviewBanner } from '@renderer/features/preview'
import { useUsers } from '@renderer/stores'
import { Outlet } from 'react-router-dom'
import { AppBar } from '../AppBar'
import styles from './layouts.module.css'

/** App bar, the banner of a preview, and content. */
export function DefaultLayout() {
  const previewAs = useUsers((state) => state.previewAs)
  return (
    <div className={styles.frame}>
      <AppBar />
      <PreviewBanner />
      <main className={styles.content} data-region tabIndex={-1}>
        {/* Everything on the page depends on the rights. */}
        <Outlet key={previewAs} />
      </main>
    </div>
  )
}
