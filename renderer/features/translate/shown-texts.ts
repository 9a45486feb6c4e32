import type { MessageParams } from '@common/messages'
import type { i18n as catalogue } from '@renderer/i18n'

/*
 * Finds the keys of the sentences at a place of the page. While it records, it remembers which key and values each shown
 * text was made of. The texts themselves stay as they are: marks in them would reach the clipboard, the names of new
 * tables and screen readers.
 */

/** A sentence that the page has shown. */
export interface ShownText {
  /** Such as `grid.toolbar.hide`. */
  readonly key: string
  /** The values that it was filled with last. */
  readonly params: MessageParams
}

/** Texts that are remembered. The oldest ones leave. */
const textsMax = 20_000
const foundMax = 12
/** How far above the clicked element a sentence may begin: one with markup inside has several elements. */
const levelsMax = 6

export interface ShownTexts {
  /** Returns the sentences of an element: its text, its labels, then those around it. */
  readonly at: (element: Element) => readonly ShownText[]
  /** Returns the values that a key was filled with last. */
  readonly paramsOf: (key: string) => MessageParams
  readonly stop: () => void
}

type Parse = (
  text: string,
  params: MessageParams,
  language: string,
  namespace: string,
  key: string,
  info?: object,
) => string

/** Records the texts of a catalogue until it stops. */
export function recordTexts(i18n: typeof catalogue): ShownTexts {
  const keysOf = new Map<string, Set<string>>()
  const params = new Map<string, MessageParams>()

  const remember = (key: string, text: string, values: MessageParams): void => {
    const shown = asShown(text)
    if (shown === '') return
    params.set(key, values)
    const keys = keysOf.get(shown) ?? new Set()
    keys.add(key)
    // The newest is the last to leave.
    keysOf.delete(shown)
    keysOf.set(shown, keys)
    if (keysOf.size > textsMax) keysOf.delete(keysOf.keys().next().value ?? '')
  }

  const format = i18n.modules.i18nFormat as unknown as { parse: Parse }
  const { parse } = format
  format.parse = (text, values, language, namespace, key, info) => {
    const filled = parse(text, values, language, namespace, key, info)
    remember(`${namespace}.${key}`, filled, values)
    return filled
  }
  // Sentences with markup inside (`Rich`) fill the raw text themselves. Their element has the words around the markup.
  const read = i18n.getResource.bind(i18n)
  i18n.getResource = (language, namespace, key, options) => {
    const text: unknown = read(language, namespace, key, options)
    if (typeof text === 'string') remember(`${namespace}.${key}`, text.replaceAll(/<(\w+)>[^<]*<\/\1>/g, ''), {})
    return text
  }

  const keysAt = (text: string): readonly string[] => [...(keysOf.get(asShown(text)) ?? [])]
  /** Sentences inside a longer text, such as a label with a count beside it; the longest first. */
  const keysInside = (text: string): readonly string[] => {
    const shown = asShown(text)
    return [...keysOf.keys()]
      .filter((each) => each.length >= 3 && each.length < shown.length && shown.includes(each))
      .toSorted((one, other) => other.length - one.length)
      .flatMap((each) => [...(keysOf.get(each) ?? [])])
  }

  return {
    at: (element) => {
      const found = new Set<string>()
      for (
        let at: Element | null = element, level = 0;
        at !== null && level < levelsMax;
        at = at.parentElement, level += 1
      ) {
        for (const text of textsOf(at)) for (const key of keysAt(text)) found.add(key)
        if (found.size > 0) break
      }
      if (found.size === 0) for (const text of textsOf(element)) for (const key of keysInside(text)) found.add(key)
      return [...found].slice(0, foundMax).map((key) => ({ key, params: params.get(key) ?? {} }))
    },
    paramsOf: (key) => params.get(key) ?? {},
    stop: () => {
      format.parse = parse
      i18n.getResource = read
    },
  }
}

/** Blanks and line breaks of the page don't matter. */
const asShown = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'] as const

/** Returns what people read of an element: its own text, its labels, and the text of everything inside. */
function textsOf(element: Element): readonly string[] {
  const own = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join(
    '',
  )
  const labels = attributes.map((name) => element.getAttribute(name) ?? '')
  return [own, ...labels, element.textContent].filter((text) => text !== '')
}
