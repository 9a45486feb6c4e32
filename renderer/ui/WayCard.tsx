import type { OptionColor } from '@common/model'
import { IconTile } from './Chip'
import type { IconName } from './Icon'
import { Keys } from './Kbd'
import styles from './WayCard.module.css'

export interface WayCardProps {
  readonly icon: IconName
  readonly color: OptionColor
  readonly title: string
  readonly text: string
  readonly keys?: string | undefined
  readonly loading?: boolean
  readonly onClick: () => void
}

/** A large choice: one way to begin. */
export function WayCard({ icon, color, title, text, keys, loading = false, onClick }: WayCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      onClick={loading ? undefined : onClick}
      aria-busy={loading || undefined}
    >
      <IconTile icon={icon} color={color} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>{text}</span>
      </span>
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  )
}
