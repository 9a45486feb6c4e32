import { Tooltip as MantineTooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type AriaAttributes,
  type FocusEventHandler,
  type KeyboardEventHandler,
  type PointerEventHandler,
  type ReactElement,
  type RefObject,
} from 'react'
import { Anchor, useShown, type AnchorProps } from './anchor'
import { classes } from './classes'
import { Keys } from './Kbd'
import styles from './Tooltip.module.css'

const openDelayMs = 400
/** The button handles its own. */
const noEvents = { hover: false, focus: false, touch: false }

interface HintedProps extends AriaAttributes {
  readonly onPointerEnter?: PointerEventHandler | undefined
  readonly onPointerLeave?: PointerEventHandler | undefined
  readonly onFocus?: FocusEventHandler | undefined
  readonly onBlur?: FocusEventHandler | undefined
  readonly onKeyDownCapture?: KeyboardEventHandler | undefined
}

export interface TooltipProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that passes handlers and ARIA attributes to the DOM. */
  readonly children: ReactElement<HintedProps>
}

/**
 * A short explanation on hover and on keyboard focus. The label is not the element's name: give that too.
 *
 * Mounts the library's component when the tooltip first opens: every icon button has a tooltip, and few are ever read.
 */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  const anchor = useRef<Element>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Undefined until it first opens. */
  const [isOpen, setOpen] = useState<boolean>()
  const [describedBy, setDescribedBy] = useState<string>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const open = (element: Element): void => {
    anchor.current = element
    setOpen(true)
  }
  const close = (): void => {
    clearTimeout(timer.current)
    setOpen((before) => (before === undefined ? undefined : false))
  }
  const { props } = children
  return (
    <>
      {cloneElement(children, {
        ...(describedBy !== undefined && { 'aria-describedby': classes(props['aria-describedby'], describedBy) }),
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event)
          const { currentTarget, pointerType } = event
          clearTimeout(timer.current)
          if (pointerType !== 'touch') timer.current = setTimeout(() => open(currentTarget), openDelayMs)
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event)
          close()
        },
        onFocus: (event) => {
          props.onFocus?.(event)
          if (event.target.matches(':focus-visible')) open(event.currentTarget)
        },
        onBlur: (event) => {
          props.onBlur?.(event)
          // Another window has the focus: the button still has it here.
          if (document.activeElement !== event.currentTarget) close()
        },
        onKeyDownCapture: (event) => {
          props.onKeyDownCapture?.(event)
          // Not consumed: the panel around the button closes with the same key.
          if (event.key === 'Escape') close()
        },
      })}
      {isOpen !== undefined && (
        <Bubble label={label} keys={keys} side={side} anchor={anchor} opened={isOpen} onDescribe={setDescribedBy} />
      )}
    </>
  )
}

interface BubbleProps extends Pick<TooltipProps, 'label' | 'keys' | 'side'> {
  readonly anchor: RefObject<Element | null>
  readonly opened: boolean
  /** Receives the id of the open tooltip. */
  readonly onDescribe: (id: string | undefined) => void
}

function Bubble({ label, keys, side = 'bottom', anchor, opened, onDescribe }: BubbleProps) {
  const isShown = useShown(opened, false)
  return (
    <MantineTooltip
      opened={isShown}
      label={
        <>
          <span>{label}</span>
          {keys !== undefined && <Keys keys={keys} />}
        </>
      }
      position={side}
      offset={6}
      transitionProps={{ duration: 120 }}
      events={noEvents}
      classNames={{ tooltip: styles.tooltip ?? '' }}
      withinPortal
      multiline
    >
      <DescribedAnchor to={anchor} onDescribe={onDescribe} />
    </MantineTooltip>
  )
}

interface DescribedAnchorProps extends AnchorProps, Pick<BubbleProps, 'onDescribe'> {
  /** Set by the library while the tooltip is open. */
  readonly 'aria-describedby'?: string | undefined
}

function DescribedAnchor({ 'aria-describedby': id, onDescribe, to, ref }: DescribedAnchorProps) {
  useLayoutEffect(() => onDescribe(id), [id, onDescribe])
  return <Anchor to={to} {...(ref && { ref })} />
}
