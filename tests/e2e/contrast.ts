import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

/*
 * Contrast is axe's slowest rule, and most texts of a surface look like those of the surface before. So axe checks each look
 * once: colours, size and weight of a text, and all that lies behind it. Looks that it found too faint are checked again.
 */

/** The parts of a violation that a message shows. */
export type Finding = Pick<AxeResults['violations'][number], 'id' | 'impact'> & {
  readonly nodes: readonly Pick<AxeResults['violations'][number]['nodes'][number], 'target' | 'html'>[]
}

/** Looks that axe found readable, and texts that it couldn't decide at their place. */
const readable = new Set<string>()

interface ContrastInPage {
  /** Texts in the parts by their look, from the last `looksOf`. */
  contrastTexts: Map<string, { readonly element: Element; readonly place: string }[]>
}

/** Returns axe's findings about contrast on the current page, one line each. */
export async function faintTexts(
  page: Page,
  loadAxe: () => Promise<void>,
  parts: readonly string[] | undefined,
): Promise<Finding[]> {
  const looks = await looksOf(page, parts)
  const unseen = looks.filter(({ look, places }) => !readable.has(look) && places.some((place) => !readable.has(place)))
  if (unseen.length === 0) return []
  await loadAxe()
  const { violations, passed, undecided } = await page.evaluate(
    async (wanted) => {
      const { axe, contrastTexts } = globalThis as unknown as ContrastInPage & {
        axe: { run: (context: unknown, options: object) => Promise<AxeResults> }
      }
      const texts = wanted.flatMap((look) => (contrastTexts.get(look) ?? []).map((text) => ({ ...text, look })))
      const results = await axe.run(
        { include: texts.map(({ element }) => element) },
        { runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'], elementRef: true, preload: false },
      )
      const elementsOf = (rules: AxeResults['violations']): Set<unknown> =>
        new Set(rules.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
      const faint = elementsOf(results.violations)
      const measured = elementsOf(
        results.passes.map((rule) => ({
          ...rule,
          // A text that is hidden passes without a ratio.
          nodes: rule.nodes.filter(({ any }) =>
            any.some(({ data }) => Number((data as { contrastRatio?: unknown } | null)?.contrastRatio) > 1),
          ),
        })),
      )
      const faintLooks = new Set(texts.filter(({ element }) => faint.has(element)).map(({ look }) => look))
      const sound = texts.filter(({ look }) => !faintLooks.has(look))
      return {
        violations: results.violations.map(({ id, impact, nodes }) => ({
          id,
          impact,
          nodes: nodes.map(({ target, html }) => ({ target, html })),
        })),
        passed: sound.filter(({ element }) => measured.has(element)).map(({ look }) => look),
        undecided: sound.filter(({ element }) => !measured.has(element)).map(({ place }) => place),
      }
    },
    unseen.map(({ look }) => look),
  )
  for (const each of [...passed, ...undecided]) readable.add(each)
  return violations
}

/** Returns the different looks of the visible texts in parts of the page, and the places of each. */
function looksOf(page: Page, parts: readonly string[] = ['body']): Promise<{ look: string; places: string[] }[]> {
  return page.evaluate((selectors) => {
    const behind = new Map<Element, { readonly look: string; readonly isOpaque: boolean; readonly floats: boolean }>()
    /** Returns the colours behind the content of an element, up to the first opaque colour. */
    const behindIn = (element: Element): { look: string; isOpaque: boolean; floats: boolean } => {
      const known = behind.get(element)
      if (known !== undefined) return known
      const style = getComputedStyle(element)
      const { backgroundColor: colour, backgroundImage: image, opacity, filter, mixBlendMode: blend } = style
      // A floating part can lie over anything: then its place in the document is part of its look.
      const floats =
        /absolute|fixed|sticky/.test(style.position) || style.transform !== 'none' || style.float !== 'none'
      const effects = `${opacity} ${filter} ${blend} ${image}`
      const isPlain = effects === '1 none normal none'
      const isOpaque = isPlain && colour.startsWith('rgb(')
      const own = isPlain && colour === 'rgba(0, 0, 0, 0)' ? '' : `${colour} ${isPlain ? '' : effects}<`
      const parent = element.parentElement
      const above = parent === null ? { look: '', isOpaque: true, floats: false } : behindIn(parent)
      const found = isOpaque
        ? { look: own, isOpaque, floats: false }
        : { look: own + above.look, isOpaque: above.isOpaque, floats: floats || above.floats }
      behind.set(element, found)
      return found
    }
    const chain = (element: Element): string => {
      const names: string[] = []
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        names.push(`${one.tagName}.${one.getAttribute('class') ?? ''}`)
      return names.join('<')
    }
    const texts: ContrastInPage['contrastTexts'] = new Map()
    const add = (element: Element, text: string): void => {
      const style = getComputedStyle(element)
      const { look: back, floats } = behindIn(element)
      const font = `${style.color} ${style.fontSize} ${style.fontWeight} ${style.textShadow} ${style.webkitTextStroke}`
      const look = `${font} on ${back}${floats ? ` at ${chain(element)}` : ''}`
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = [x, y, width, height].map(Math.round).join(' ')
      const place = `${look} of ${chain(element)} ${box} ${text}`
      const same = texts.get(look)
      if (same === undefined) texts.set(look, [{ element, place }])
      else same.push({ element, place })
    }
    for (const part of document.querySelectorAll(selectors.join())) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT)
      for (let node: Node | null = part; node !== null; node = walker.nextNode()) {
        const element = node as Element
        const isField = element.matches('input, select, textarea')
        const text = isField
          ? (element as HTMLInputElement).value
          : [...element.childNodes]
              .flatMap((child) => (child.nodeType === 3 ? [child.nodeValue?.trim()] : []))
              .join(' ')
        if ((isField || text.trim() !== '') && element.checkVisibility()) add(element, text)
      }
    }
    Object.assign(globalThis, { contrastTexts: texts })
    return [...texts].map(([look, same]) => ({ look, places: same.map(({ place }) => place) }))
  }, parts)
}
