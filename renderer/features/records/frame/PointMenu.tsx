import { Menu, type Bounds } from '@renderer/ui'
import { PointAnchor } from '@renderer/ui/PointAnchor'
import { useEffect, useRef, type ReactNode } from 'react'

export interface PointMenuProps {
  /** Anchor: the menu opens under these bounds. */
  readonly at: Bounds
  /** Accessible name: the subject of the menu. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A menu that belongs to a place on a canvas instead of to a button. */
export function PointMenu({ at, label, onClose, children }: PointMenuProps) {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    // The menu takes the focus a moment after it appears. Escape must close it from the start.
    const leave = (event: KeyboardEvent): void => {
      const isInMenu = event.target instanceof Element && event.target.closest('[role="menu"]') !== null
      if (event.key !== 'Escape' || isInMenu) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', leave, true)
    return () => document.removeEventListener('keydown', leave, true)
  }, [])
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) onClose()
      }}
      target={<PointAnchor at={at} aria-label={label} />}
    >
      {children}
    </Menu>
  )
}
