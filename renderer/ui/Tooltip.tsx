import { Tooltip as MantineTooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { cloneElement, useState, type KeyboardEvent, type ReactElement } from 'react'
import { Keys } from './Kbd'
import styles from './Tooltip.module.css'

interface HintedProps {
  readonly onKeyDownCapture?: (event: KeyboardEvent) => void
  readonly onFocusCapture?: () => void
  readonly onPointerEnter?: () => void
}

/**
 * `null` leaves the state uncontrolled but set. Otherwise the library closes a tooltip with Escape and consumes the
 * key. The panel around the button would then need Escape twice for no visible reason.
 */
const ownDismissal = null as unknown as boolean

export interface TooltipProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that takes a ref. */
  readonly children: ReactElement<HintedProps>
}

/** A short explanation on hover and on keyboard focus. The label is not the element's name: give that too. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  const [isDismissed, setDismissed] = useState(false)
  const anew = (): void => setDismissed(false)
  return (
    <MantineTooltip
      opened={ownDismissal}
      disabled={isDismissed}
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
      {cloneElement(children, {
        onKeyDownCapture: ({ key }: KeyboardEvent) => {
          if (key === 'Escape') setDismissed(true)
        },
        onFocusCapture: anew,
        onPointerEnter: anew,
      })}
    </MantineTooltip>
  )
}
