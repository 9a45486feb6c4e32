import { formatNumber } from '@renderer/i18n'
import { BrandMark } from '@renderer/ui'
import styles from './FullScreenLoader.module.css'

export interface FullScreenLoaderProps {
  readonly message: string
  /** 0–100; null if unknown. */
  readonly progress?: number | null
  /** Stays invisible for the first 200 ms: a fast start shows nothing. */
  readonly late?: boolean
}

/** Logo, message, and percentage if known (ui.md §7). */
export function FullScreenLoader({ message, progress = null, late = false }: FullScreenLoaderProps) {
  return (
    <div className={styles.loader} data-late={late || undefined} role="status">
      <span className={styles.mark}>
        <BrandMark size={24} />
      </span>
      <span>{message}</span>
      <span className={styles.percent}>
        {progress === null ? '' : formatNumber(progress / 100, { style: 'percent' })}
      </span>
    </div>
  )
}
