/*
 * Texts of a catalogue by their full keys, and as its files hold them. The server, `npm run locales` and the tests use it.
 * The command loads this file without a build, so it imports only types.
 */

import type { Texts } from './renderer'

/**
 * Returns every text by its full key (`grid.toolbar.hide`), in the order of the file.
 *
 * @param prefix  beginning of all keys, such as `grid.`
 */
export function flattenTexts(texts: Texts, prefix = '', into = new Map<string, string>()): Map<string, string> {
  for (const [name, value] of Object.entries(texts))
    if (typeof value === 'string') into.set(prefix + name, value)
    else flattenTexts(value, `${prefix}${name}.`, into)
  return into
}

/** Returns texts nested, in the order of some keys. Leaves out texts with other keys. */
export function nestTexts(keys: Iterable<string>, texts: ReadonlyMap<string, string>): Texts {
  interface Part {
    [name: string]: string | Part
  }
  const nested: Part = {}
  for (const key of keys) {
    const text = texts.get(key)
    if (text === undefined) continue
    const path = key.split('.')
    const last = path.pop() ?? ''
    let part = nested
    for (const name of path) {
      const inner = part[name]
      part = typeof inner === 'object' ? inner : (part[name] = {})
    }
    part[last] = text
  }
  return nested
}
