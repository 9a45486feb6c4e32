import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import { Tooltip, type TooltipProps } from './Tooltip'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> {
  readonly icon: IconName
  /** The action: accessible name and tooltip. */
  readonly label: string
  /** Shown in the tooltip, e.g. `Mod+B`. */
  readonly keys?: string | undefined
  /** xs 24 · sm 28 · md 32 · lg 36. */
  readonly size?: 'xs' | 'sm' | 'md' | 'lg'
  readonly kind?: 'quiet' | 'plain'
  readonly on?: boolean
  readonly danger?: boolean
  readonly loading?: boolean
  readonly mirrored?: boolean | undefined
  readonly tooltipSide?: TooltipProps['side']
  /** A badge over the icon: the dot of the bell. */
  readonly badge?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that shows an icon only. Never without its label (ui.md §3). */
export function IconButton({
  icon,
  label,
  keys,
  size = 'sm',
  kind = 'quiet',
  on,
  danger = false,
  loading = false,
  mirrored,
  tooltipSide,
  badge,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={tooltipSide}>
      <button
        {...rest}
        type="button"
        className={classes(
          styles.button,
          styles[kind],
          styles.icon,
          size === 'xs' ? styles.sm : size !== 'sm' && styles[size],
          danger && styles.danger,
          on === true && styles.on,
          className,
        )}
        aria-label={label}
        aria-pressed={on}
        aria-busy={loading || undefined}
        onClick={loading ? undefined : onClick}
      >
        {loading ? (
          <span className={styles.spinner} />
        ) : (
          <Icon name={icon} size={size === 'xs' ? 14 : 16} mirrored={mirrored} />
        )}
        {badge}
      </button>
    </Tooltip>
  )
}
