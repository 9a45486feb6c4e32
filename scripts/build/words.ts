import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Sentences by their full keys: `{ 'forms.title': 'Form' }`. */
export type Words = Readonly<Record<string, string>>

/**
 * In the build each module of ours brings the sentences that it names, so that they are loaded with the chunk that
 * shows them. People edit `locales/en` and import nothing: naming a key is enough. While developing
 * and in tests all of it is there.
 */
export function wordsByModule(): Plugin {
  const words = readWords()
  return {
    name: 'basalt-words-by-module',
    apply: 'build',
    enforce: 'pre',
    // The one that takes them all (renderer/i18n/i18n.ts) gets none.
    resolveId: (source) => (source.endsWith('locales/english') ? nothing : undefined),
    load: (id) =>
      id === nothing
        ? readNamespaces()
            .map((name) => `export const ${name} = {}`)
            .join('\n')
        : undefined,
    transform(code, id) {
      if (!ours.test(id)) return undefined
      const named = wordsNamed(code, words)
      if (Object.keys(named).length === 0) return undefined
      return {
        code: `import { addWords as ${adder} } from '@renderer/i18n/i18n';\n${adder}(${JSON.stringify(named)});\n${code}`,
        map: null,
      }
    },
    generateBundle(_options, bundle) {
      // A sentence that is not there would be shown as its key: rather no build than such a one.
      const missing = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? keysWithoutWords(chunk.code, words).map((key) => `${chunk.fileName} names ${key}`)
          : [],
      )
      if (missing.length > 0) this.error(`Sentences would be missing:\n${missing.join('\n')}`)
    },
  }
}

const nothing = '\0basalt-no-words'
const adder = 'basaltAddWords'
/** Not what addWords itself is made of. */
const ours = /\/(?:renderer|common)\/(?!i18n\/|messages\/)[^?]*\.tsx?$/

const english = fileURLToPath(new URL('../../locales/en', import.meta.url))

const readNamespaces = (): string[] =>
  readdirSync(english)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))

/** Reads all files of `locales/en`. */
export function readWords(): Words {
  const flat: Record<string, string> = {}
  const take = (part: Readonly<Record<string, unknown>>, start: string): void => {
    for (const [name, value] of Object.entries(part))
      if (typeof value === 'string') flat[start + name] = value
      else take(value as Readonly<Record<string, unknown>>, `${start}${name}.`)
  }
  for (const name of readNamespaces())
    take(JSON.parse(readFileSync(`${english}/${name}.json`, 'utf8')) as Readonly<Record<string, unknown>>, `${name}.`)
  return flat
}

/** A text that looks like a key, or a template that begins as one: `errors.${code}`. */
const texts = /(['"`])([a-z]\w*\.[\w.]*)(?:\1|\$\{)/g

/** The sentences whose keys stand in a source text, whole or as a template. What fills a template holds no dot. */
export function wordsNamed(code: string, words: Words): Words {
  const whole = new Set<string>()
  const templates: RegExp[] = []
  for (const { 0: text, 1: quote = '', 2: key = '', index } of code.matchAll(texts))
    if (text.endsWith(quote)) whole.add(key)
    // Not a type: `projects.${string}`.
    else if (quote === '`' && !code.startsWith('string}', index + text.length))
      templates.push(templatePattern(code, index + 1))
  if (whole.size + templates.length === 0) return {}
  return Object.fromEntries(
    Object.entries(words).filter(([key]) => whole.has(key) || templates.some((each) => each.test(key))),
  )
}

/** @param start  behind the opening quote */
function templatePattern(code: string, start: number): RegExp {
  let pattern = ''
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at] ?? ''
    if (depth > 0) depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
    else if (sign === '`') break
    else if (code.startsWith('${', at)) {
      pattern += '[^.]+'
      depth = 1
      at += 1
    } else pattern += sign.replace(/\W/, String.raw`\$&`)
  }
  return new RegExp(`^${pattern}$`)
}

/** A sentence in a built chunk: `"forms.title":"Form"`. */
const broughtWords = /"([a-z]\w*\.[^"\\]+)":/g

/** Keys that a built chunk names without bringing their sentences. */
export function keysWithoutWords(chunk: string, words: Words): string[] {
  const brought = new Set([...chunk.matchAll(broughtWords)].map(([, key]) => key))
  return Object.keys(wordsNamed(chunk.replaceAll(broughtWords, ''), words)).filter((key) => !brought.has(key))
}
