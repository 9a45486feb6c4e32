import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import styles from './Button.module.css'
import { Tooltip } from './Tooltip'

/** main: the primary action · plain · quiet: no border, in toolbars. */
export type ButtonKind = 'main' | 'plain' | 'quiet'
/** sm 28 in bars · md 32 in dialogs · lg 36 on entry pages (ui.md §4). */
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  /** Coloured as destructive. */
  readonly danger?: boolean
  /** Pressed state of a toggle, or a control that is in use: sets `aria-pressed`. */
  readonly on?: boolean
  readonly icon?: IconName
  /** Icon after the label: the chevron of a menu. */
  readonly endIcon?: IconName
  /** True while the action runs: a spinner replaces the icon, and clicks do nothing. */
  readonly loading?: boolean
  /** Why it cannot be used. The button stays reachable, so that the reason can be read. */
  readonly disabledReason?: string | undefined
  readonly fullWidth?: boolean
  readonly type?: 'button' | 'submit'
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

export function Button({
  kind = 'plain',
  size = 'sm',
  danger = false,
  on,
  icon,
  endIcon,
  loading = false,
  disabledReason,
  fullWidth = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = loading || disabledReason !== undefined
  const button = (
    <button
      {...rest}
      type={inert ? 'button' : type}
      className={classes(
        styles.button,
        styles[size],
        styles[kind],
        danger && styles.danger,
        on === true && styles.on,
        fullWidth && styles.full,
        className,
      )}
      aria-pressed={on}
      aria-busy={loading || undefined}
      aria-disabled={disabledReason === undefined ? undefined : true}
      onClick={inert ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <span className={styles.spinner} /> : icon !== undefined && <Icon name={icon} size={14} />}
      {children}
      {endIcon !== undefined && <Icon name={endIcon} size={12} />}
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip label={disabledReason}>{button}</Tooltip>
}
