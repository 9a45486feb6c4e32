/** How long to wait for a view to load, and how often to check for it. */
const waitedMs = 3_000
const lookMs = 50

const inStage = '[tabindex="0"]'

/** Returns the first visible element: those of background tabs are hidden. */
function seen(selector: string, within: ParentNode = document): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>(selector)].find(({ offsetParent }) => offsetParent !== null)
}

/** True if the focus is lost. The palette returns it to its original tab, which may now be in the background. */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element.matches('[role="tab"][aria-selected="false"]')

/**
 * Focuses the view that the palette opened, so that keyboard users can continue there. Does nothing if another element
 * has the focus.
 */
export function focusViewThatComes(): void {
  const end = performance.now() + waitedMs
  const stop = (): void => {
    clearInterval(timer)
    window.removeEventListener('pointerdown', stop, true)
  }
  const timer = setInterval(() => {
    if (performance.now() > end) return stop()
    if (!isNowhere(document.activeElement)) return
    const stage = seen('[data-stage]')
    const place = stage === undefined ? seen('[role="tabpanel"] [role="region"][tabindex="0"]') : seen(inStage, stage)
    place?.focus({ preventScroll: true })
  }, lookMs)
  window.addEventListener('pointerdown', stop, true)
}
