import { Skeleton } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './dashboard.module.css'

const treeWidths = [72, 96, 64, 104, 88, 56, 80]
const columnWidths = [148, 92, 110, 64, 120, 84]
const lines = Array.from({ length: 14 }, (_, line) => line)

/** The dashboard while the project loads, with the same layout. */
export function DashboardSkeleton() {
  return (
    <div className={styles.dashboard} aria-hidden="true">
      <div className={styles.body}>
        <div className={styles.sidebar} style={{ width: 224 }}>
          {treeWidths.map((width) => (
            <div key={width} className={styles.skeletonLine}>
              <Skeleton width={width} />
            </div>
          ))}
        </div>
        <div className={styles.main}>
          <div className={styles.skeletonTabs} />
          <div className={styles.panel}>
            <GridSkeleton />
          </div>
        </div>
      </div>
      <div className={styles.status} />
    </div>
  )
}

/** A table that opens sooner than this shows no lines in the place of its rows: they would only flicker. */
const linesAfterMs = 120

/** A grid while its columns load. */
export function GridSkeleton() {
  const isLong = useIsLong()
  return (
    <div className={styles.skeletonGrid} aria-hidden="true">
      <div className={styles.skeletonToolbar} />
      <div className={styles.skeletonHead} />
      {isLong && skeletonLines}
    </div>
  )
}

/** The page of a tab while its code loads. */
export function TabSkeleton() {
  return (
    <div className={styles.skeletonGrid} aria-hidden="true">
      {useIsLong() && (
        <>
          <div className={styles.skeletonToolbar} />
          {skeletonLines}
        </>
      )}
    </div>
  )
}

/** Returns true once the loading takes long enough to show it. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), linesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}

const skeletonLines = lines.map((line) => (
  <div key={line} className={styles.skeletonRow}>
    {columnWidths.map((width, at) => (
      <span key={width} style={{ width: 160 }}>
        <Skeleton width={Math.round(width * (0.6 + ((line * 3 + at * 2) % 5) / 12))} />
      </span>
    ))}
  </div>
))
