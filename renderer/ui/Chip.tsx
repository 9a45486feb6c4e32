import { colorOf, initials } from '@common/columns/values/person'
import type { OptionColor } from '@common/model'
import type { CSSProperties, ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import { usePicture } from './pictures'

function coloured(color: OptionColor): CSSProperties {
  return { background: `var(--c-${color})`, color: `var(--k-${color})` }
}

/** A value from a small set: select options, the API of a project. */
export function Chip({ color = 'grey', children }: { readonly color?: OptionColor; readonly children: ReactNode }) {
  return (
    <span className={styles.chip} style={coloured(color)} dir="auto">
      {children}
    </span>
  )
}

export interface BadgeProps {
  readonly kind?: 'plain' | 'outlined' | 'role' | 'info' | 'success' | 'warning' | 'error'
  readonly children: ReactNode
}

/** A count or a short label beside a title. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={classes(styles.badge, kind !== 'plain' && styles[kind])}>{children}</span>
}

/** The number of a mark that a list explains: white on violet. */
export function NumberBadge({ children }: { readonly children: ReactNode }) {
  return <span className={styles.number}>{children}</span>
}

/** A coloured square with an icon: projects, ways to begin. */
export function IconTile({ icon, color }: { readonly icon: IconName; readonly color: OptionColor }) {
  return (
    <span className={styles.tile} style={coloured(color)}>
      <Icon name={icon} />
    </span>
  )
}

export interface AvatarProps {
  /** E-mail address, or another name of a person. */
  readonly name: string
  /** The name that is shown beside it, for initials. Default: `name`. */
  readonly shown?: string | undefined
  /** 18, 24, 64 or 96 pixels. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
}

/** The picture of a person, or initials in a personal colour. */
export function Avatar({ name, shown = name, size = 'md' }: AvatarProps) {
  const picture = usePicture(name)
  const look = classes(styles.avatar, size !== 'md' && styles[size])
  if (picture !== null) return <img className={look} src={picture} alt="" />
  return <span className={look} style={coloured(colorOf(name))} data-initials={initials(shown)} aria-hidden="true" />
}

export { colorOf, initials }
