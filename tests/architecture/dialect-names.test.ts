import { describe, expect, it } from 'vitest'
import { allSources, expectNone, importsOf, lineOf, literalText, parseSource, type Source } from './sources'

/**
 * Places that may name a dialect: its own folders, the look-up from a configured name to a dialect, and the connection
 * form. Also the composition roots, which hold the path of the worker's bundle.
 */
const allowed = [
  'common/dialects/',
  'main/db/dialects/',
  'main/db/pool.ts',
  'main/server.ts',
  'main/server-options.ts',
  'main/serve.ts',
  'main/headless.ts',
  'main/index.ts',
  'renderer/features/projects/connection/',
  // From the kind of a database to its grammar in the editor and the formatter.
  'renderer/features/sql/editor/languages.ts',
  'common/model/connection.ts',
]

const names = /sqlite|postgres|\bpg\b|mysql|mariadb|mssql|sqlserver|tedious/i
/** `meta.sqlite`, `{id}.sqlite`: a file extension, not a way to distinguish dialects. */
const fileEnding = /^[\w./-]*\.(sqlite3?|db)(-wal|-shm|-journal)?$/

const isAllowed = (path: string): boolean => allowed.some((place) => path.startsWith(place))

/** Returns dialect names in identifiers, strings and imports of a source. Comments are exempt. */
function dialectNames(source: Source): string[] {
  if (isAllowed(source.path)) return []
  const inImports = importsOf(source)
    .filter(({ target }) => names.test(target))
    .map(({ line, specifier }) => `${source.path}:${line} imports '${specifier}'`)
  const inCode = source.nodes.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return []
    const text = node.type === 'Identifier' ? String(node['name']) : literalText(node)
    if (text === undefined || !names.test(text) || fileEnding.test(text)) return []
    return importsOf(source).some(({ specifier }) => specifier === text)
      ? []
      : [`${source.path}:${lineOf(source, node)} says ${text.slice(0, 60)}`]
  })
  return [...new Set([...inImports, ...inCode])]
}

describe("a dialect's name", () => {
  it('stands only where dialects are defined and looked up', () => {
    expectNone(allSources().flatMap(dialectNames))
  })

  it.each([
    `if (client === 'pg') go()`,
    `const sqliteOnly = true`,
    `import { sqlite } from '@main/db/dialects/sqlite'`,
    'const sql = `PRAGMA sqlite_master`',
  ])('is found in: %s', (text) => {
    expect(dialectNames(parseSource('main/features/tables/service.ts', text))).not.toEqual([])
  })

  it.each([`const file = 'meta.sqlite'`, `// SQLite keeps a rowid\nconst a = 1`, `const page = 'jpg'`])(
    'is not seen in: %s',
    (text) => {
      expect(dialectNames(parseSource('main/features/tables/service.ts', text))).toEqual([])
    },
  )
})
