import { docPath, type DocPage, type DocSection } from './doc-pages'

/** A section that matches a search. */
export interface DocHit {
  /** Address for the router. */
  readonly path: string
  readonly page: string
  /** Heading of the section; undefined for the start of the page. */
  readonly heading: string | undefined
  /** Words around the first match; empty when only headings match. */
  readonly excerpt: string
}

const hitsMax = 40
const hitsOfPageMax = 5
/** Number of characters before the first match, and length of an excerpt. */
const before = 30
const excerptMax = 110

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the words of a search, normalized for comparison. */
export const wordsOf = (query: string): readonly string[] =>
  fold(query)
    .split(/\s+/)
    .filter((word) => word !== '')

/**
 * Returns the sections that contain every word of the query. Matches in titles come first, then headings, then texts.
 */
export function searchDocs(pages: readonly DocPage[], query: string): readonly DocHit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word))
  const found = pages.flatMap((page) => {
    const inTitle = has(page.title)
    const hits = page.sections.flatMap((section) => {
      const { anchor, title, body } = section
      const inHeading = anchor === '' ? inTitle : has(title)
      const text = plainText(body)
      if (!inHeading && !has(`${page.title} ${title} ${text}`)) return []
      // A page found by its title doesn't repeat each of its sections.
      if (inTitle && anchor !== '' && !inHeading && !has(text)) return []
      return [{ rank: anchor === '' && inTitle ? 0 : inHeading ? 1 : 2, hit: hitOf(page, section, text, words) }]
    })
    return hits.toSorted((one, other) => one.rank - other.rank).slice(0, hitsOfPageMax)
  })
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, hitsMax)
    .map(({ hit }) => hit)
}

function hitOf(page: DocPage, { anchor, title }: DocSection, text: string, words: readonly string[]): DocHit {
  const at = Math.min(...words.map((word) => fold(text).indexOf(word)).filter((place) => place >= 0))
  const start = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', Math.max(0, at - before)) + 1) : 0
  const end = start + excerptMax < text.length ? text.lastIndexOf(' ', start + excerptMax) : text.length
  const excerpt = Number.isFinite(at) ? text.slice(start, end) : ''
  return {
    path: docPath(page.name, anchor),
    page: page.title,
    heading: anchor === '' ? undefined : title,
    excerpt: `${start > 0 ? '… ' : ''}${excerpt}${excerpt !== '' && end < text.length ? ' …' : ''}`,
  }
}

/**
 * Returns Markdown as plain text on one line. Preserves letters and their order, so that matches can be highlighted.
 */
function plainText(body: string): string {
  return body
    .replaceAll(/^\|[-| :]+\|$/gm, ' ')
    .replaceAll(/^```.*$|^\s*(?:-|\d+\.) /gm, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A text cut at its matches: every second part is one. */
export function cutAtWords(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text]
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
}
