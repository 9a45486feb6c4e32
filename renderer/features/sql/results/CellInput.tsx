import { directionOfValue, languageDirection } from '@renderer/i18n'
import { startInWindow, useStartOf, type Bounds } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './results.module.css'

export interface CellInputProps {
  readonly at: Bounds
  readonly text: string
  /** Name of the column. */
  readonly label: string
  readonly isReadOnly: boolean
  /** Receives the typed text; undefined if it is to be discarded. */
  readonly onClose: (text: string | undefined) => void
}

/** The text of one cell, over the cell: to edit it, or to read and copy all of it. */
export function CellInput({ at, text, label, isReadOnly, onClose }: CellInputProps) {
  const [value, setValue] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const close = (given: string | undefined): void => {
    if (isDone.current) return
    isDone.current = true
    onClose(given)
  }
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
    element.style.height = `${Math.min(240, Math.max(at.height, element.scrollHeight + 2))}px`
  }, [at.height])
  const width = Math.max(at.width, 220)
  const start = startInWindow(useStartOf(at), width)
  // Its direction is that of its text.
  const left = languageDirection() === 'rtl' ? window.innerWidth - start - width : start
  return createPortal(
    <textarea
      ref={field}
      className={styles.cellInput}
      style={{ left, top: at.y, width, minHeight: at.height }}
      aria-label={label}
      dir={directionOfValue(value)}
      spellCheck={false}
      readOnly={isReadOnly}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => close(isReadOnly || value === text ? undefined : value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') close(undefined)
        else if (event.key === 'Enter' && !event.shiftKey) close(isReadOnly ? undefined : value)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />,
    document.body,
  )
}
