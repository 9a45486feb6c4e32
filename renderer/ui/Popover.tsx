import { Popover as MantinePopover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Anchor, useAnchored, useShown, type Anchored } from './anchor'
import { classes } from './classes'
import styles from './Popover.module.css'

export interface PopoverProps {
  readonly target: ReactElement
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** 240–600 (ui.md §4). */
  readonly width?: number
  readonly align?: 'start' | 'end'
  /** Name for readers. */
  readonly label: string
  /** Without padding: the content draws its own edges. */
  readonly flush?: boolean
  /** Escape does not close it: the content knows when it does. */
  readonly keepOnEscape?: boolean
  readonly children: ReactNode
}

/** A panel under its button: the focus moves inside, Escape closes it and returns the focus. */
export function Popover({ target, ...panel }: PopoverProps) {
  const { button, isNeeded, ...anchored } = useAnchored(target, panel.opened, 'dialog')
  return (
    <>
      {button}
      {isNeeded && <Panel {...panel} {...anchored} />}
    </>
  )
}

function Panel({
  anchor,
  id,
  wasOpen,
  opened,
  onChange,
  width = 320,
  align = 'start',
  label,
  flush = false,
  keepOnEscape = false,
  children,
}: Omit<PopoverProps, 'target'> & Pick<Anchored, 'anchor' | 'id' | 'wasOpen'>) {
  const isShown = useShown(opened, wasOpen)
  const inOther = useRef(false)
  useEffect(() => {
    const note = ({ type, target }: Event): void => {
      inOther.current =
        type !== 'keydown' &&
        target instanceof Element &&
        target.closest('.mantine-Popover-dropdown, .mantine-Menu-dropdown') !== null
    }
    const events = ['mousedown', 'touchstart', 'keydown'] as const
    for (const event of events) document.addEventListener(event, note, true)
    return () => {
      for (const event of events) document.removeEventListener(event, note, true)
    }
  }, [])
  // A press may remove the focused element: then nothing inside receives Escape.
  useEffect(() => {
    if (!opened || keepOnEscape) return undefined
    const leave = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === 'Escape' && (document.activeElement ?? document.body) === document.body) onChange(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [opened, keepOnEscape, onChange])
  return (
    <MantinePopover
      id={id}
      opened={isShown}
      onChange={(isOpen) => {
        // A choice from a list or menu above the panel isn't a click outside.
        if (isOpen || !inOther.current) onChange(isOpen)
      }}
      position={align === 'start' ? 'bottom-start' : 'bottom-end'}
      offset={4}
      width={width}
      transitionProps={{ duration: 120, transition: 'fade', timingFunction: 'ease-out' }}
      classNames={{ dropdown: classes(styles.dropdown, flush && styles.flush) }}
      trapFocus
      returnFocus
      withinPortal
      closeOnEscape={false}
    >
      <MantinePopover.Target>
        <Anchor to={anchor} />
      </MantinePopover.Target>
      <MantinePopover.Dropdown
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !keepOnEscape && isMeantForAll(event)) onChange(false)
        }}
      >
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  )
}

/** A list that is open within it, or above it, closes first. */
function isMeantForAll({ target, currentTarget, nativeEvent }: KeyboardEvent): boolean {
  if (nativeEvent.isComposing || !(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('[aria-expanded="true"]') === null
}
