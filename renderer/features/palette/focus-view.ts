/** How long a view may take to come, and how often it is looked for. */
const waitedMs = 3_000
const lookMs = 50

/**
 * Whoever goes to a view by the palette goes on there by the keyboard: what the palette has brought to the front takes
 * the focus, as long as nothing else has it.
 */
export function focusViewThatComes(): void {
  const end = performance.now() + waitedMs
  const stop = (): void => {
    clearInterval(timer)
    window.removeEventListener('pointerdown', stop, true)
  }
  const timer = setInterval(() => {
    if (performance.now() > end) return stop()
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const stages = [...document.querySelectorAll<HTMLElement>('[data-stage]')]
    stages
      .find(({ offsetParent }) => offsetParent !== null)
      ?.querySelector<HTMLElement>('[tabindex="0"]')
      ?.focus({ preventScroll: true })
  }, lookMs)
  window.addEventListener('pointerdown', stop, true)
}
