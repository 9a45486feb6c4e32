import { formatMessage } from './format'
import type { AnyMessage } from './message'

/** Sections of a catalogue: the namespaces and what they hold. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** Renders messages of one language: their keys begin with a namespace of the catalogue. */
export interface Renderer {
  readonly language: string
  /** The sentence of a message. Where the catalogue has none: its own text, or its key. */
  render(message: AnyMessage): string
  has(key: string): boolean
}

/**
 * Returns the renderer of a catalogue. It is pure: the same message gives the same sentence. Compiled messages are
 * cached for all renderers.
 *
 * @param fallback  renders what this catalogue lacks, such as English
 */
export function createRenderer(catalogue: Texts, language: string, fallback?: Renderer): Renderer {
  const renderer: Renderer = {
    language,
    render(message) {
      const text = textAt(catalogue, message.key)
      if (text === undefined) return fallback?.render(message) ?? message.text ?? message.key
      return formatMessage(text, message.params, language, (inner) => renderer.render(inner))
    },
    has: (key) => textAt(catalogue, key) !== undefined || (fallback?.has(key) ?? false),
  }
  return renderer
}

function textAt(catalogue: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = catalogue
  for (const name of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined
  return typeof found === 'string' ? found : undefined
}
