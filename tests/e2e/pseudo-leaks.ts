import { currencies } from '@common/util/currencies'
import { shortName } from '@common/util/short-name'
import type { Page, Response } from 'playwright'
import { untranslated } from './pseudo'

/** Response fields with sentences of the server. Every other text is user data. */
const sentences = new Set(['msg', 'message', 'reason', 'why', 'note', 'notes', 'problem', 'problems', 'problemText'])

/** Words that are the same in every language: names of products and formats, keys, words of HTTP, JSON and SQL, defaults of servers. */
const names =
  'SELECT|INSERT|UPDATE|DELETE|CREATE|GET|POST|PUT|PATCH|SQLite|PostgreSQL|MySQL|MariaDB|SQL Server|REST|GraphQL|gRPC|JSON|ZIP|UTC|Alt|Ctrl|Enter|Esc|true|false|null|postgres|public|eu-central-1'

const inEnglish = (options: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] =>
  ['en-US', 'en-GB'].flatMap((tag) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  })
const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at, 1))
const days = Array.from({ length: 7 }, (_, at) => Date.UTC(2026, 0, at + 1))

/** Messages of foreign servers in the surfaces. */
const strangers = ['The disk does not answer.']

/** Variables in texts of users, and short relative times of `Intl`: `{{data.id}}`, `in 3d`. */
const noWords = /\{\{[^{}]*\}\}|\bin \d+ ?(?:s|m|min|h|d|wk|mo|y)\b/g

/** Texts from `Intl`: names of months, weekdays, units and currencies. */
const ofIntl = [
  ...inEnglish({ month: 'long' }, months),
  ...inEnglish({ month: 'short' }, months),
  ...inEnglish({ weekday: 'long' }, days),
  ...inEnglish({ weekday: 'short' }, days),
  ...currencies('en-US').map(({ label }) => label),
  'AM',
  'PM',
  'bytes',
  'byte',
  'now',
  'ago',
  'ms',
  'sec',
  'min',
  'second',
  'seconds',
  'minute',
  'minutes',
  'hour',
  'hours',
  'yesterday',
  'tomorrow',
]

export interface UserData {
  readonly texts: ReadonlySet<string>
  /** Texts found free of English. As user data only grows, they stay so. */
  readonly cleared: Set<string>
  /** Takes the texts of a response in JSON. */
  readonly learn: (json: string) => void
  /** Resolves when every response that has arrived is read. */
  readonly settled: () => Promise<unknown>
}

