import type { ComponentProps } from 'react'
import type { Bounds } from './bounds'
import { useStartOf } from './start-of'
import styles from './PointAnchor.module.css'

export interface PointAnchorProps extends Omit<ComponentProps<'button'>, 'type' | 'tabIndex' | 'className' | 'style'> {
  readonly at: Bounds
}

/** An invisible target for a `Menu` or `Popover` that belongs to a place, such as a cell on a canvas, not to a button. */
export function PointAnchor({ at, ...button }: PointAnchorProps) {
  const place = {
    insetInlineStart: useStartOf(at),
    top: at.y,
    width: Math.max(1, at.width),
    height: Math.max(1, at.height),
  }
  return <button {...button} type="button" tabIndex={-1} className={styles.anchor} style={place} />
}
