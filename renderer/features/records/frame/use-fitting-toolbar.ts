import { useEffect, type RefObject } from 'react'

/** Marks a part of the toolbar that may shrink to its icon; the style sheet does the rest. */
export const partAttribute = 'data-part'
const smallAttribute = 'data-small'
/** All have shrunk and it is not enough: the find box is an icon until it is used. */
const findAttribute = 'data-find-small'
/** That is not enough either: the name of the view is cut as well. */
const tightAttribute = 'data-tight'

/**
 * Keeps a toolbar within its width (visual reference §4): what does nothing at the moment shrinks to its icon, from the
 * right; then what does, then the find box. The words stay as the name, and as the hint of the icon.
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
