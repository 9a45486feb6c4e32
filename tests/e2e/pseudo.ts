import type { BrowserContext, Page } from 'playwright'
import { parseSync } from 'vite'

/**
 * A test language made from English: longer, accented, written from right to left. It replaces each vowel with two
 * accented ones, so an English word outside the catalogue stands out by its plain vowels.
 */

/** A language without a folder (common/messages/languages.ts), whose dates and numbers `Intl` writes as in English, in a script from right to left. */
export const pseudoLanguage = 'en_Arab'

const accented: Readonly<Record<string, string>> = {
  a: 'àà',
  e: 'éé',
  i: 'ïï',
  o: 'öö',
  u: 'üü',
  A: 'ÀÀ',
  E: 'ÉÉ',
  I: 'ÏÏ',
  O: 'ÖÖ',
  U: 'ÜÜ',
}
/** Names that translators leave as they are. A label must contain the visible name. */
export const untranslated = ['Basalt', 'Aa']
const accent = (text: string): string =>
  text.replaceAll(new RegExp(String.raw`\b(?:${untranslated.join('|')})\b|[aeiou]`, 'gi'), (part) =>
    untranslated.includes(part) ? part : (accented[part] ?? part),
  )

/** Returns an ICU message with its literal parts accented. Names of parameters, kinds and branches stay. */
export function pseudoMessage(text: string): string {
  let at = 0
  const message = (): string => {
    let done = ''
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{') done += argument()
      else if (text[at] === "'" && /[{}<>']/.test(text[at + 1] ?? '')) {
        const end = text[at + 1] === "'" ? at + 1 : text.indexOf("'", at + 2)
        const last = end === -1 ? text.length : end + 1
        done += text.slice(at, last)
        at = last
      } else {
        const [literal = ''] = /^[^{}']+|^[^]/.exec(text.slice(at)) ?? []
        done += accent(literal)
        at += literal.length
      }
    }
    return done
  }
  const argument = (): string => {
    const start = at
    const [head = ''] = /^\{\s*\w+\s*(?:,\s*(?:plural|selectordinal|select)\s*,)?/.exec(text.slice(at)) ?? []
    if (!head.endsWith(',')) {
      at = text.indexOf('}', at) + 1
      return text.slice(start, at)
    }
    at += head.length
    let done = head
    while (text[at] !== '}') {
      const next = text.indexOf('{', at)
      done += text.slice(at, next + 1)
      at = next + 1
      done += message() + '}'
      at += 1
      done += /^\s*/.exec(text.slice(at))?.[0] ?? ''
      at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
    }
    at += 1
    return `${done}}`
  }
  return message()
}

/** The built texts of the page, with messages as strings. */
const textFiles = /\/assets\/(?:texts|more)-en-[\w-]+\.js$/

function pseudoFile(code: string): string {
  const strings: { start: number; end: number; text: string }[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      const node = value as Record<string, unknown> & { type?: string; start: number; end: number }
      const quasis = node.type === 'TemplateLiteral' ? (node['quasis'] as { value: { cooked: string } }[]) : []
      if (quasis.length === 1) strings.push({ start: node.start, end: node.end, text: quasis[0]?.value.cooked ?? '' })
      else if (node.type === 'Property') visit(node['value'])
      else if (node.type === 'Literal' && typeof node['value'] === 'string')
        strings.push({ start: node.start, end: node.end, text: node['value'] })
      else if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration')
        Object.values(node).forEach(visit)
    }
  }
  visit(parseSync('texts.js', code).program)
  let done = ''
  let last = 0
  for (const { start, end, text } of strings.toSorted((a, b) => a.start - b.start)) {
    done += code.slice(last, start) + JSON.stringify(pseudoMessage(text))
    last = end
  }
  return done + code.slice(last)
}

/** Shows the application in the pseudo-language, from the next page that is opened. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(textFiles, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    await route.fulfill({ contentType: 'text/javascript', body: pseudoFile(code) })
  })
  await context.addInitScript((language) => {
    const stored = JSON.parse(localStorage.getItem('windows') ?? '{"state":{},"version":0}') as { state: object }
    localStorage.setItem('windows', JSON.stringify({ ...stored, state: { ...stored.state, language } }))
  }, pseudoLanguage)
}

/** A pattern that matches a text in English, in the pseudo-language, or in a mixture with data. */
function inBoth(name: string | RegExp, exact: boolean): RegExp {
  const either = (vowel: string): string => `(?:${vowel}|${accented[vowel] ?? vowel})`
  if (typeof name !== 'string')
    // Excludes the letters of escapes such as \d, and those of classes.
    return new RegExp(
      name.source.replaceAll(/\\.|\[[^\]]*\]|\(\?[:=!<]*|[aeiou]/gi, (part) =>
        part.length === 1 ? either(part) : part,
      ),
      name.flags,
    )
  const pattern = name
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`)
    .replaceAll(/(?<!\\)[aeiou]/gi, either)
  return exact ? new RegExp(String.raw`^\s*${pattern}\s*$`) : new RegExp(pattern, 'i')
}

type Options = Record<string, unknown> & { exact?: boolean }

type Finders = Record<string, (...given: unknown[]) => unknown>

/**
 * Lets locators that are written in English find their elements in the pseudo-language too.
 *
 * @returns ends it: the browsers of a worker share their locators
 */
export function findInBoth(page: Page): () => void {
  const undo: (() => void)[] = []
  for (const prototype of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('body'))] as Finders[]) {
    const replace = (name: string, make: (find: Finders[string]) => Finders[string]): void => {
      const find = prototype[name]
      if (find === undefined) return
      prototype[name] = make(find)
      undo.push(() => {
        prototype[name] = find
      })
    }
    for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'])
      replace(
        name,
        (find) =>
          function (this: unknown, text: unknown, options?: unknown) {
            const { exact = false, ...rest } = (options ?? {}) as Options
            return find.call(this, inBoth(text as string, exact), rest)
          },
      )
    replace(
      'getByRole',
      (find) =>
        function (this: unknown, role: unknown, options?: unknown) {
          const { name, exact = false, ...rest } = (options ?? {}) as Options
          return find.call(this, role, name === undefined ? rest : { ...rest, name: inBoth(name as string, exact) })
        },
    )
    for (const method of ['locator', 'filter'])
      replace(
        method,
        (find) =>
          function (this: unknown, ...given: unknown[]) {
            const options = given.at(-1)
            if (typeof options === 'object' && options !== null && ('hasText' in options || 'hasNotText' in options)) {
              const changed = Object.entries(options).map(([key, value]) => [
                key,
                key === 'hasText' || key === 'hasNotText' ? inBoth(value as string, false) : value,
              ])
              given = [...given.slice(0, -1), Object.fromEntries(changed)]
            }
            return find.apply(this, given)
          },
      )
  }
  return () => {
    for (const each of undo) each()
  }
}
