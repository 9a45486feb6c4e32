import { useEffect, type RefObject } from 'react'

/** Marks a toolbar part that may shrink to its icon; the style sheet does the rest. */
export const partAttribute = 'data-part'
const smallAttribute = 'data-small'
/** All have shrunk and it is not enough: the find box is an icon until it is used. */
const findAttribute = 'data-find-small'
/** Set if that isn't enough: also truncates the name of the view. */
const tightAttribute = 'data-tight'

/**
 * Fits a toolbar into its width (visual reference §4). Inactive parts shrink to icons first, from the right; then
 * active ones, then the find box. The text remains as accessible name and as tooltip of the icon.
 */
export function useFittingToolbar(toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = toolbar.current
    if (element === null) return undefined
    const fit = (): void => fitToolbar(element)
    const sizes = new ResizeObserver(fit)
    const words = new MutationObserver(fit)
    // Fits for the first time before the first paint, when the page has been measured.
    sizes.observe(element)
    words.observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-pressed'],
    })
    return () => {
      sizes.disconnect()
      words.disconnect()
    }
  }, [toolbar])
}

function fitToolbar(toolbar: HTMLElement): void {
  const parts = [...toolbar.querySelectorAll<HTMLElement>(`[${partAttribute}]`)].toReversed()
  toolbar.removeAttribute(tightAttribute)
  toolbar.removeAttribute(findAttribute)
  const find = toolbar.querySelector<HTMLInputElement>('input[type="search"]')
  find?.removeAttribute('title')
  for (const part of parts) {
    part.removeAttribute(smallAttribute)
    part.removeAttribute('title')
  }
  const isActive = (part: HTMLElement): boolean => part.querySelector('[aria-pressed="true"]') !== null
  const order = [...parts.filter((part) => !isActive(part)), ...parts.filter(isActive)]
  for (const part of order) {
    if (toolbar.scrollWidth <= toolbar.clientWidth) return
    part.setAttribute(smallAttribute, '')
    part.title = part.textContent
  }
  for (const attribute of [findAttribute, tightAttribute]) {
    if (toolbar.scrollWidth <= toolbar.clientWidth) return
    toolbar.setAttribute(attribute, '')
    if (find !== null) find.title = find.placeholder
  }
}
