import { ImportProblem } from '@common/import/problem'

/** What stands in XML, one after the other, without the prefixes of names. */
export interface XmlListener {
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** A tag or a text that is longer is no part of a workbook. */
const pieceSigns = 16 * 1024 ** 2

/**
 * Reads XML as it comes, in chunks: elements, texts and the five entities that XML has by itself. A file that declares
 * others is refused: they are how a small file becomes a large one, or reads another.
 */
export class XmlReader {
  readonly #to: XmlListener
  #rest = ''

  constructor(to: XmlListener) {
    this.#to = to
  }

  /** @throws ImportProblem IMPORT_FILE_DAMAGED */
  push(chunk: string): void {
    const text = this.#rest + chunk
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open < 0) {
        // What may be the beginning of an entity waits for its end.
        const amp = text.lastIndexOf('&')
        const until = amp >= at && text.indexOf(';', amp) < 0 ? amp : text.length
        if (until > at) this.#to.text(unescaped(text.slice(at, until)))
        at = until
        break
      }
      if (open > at) {
        this.#to.text(unescaped(text.slice(at, open)))
        at = open
      }
      const next = this.#markup(text, open)
      if (next === undefined) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > pieceSigns) throw damaged()
  }

  /** @throws ImportProblem IMPORT_FILE_DAMAGED where it ends within a tag */
  end(): void {
    if (this.#rest.trim() !== '') throw damaged()
  }

  /** Where it goes on behind what begins here; undefined where its end is not there yet. */
  #markup(text: string, open: number): number | undefined {
    if (text.startsWith('<!', open) || text.length < open + 9) {
      if (text.length < open + 9 && !/^<[^!]*>/.test(text.slice(open))) return undefined
      if (text.startsWith('<!--', open)) return after(text, '-->', open)
      if (text.startsWith('<![CDATA[', open)) {
        const end = text.indexOf(']]>', open)
        if (end < 0) return undefined
        this.#to.text(text.slice(open + 9, end))
        return end + 3
      }
      if (text.startsWith('<!', open)) throw damaged()
    }
    if (text.startsWith('<?', open)) return after(text, '?>', open)
    const end = text.indexOf('>', open)
    if (end < 0) return undefined
    if (text[open + 1] === '/') {
      this.#to.close(localName(text.slice(open + 2, end).trim()))
      return end + 1
    }
    const isEmpty = text[end - 1] === '/'
    const tag = text.slice(open + 1, isEmpty ? end - 1 : end)
    const blank = tag.search(/\s/)
    const name = localName(blank < 0 ? tag : tag.slice(0, blank))
    this.#to.open(name, blank < 0 ? '' : tag.slice(blank))
    if (isEmpty) this.#to.close(name)
    return end + 1
  }
}

const damaged = (): ImportProblem => new ImportProblem('IMPORT_FILE_DAMAGED')

function after(text: string, end: string, from: number): number | undefined {
  const at = text.indexOf(end, from)
  return at < 0 ? undefined : at + end.length
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const patterns = new Map<string, RegExp>()

/** The value of an attribute, by its name with its prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  // As every program writes them.
  const usual = attributes.indexOf(` ${name}="`)
  if (usual >= 0) {
    const from = usual + name.length + 3
    const end = attributes.indexOf('"', from)
    return end < 0 ? undefined : unescaped(attributes.slice(from, end))
  }
  if (!attributes.includes(name)) return undefined
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : unescaped(value)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const sign = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
      return sign > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(sign)
    },
  )
}
