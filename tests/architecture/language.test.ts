import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { expectNone } from './sources'

interface Fault {
  readonly index: number
  readonly found: string
  readonly say: string
}

/** The command has no types of its own. */
const { commentsOf, languageFaults, proseOf } = (await import(
  /* @vite-ignore */ new URL('../../scripts/lib/language.mjs', import.meta.url).href
)) as {
  readonly commentsOf: (path: string, text: string) => readonly { readonly line: number; readonly text: string }[]
  readonly languageFaults: (text: string) => readonly Fault[]
  readonly proseOf: (document: string) => string
}

const read = (path: string): string => readFileSync(path, 'utf8')
const isOurs = (path: string): boolean => !path.includes('node_modules')
const told = (path: string, line: number, { found, say }: Fault): string =>
  `${path}:${line} "${found.trim()}": say ${say}`

describe('the language', () => {
  it('of documents follows the table of words', () => {
    const documents = globSync(['*.md', '{docs,common,main,renderer,tests,scripts,bench,locales,resources}/**/*.md'])
    expectNone(
      documents.filter(isOurs).flatMap((path) => {
        // The table of words itself names the words.
        const prose = proseOf(read(path)).replaceAll(
          /^(?:CONTRIBUTING|locales\/glossary)\.md$/.test(path) ? /^\|.*/gm : /$^/g,
          '',
        )
        return languageFaults(prose).map((fault) => told(path, prose.slice(0, fault.index).split('\n').length, fault))
      }),
    )
  })

  it('of comments follows the table of words', () => {
    const sources = globSync('{common,main,preload,renderer,tests,scripts,bench}/**/*.{ts,tsx,mjs}')
    expectNone(
      sources
        .filter(isOurs)
        .flatMap((path) =>
          commentsOf(path, read(path)).flatMap(({ line, text }) =>
            languageFaults(proseOf(text)).map((fault) => told(path, line, fault)),
          ),
        ),
    )
  })

  it('of texts on screen follows the table of words', () => {
    expectNone(
      globSync('locales/en/*.json').flatMap((path) =>
        textsOf(JSON.parse(read(path))).flatMap((text) =>
          languageFaults(text).map(({ found, say }) => `${path} "${text}": say ${say} instead of "${found.trim()}"`),
        ),
      ),
    )
  })
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
