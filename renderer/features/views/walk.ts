import type { KeyboardEvent } from 'react'

/** Arrow up and down go from line to line of a drawer; lines are marked with `data-choice`. */
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
