/** Something that a language breaks on a screen. */
export interface LayoutFault {
  readonly kind: 'cut off' | 'two lines' | 'overlaps' | 'scrolls sideways'
  /** Path of the element, which is the same in every language. */
  readonly place: string
  readonly text: string
}

/** Runs in the page: finds text that is cut off, buttons of two lines, overlapping texts and dialogs that scroll sideways. */
export function layoutFaults(): LayoutFault[] {
  const found: LayoutFault[] = []
  const placeOf = (element: Element): string => {
    const parts: string[] = []
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
      parts.unshift(`${at.tagName.toLowerCase()}:${Array.from(at.parentElement?.children ?? []).indexOf(at)}`)
    return parts.join('>')
  }
  const add = (kind: LayoutFault['kind'], element: Element, text: string): void => {
    found.push({ kind, place: placeOf(element), text: text.trim().replaceAll(/\s+/g, ' ').slice(0, 120) })
  }
  const isInView = ({ left, right, top, bottom, width, height }: DOMRect): boolean =>
    width > 1 && height > 1 && right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
  const hasTitle = (element: Element): boolean => element.closest('[title]:not([title=""]), [data-tip]') !== null

  const texts: { readonly element: Element; readonly text: string; readonly rects: readonly DOMRect[] }[] = []
  for (const element of document.querySelectorAll('body *')) {
    const own = Array.from(element.childNodes).filter(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    )
    const box = element.getBoundingClientRect()
    if (!isInView(box) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    if (
      element.matches('[role=dialog], [role=menu], main, form, aside, .mantine-Popover-dropdown') &&
      ['auto', 'scroll'].includes(style.overflowX) &&
      element.scrollWidth > element.clientWidth + 1
    )
      add('scrolls sideways', element, element.getAttribute('aria-label') ?? '')
    if (own.length === 0) continue
    const text = own.map((node) => node.textContent).join(' ')
    const hides = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis'
    if (hides && element.scrollWidth > element.clientWidth + 1 && !hasTitle(element)) add('cut off', element, text)
    const range = document.createRange()
    const rects = own.flatMap((node) => {
      range.selectNodeContents(node)
      return Array.from(range.getClientRects()).filter(isInView)
    })
    const button = element.closest('button, [role=button], [role=tab], [role=menuitem]')
    const lines = new Set(rects.map(({ top }) => Math.round(top / 4)))
    if (button !== null && lines.size > 1 && style.writingMode === 'horizontal-tb') add('two lines', element, text)
    // Another layer can cover a text.
    const seen = rects.filter(({ left, top, width, height }) => {
      const front = document.elementFromPoint(left + width / 2, top + height / 2)
      return front !== null && (front === element || element.contains(front) || front.contains(element))
    })
    if (seen.length > 0) texts.push({ element, text, rects: seen })
  }
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const overlap = one.rects.some((a) =>
        other.rects.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4,
        ),
      )
      if (overlap) add('overlaps', one.element, `${one.text} / ${other.text}`)
    }
  return found
}
