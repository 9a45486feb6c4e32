import { Tooltip as MantineTooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import type { ReactElement } from 'react'
import { Keys } from './Kbd'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that takes a ref. */
  readonly children: ReactElement
}

/** A short explanation on hover and on keyboard focus. The label is not the element's name: give that too. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <MantineTooltip
      label={
        <>
          <span>{label}</span>
          {keys !== undefined && <Keys keys={keys} />}
        </>
      }
      position={side}
      offset={6}
      openDelay={400}
      transitionProps={{ duration: 120 }}
      events={{ hover: true, focus: true, touch: false }}
      classNames={{ tooltip: styles.tooltip ?? '' }}
      withinPortal
      multiline
    >
      {children}
    </MantineTooltip>
  )
}
