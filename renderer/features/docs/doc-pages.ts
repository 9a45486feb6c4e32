/** A heading of a page with the text below it, up to the next heading. */
export interface DocSection {
  /** Name in addresses, unique on its page. Empty for the text below the title of the page. */
  readonly anchor: string
  readonly title: string
  /** 1 for the title of the page, 2 and 3 below it. */
  readonly depth: number
  /** Markdown without its heading. */
  readonly body: string
}

/** A page of the documentation. */
export interface DocPage {
  /** Name of its file without the ending, as in addresses: `grid`. */
  readonly name: string
  readonly title: string
  /** The purpose of the page, from the list of pages. */
  readonly purpose: string
  readonly sections: readonly DocSection[]
}

/** Pages that belong together. */
export interface DocGroup {
  readonly title: string
  readonly pages: readonly DocPage[]
}

/** A link in the list of pages, with its purpose: `| [grid.md](grid.md) | use the grid |`. */
const listed = /^\| \[([^\]]+)\]\((?:\.\.\/)?([\w-]+)\.md\) \| (.+) \|$/

/** Name of the page that shows CHANGELOG.md. */
export const changelogName = 'changelog'

/**
 * Reads the list of pages for users from docs/README.md, the one place that orders and groups them.
 *
 * @param texts  Markdown by page name. A listed page without a text is an error of the build, so it is skipped here.
 */
export function readGroups(readme: string, texts: ReadonlyMap<string, string>): readonly DocGroup[] {
  const list = /<!-- pages\b[^>]*-->([\s\S]*)<!-- \/pages -->/.exec(readme)?.[1] ?? ''
  return sectionsOf(list)
    .filter(({ depth }) => depth === 2)
    .map(({ title, body }) => ({
      title,
      pages: body.split('\n').flatMap((line) => {
        const [, words = '', file = '', purpose = ''] = listed.exec(line) ?? []
        const name = file.toLowerCase()
        const text = texts.get(name)
        if (text === undefined) return []
        return [readPage(name, purpose, name === changelogName ? changelogPage(words, text) : text)]
      }),
    }))
}

function readPage(name: string, purpose: string, text: string): DocPage {
  const sections = sectionsOf(text)
  return { name, title: sections[0]?.title ?? name, purpose: capitalized(purpose), sections }
}

/**
 * Returns the Markdown of CHANGELOG.md as a page: the kinds of changes below each version, the newest change first.
 *
 * @param title  heading of the page
 */
export function changelogPage(title: string, changelog: string): string {
  const versions = changelog.split(/^## /m).slice(1)
  return [`# ${title}`, ...versions.map(versionText)].join('\n\n')
}

function versionText(version: string): string {
  const [name = '', ...lines] = version.split('\n')
  const kinds = new Map<string, string[]>()
  for (const entry of lines.join('\n').split(/^- /m)) {
    const [, kind, text = ''] = /^\[(\w+)\] ([\s\S]+)$/.exec(entry.trim()) ?? []
    // Pages name their files without a folder.
    if (kind !== undefined)
      kinds.set(kind, [`- ${text.replaceAll(/([[(])docs\/(?=[\w-]+\.md)/g, '$1')}`, ...(kinds.get(kind) ?? [])])
  }
  const heading = name === 'Unreleased' ? 'In this version' : name
  return [`## ${heading}`, ...[...kinds].map(([kind, entries]) => `### ${kind}\n\n${entries.join('\n')}`)].join('\n\n')
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Splits Markdown at its headings. Comments are left out, and `#` in code is no heading. */
export function sectionsOf(text: string): readonly DocSection[] {
  const sections: { anchor: string; title: string; depth: number; lines: string[] }[] = []
  const taken = new Map<string, number>()
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && /^<!-- .* -->$/.test(line)) continue
    const [, marks, title = ''] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(line)) ?? []
    if (marks === undefined) sections.at(-1)?.lines.push(line)
    else
      sections.push({ anchor: marks.length === 1 ? '' : anchorOf(title, taken), title, depth: marks.length, lines: [] })
  }
  return sections.map(({ lines, ...section }) => ({ ...section, body: lines.join('\n').trim() }))
}

/** The anchor that code hosts give a heading, so that links work in both places: `Copy and paste` → `copy-and-paste`. */
function anchorOf(title: string, taken: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const count = taken.get(plain) ?? 0
  taken.set(plain, count + 1)
  return count === 0 ? plain : `${plain}-${count}`
}

/** Returns the target of a link within the documentation; undefined for addresses elsewhere. */
export function readLink(href: string, from: string): { readonly page: string; readonly anchor: string } | undefined {
  const [, file, anchor = ''] = /^(?:([\w-]+)\.md)?(?:#([\p{L}\p{N}_-]+))?$/u.exec(href) ?? []
  if (file === undefined && anchor === '') return undefined
  return { page: file ?? from, anchor }
}

/** Returns the router's address of a page or one of its headings. */
export const docPath = (page: string, anchor = ''): string => `/docs/${page}${anchor === '' ? '' : `#${anchor}`}`
