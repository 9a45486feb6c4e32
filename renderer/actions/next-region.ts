import type { Command } from './command'

/**
 * Moves the focus to the next region. Regions carry `data-region`; each takes the focus itself or passes it to its
 * first control.
 */
function moveToRegion(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown)
  // Skips a region that contains others: the focus enters the inner ones.
  const regions = shown.filter((each) => !shown.some((other) => other !== each && each.contains(other)))
  if (regions.length === 0) return
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + step + regions.length) % regions.length]
  const firstOf = (selector: string): HTMLElement | undefined =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isShown)
  const inside =
    // The cells precede the buttons above them.
    firstOf('canvas[tabindex="0"]') ??
    firstOf('a[href],button:not(:disabled),input:not(:disabled),[tabindex="0"],[contenteditable="true"]')
  if (inside !== undefined) inside.focus()
  else next?.focus()
}

/** F6 moves between app bar, sidebar, tabs, toolbar, content and status (ui.md §9). */
export const nextRegion: Command = {
  id: 'region.next',
  label: 'actions.nextRegion',
  keys: ['F6'],
  inFields: true,
  run: () => moveToRegion(1),
}

export const previousRegion: Command = {
  id: 'region.previous',
  label: 'actions.previousRegion',
  keys: ['Shift+F6'],
  inFields: true,
  run: () => moveToRegion(-1),
}

/** False for elements of tabs behind the front one. */
const isShown = ({ offsetParent }: HTMLElement): boolean => offsetParent !== null
