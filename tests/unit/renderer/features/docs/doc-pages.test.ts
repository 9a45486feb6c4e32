import { readdirSync, readFileSync } from 'node:fs'
import { readGroups, readLink, sectionsOf } from '@renderer/features/docs/doc-pages'
import { docGroups, docPage, docPages, docPicture } from '@renderer/features/docs/library'
import { cutAtWords, searchDocs } from '@renderer/features/docs/search-docs'
import { describe, expect, it } from 'vitest'

/** Returns the links of a page outside its code. */
function linksOf(body: string): string[] {
  const prose = body.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
}

describe('the pages of the documentation', () => {
  it('are all listed in docs/README.md, except those about our own code', () => {
    const files = readdirSync('docs')
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replace(/\.md$/, ''))
    const own = new Set(['README', 'architecture', 'decisions', 'desktop', 'performance'])
    expect(docPages.map(({ name }) => name).toSorted()).toEqual(
      [...files.filter((name) => !own.has(name)), 'changelog'].toSorted(),
    )
    expect(docGroups.every(({ title, pages }) => title !== '' && pages.length > 0)).toBe(true)
    expect(docPages.filter(({ purpose, title }) => purpose === '' || title === '')).toEqual([])
  })

  it('link to pages and headings that exist', () => {
    const broken = docPages.flatMap(({ name, sections }) =>
      sections.flatMap(({ body }) =>
        linksOf(body).flatMap((href) => {
          if (docPicture(href, 'light') !== undefined) return []
          if (/^(?:https?:|\.\.\/|architecture\.md|decisions\.md|performance\.md)/.test(href)) return []
          const to = readLink(href, name)
          const target = to && docPage(to.page)
          return target?.sections.some(({ anchor }) => anchor === to?.anchor) === true ? [] : [`${name}: ${href}`]
        }),
      ),
    )
    expect(broken).toEqual([])
  })

  it('have headings with anchors of their own, and no marks in them', () => {
    for (const { name, sections } of docPages) {
      expect(new Set(sections.map(({ anchor }) => anchor)).size, name).toBe(sections.length)
      expect(
        sections.filter(({ title }) => /[`*_[\]]/.test(title)).map(({ title }) => title),
        name,
      ).toEqual([])
    }
    expect(readFileSync('docs/columns.md', 'utf8')).toContain('(#what-every-column-can-have)')
  })

  it('are split at headings, not at the comments of scripts or of Markdown', () => {
    const page = '# Calls\nFirst.\n\n## Sign in\n```bash\n# a comment\n```\n<!-- list -->\n## Sign in\nAgain, née.'
    expect(sectionsOf(page)).toEqual([
      { anchor: '', title: 'Calls', depth: 1, body: 'First.' },
      { anchor: 'sign-in', title: 'Sign in', depth: 2, body: '```bash\n# a comment\n```' },
      { anchor: 'sign-in-1', title: 'Sign in', depth: 2, body: 'Again, née.' },
    ])
  })

  it('leave out what the list does not name', () => {
    const readme = '## No\n<!-- pages -->\n## Views\n| [a.md](a.md) | see it |\n| [b.md](b.md) | go |\n<!-- /pages -->'
    const [group, ...others] = readGroups(readme, new Map([['a', '# A page']]))
    expect(others).toEqual([])
    expect(group?.pages.map(({ title, purpose }) => [title, purpose])).toEqual([['A page', 'See it']])
  })
})

describe('the search of the documentation', () => {
  const groups = readGroups(
    '<!-- pages -->\n## All\n| [a.md](a.md) | a |\n| [b.md](b.md) | b |\n<!-- /pages -->',
    new Map([
      ['a', '# Views\nBoards and **frozen** columns.\n\n## Freeze columns\n- A menu does it.'],
      ['b', '# Boards\nStacks.\n\n## Drag\n| Key | |\n|---|---|\n| Space | lifts (`card`), see [views](a.md) |'],
    ]),
  )
  const pages = groups.flatMap((group) => group.pages)
  const found = (query: string): (string | undefined)[][] =>
    searchDocs(pages, query).map(({ path, heading }) => [path, heading])

  it('puts titles first, then headings, then texts', () => {
    expect(found('boards')).toEqual([
      ['/docs/b', undefined],
      ['/docs/a', undefined],
    ])
    expect(found('column freeze')).toEqual([['/docs/a#freeze-columns', 'Freeze columns']])
    expect(found('nothing')).toEqual([])
    expect(found('  ')).toEqual([])
  })

  it('shows the words around the match without marks', () => {
    expect(searchDocs(pages, 'CARD')[0]?.excerpt).toBe('Key Space lifts ( card ), see views')
    expect(cutAtWords('Space lifts (a card)', ['(a', 'space'])).toEqual(['', 'Space', ' lifts ', '(a', ' card)'])
  })
})