/** Collects user texts from the server's responses: names of tables, fields and views, and values. */
export function collectData(page: Page): UserData {
  const texts = new Set<string>([...names.split('|'), ...untranslated, ...ofIntl, ...strangers])
  const take = (value: unknown, key = ''): void => {
    if (Array.isArray(value)) for (const item of value) take(item, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        // The English of an audit line; users write the descriptions of forms.
        if (name === 'description' && 'op_type' in value) continue
        if (!sentences.has(name)) texts.add(name)
        take(item, name)
      }
    else if (typeof value === 'string' && !sentences.has(key)) {
      texts.add(value.replaceAll(/\s+/g, ' ').trim())
      texts.add(
        value
          .replaceAll(/[*_#`]/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      if (value.includes('@')) texts.add(shortName(value))
      for (const line of value.split(/[\n,*_#`[\]()]/)) texts.add(line.trim())
      if (/^[[{"]/.test(value))
        try {
          take(JSON.parse(value))
        } catch {
          // Text that only looks like JSON.
        }
    }
  }
  const reading = new Set<Promise<void>>()
  page.on('response', (response: Response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    const read = response
      .json()
      .then(take, () => undefined)
      .finally(() => reading.delete(read))
    reading.add(read)
  })
  const learn = (json: string): void => {
    try {
      take(JSON.parse(json))
    } catch {
      // The page tells that its answer was broken.
    }
  }
  return { texts, cleared: new Set(), learn, settled: () => Promise.all(reading) }
}

/**
 * Records the texts that are painted on canvases, and the responses that the page reads: the browser forgets large ones
 * before this process can ask for them. Before the page is opened.
 */
export async function recordPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const read = Object.getOwnPropertyDescriptor(Response.prototype, 'text')?.value as () => Promise<string>
    Response.prototype.text = async function () {
      const text = await Reflect.apply(read, this, [])
      if (/json/.test(this.headers.get('content-type') ?? '')) heard.push(text)
      return text
    }
    Response.prototype.json = async function () {
      return JSON.parse(await this.text()) as unknown
    }
    // The API document arrives as a file.
    const readFile = Object.getOwnPropertyDescriptor(Blob.prototype, 'text')?.value as () => Promise<string>
    Blob.prototype.text = async function () {
      const text = await Reflect.apply(readFile, this, [])
      if (/^\s*[[{]/.test(text)) heard.push(text)
      return text
    }
    const painted = new Set<string>()
    Object.assign(globalThis, { painted })
    const prototype = CanvasRenderingContext2D.prototype
    const fill = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value as (...given: unknown[]) => void
    prototype.fillText = function (...given) {
      painted.add(given[0])
      Reflect.apply(fill, this, given)
    }
  })
}

/** Forgets what is painted. axe paints the texts of a page onto a canvas of its own, to find icons that are letters. */
export async function forgetPainting(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { painted?: Set<string> }).painted?.clear())
}

/**
 * Returns every text that is visible or read aloud, from the document, its attributes and the canvases. `names` are what
 * users typed and what the page marks as a name, in labels too: "Copy viewCount". `heard` are the responses that the page
 * has read since the last time.
 */
async function shownTexts(page: Page): Promise<Record<'texts' | 'names' | 'heard', string[]>> {
  return page.evaluate(() => {
    const untranslated = 'script, style, [translate="no"], pre, code, kbd'
    const names = [...document.querySelectorAll<HTMLElement>('[translate="no"]')].map((each) => each.textContent.trim())
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      if (!field.readOnly) names.push(field.value.trim())
    const { painted, heard = [] } = globalThis as unknown as { painted?: Set<string>; heard?: string[] }
    const found = new Set<string>(painted)
    painted?.clear()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || parent.closest(untranslated) !== null) continue
      // A word that was found is marked: its text is cut into pieces.
      const marked = parent.closest('mark')?.parentElement ?? (parent.querySelector(':scope > mark') ? parent : node)
      const text = marked.textContent?.trim()
      if (text) found.add(text)
    }
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'aria-roledescription',
      'title',
      'placeholder',
      'alt',
    ]
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of attributes) {
        const text = element.getAttribute(name)?.trim()
        if (text) found.add(text)
      }
      const isOwn = element.closest(untranslated) !== null
      if (element instanceof HTMLInputElement && element.readOnly && !isOwn) found.add(element.value)
    }
    found.add(document.title)
    return { texts: [...found], names, heard: heard.splice(0) }
  })
}

/** Returns the texts on the page with English words that came neither from the catalogue nor from users. */
export async function englishLeft(page: Page, { texts, cleared, learn, settled }: UserData): Promise<string[]> {
  const { texts: seen, names, heard } = await shownTexts(page)
  heard.forEach(learn)
  const shown = seen.filter((text) => !cleared.has(text))
  // The page may show a value before this process has read the response.
  await settled()
  const known = [...texts, ...names].filter((text) => /[a-z]{2}/i.test(text)).toSorted((a, b) => b.length - a.length)
  const left: string[] = []
  for (const text of shown) {
    let rest = text.replaceAll(/\s+/g, ' ').replaceAll(noWords, ' ')
    // Texts may be truncated: a prefix of user text counts as user text.
    const whole = rest.replace(/…$/, '')
    if (whole !== '' && known.some((each) => each.startsWith(whole))) {
      cleared.add(text)
      continue
    }
    for (const each of known)
      if (rest.includes(each))
        rest = rest.replaceAll(
          new RegExp(`(?<![A-Za-z])${each.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)}(?![A-Za-z])`, 'g'),
          ' ',
        )
    const words = rest.match(/(?<![\p{L}\d@._/-])[A-Za-z]{2,}(?![\p{L}\d@_/])/gu) ?? []
    if (words.some((word) => /[aeiou]/i.test(word))) left.push(text)
    else cleared.add(text)
  }
  return left
}
