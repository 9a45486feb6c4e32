import type { KeyboardEvent } from 'react'

/** Moves the focus between the lines of a drawer with arrow up and down. Lines have the attribute `data-choice`. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (by === 0) return
  const drawer = event.currentTarget.closest('[role="dialog"]') ?? document.body
  const lines = [...drawer.querySelectorAll<HTMLElement>('[data-choice]')]
  const next = lines[lines.indexOf(event.currentTarget) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
