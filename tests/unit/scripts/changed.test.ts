import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesIn } from '@tests/architecture/sources'

const file = new URL('../../../scripts/lib/changed.mjs', import.meta.url).href
/** The command has no types of its own. */
const { endToEndReached, endToEndSources, reachOfScreens, reachUnseen, textsOfScreens, unseenReached } = (await import(
  /* @vite-ignore */ file
)) as {
  readonly endToEndReached: (paths: readonly string[], sources: Readonly<Record<string, string>>) => string[]
  readonly endToEndSources: () => Record<string, string>
  readonly reachOfScreens: Readonly<Record<string, readonly string[]>>
  readonly reachUnseen: readonly { readonly tests: readonly string[] }[]
  readonly textsOfScreens: Readonly<Record<string, string>>
  readonly unseenReached: (paths: readonly string[]) => string[]
}

const sources = endToEndSources()
const all = Object.keys(sources).filter((path) => path.endsWith('.test.ts'))
const sourcesOf = (...folders: string[]) =>
  folders.flatMap(filesIn).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const reached = (...paths: string[]): string[] => endToEndReached(paths, sources)

describe('The end-to-end tests that a change reaches', () => {
  it('are those of a screen, and those that go through every screen', () => {
    const screens = reached('renderer/features/erd/Diagram.tsx')
    expect(screens).toContain('tests/e2e/erd.test.ts')
    expect(screens).toContain('tests/e2e/surfaces-shell.test.ts')
    expect(screens.filter((path) => !/\/(?:erd|focus|screens|surfaces-)/.test(path))).toEqual([])
  })

  it('are all of them for what every screen is made of', () => {
    for (const path of ['renderer/ui/Button.tsx', 'main/server.ts', 'common/query/where.ts', 'package-lock.json'])
      expect(reached(path)).toHaveLength(all.length)
  })

  it('are a changed test itself, and for a helper those that import it', () => {
    expect(reached('tests/e2e/find.test.ts')).toEqual(['tests/e2e/find.test.ts'])
    const viewers = reached('tests/e2e/viewer.ts')
    expect(viewers).toContain('tests/e2e/kanban.test.ts')
    expect(viewers).not.toContain('tests/e2e/find.test.ts')
    expect(reached('tests/helpers/browser.ts').length).toBeGreaterThan(40)
  })

  it('are those of a screen, and of every text, for a text that only this screen shows', () => {
    const screens = reached('locales/en/erd.json')
    expect(screens).toContain('tests/e2e/screens.test.ts')
    expect(screens.filter((path) => !/\/(?:erd|focus|screens|surfaces-)/.test(path))).toEqual([])
    expect(reached('locales/en/grid.json')).toHaveLength(all.length)
    for (const [namespace, folder] of Object.entries(textsOfScreens)) {
      const uses = new RegExp(`['"\`]${namespace}\\.\\w`)
      const others = sourcesOf('common', 'main', 'renderer').filter(({ text }) => uses.test(text))
      expect([namespace, others.filter(({ path }) => !path.startsWith(folder))]).toEqual([namespace, []])
    }
  })

  it('are all of them for what vitest loads with each', () => {
    for (const path of ['vitest.config.ts', 'tests/helpers/postgres-setup.ts'])
      expect(reached(path)).toHaveLength(all.length)
  })

  it('are none for benchmarks, notes, checks and other tests', () => {
    expect(reached('CHANGELOG.md', 'main/README.md', 'bench/run.ts', 'tests/unit/docs/x.test.ts')).toEqual([])
    expect(reached('.gitignore', 'LICENSE', 'scripts/counts.mjs', 'scripts/lib/sleeps.mjs')).toEqual([])
    expect(reached('scripts/build.mjs')).toHaveLength(all.length)
  })
})

describe('What vitest cannot see', () => {
  it('runs the examples of the documents when these change', () => {
    expect(unseenReached(['docs/grid.md'])).toContain('tests/http/docs-')
    expect(unseenReached(['renderer/main.tsx'])).toEqual([])
  })

  it('runs every test that starts the server as a program when the server changes', () => {
    const starts = sourcesOf('tests/contract', 'tests/dialects', 'tests/http').filter(
      ({ path, text }) => path.includes('.test.ts') && /from '.*serve-process'/.test(text),
    )
    expect(starts.length).toBeGreaterThan(5)
    for (const path of ['main/server.ts', 'common/query/where.ts'])
      for (const test of starts)
        expect([test.path, unseenReached([path]).some((start) => test.path.startsWith(start))]).toEqual([
          test.path,
          true,
        ])
  })

  it('names tests and screens that are there', () => {
    const tests = filesIn('tests')
    for (const start of reachUnseen.flatMap(({ tests: starts }) => starts))
      expect([start, tests.some((path) => path.startsWith(start))]).toEqual([start, true])
    for (const [folder, names] of Object.entries(reachOfScreens)) {
      expect([folder, existsSync(folder)]).toEqual([folder, true])
      for (const name of names) expect(all).toContain(`tests/e2e/${name}.test.ts`)
    }
  })
})
