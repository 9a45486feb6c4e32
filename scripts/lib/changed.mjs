/** Selects the tests that a change can reach, for `npm test -- --changed`. */
import { readdirSync, readFileSync } from 'node:fs'
import { inRoot, run } from './process.mjs'

/**
 * Screens on which nothing else builds, and the end-to-end tests that visit them. All tests reach a screen that isn't
 * listed here, as they reach `common/`, `main/`, `locales/` and their build files.
 */
export const reachOfScreens = {
  'docs/': ['api', 'documentation'],
  'renderer/features/api-panel/': ['api'],
  'renderer/features/calendar/': ['calendar', 'next-step', 'sample'],
  'renderer/features/cards/': ['calendar', 'gallery', 'kanban', 'next-step', 'sample'],
  'renderer/features/docs/': ['api', 'documentation'],
  'renderer/features/erd/': ['erd'],
  'renderer/features/form/': ['form', 'next-step', 'sample'],
  'renderer/features/gallery/': ['gallery', 'next-step', 'sample'],
  'renderer/features/grid/clipboard/': ['clipboard', 'ranges', 'undo', 'unsaved-batches'],
  'renderer/features/grid/fill/': ['ranges', 'unsaved-batches'],
  'renderer/features/grid/find/': ['find', 'unsaved-batches'],
  'renderer/features/grid/statistics/': ['statistics'],
  'renderer/features/import/': ['import', 'newcomer'],
  'renderer/features/inspire/': [],
  'renderer/features/kanban/': ['kanban', 'next-step', 'sample'],
  'renderer/features/meta/': ['meta'],
  'renderer/features/production/': ['production'],
  'renderer/features/records/clipboard/': ['clipboard', 'export', 'ranges', 'undo', 'unsaved-batches'],
  'renderer/features/records/duplicates/': ['duplicates'],
  'renderer/features/records/export/': ['export'],
  'renderer/features/template-editor/': ['template-editor'],
  'renderer/features/terminal/': ['terminal'],
}
/** Tests that visit every screen, and read its texts. */
const everyScreen = ['focus', 'screens', 'surfaces']

/** Namespaces of texts that one screen alone shows, and the folder of the screen. */
export const textsOfScreens = {
  apiPanel: 'renderer/features/api-panel/',
  calendar: 'renderer/features/calendar/',
  erd: 'renderer/features/erd/',
  forms: 'renderer/features/form/',
  inspire: 'renderer/features/inspire/',
  gallery: 'renderer/features/gallery/',
  imports: 'renderer/features/import/',
  kanban: 'renderer/features/kanban/',
}
/** Files that tests read or start without importing them: vitest can't see that a change reaches them. */
export const reachUnseen = [
  {
    when: /^(?:docs\/|README\.md$)/,
    tests: ['tests/http/docs-', 'tests/http/readme', 'tests/dialects/docs-', 'tests/unit/docs'],
  },
  {
    when: /^(?:main|common)\//,
    tests: [
      'tests/http/automation-outbox',
      'tests/http/compiled-code',
      'tests/http/endless-sql',
      'tests/http/failover',
      'tests/http/galera-failover',
      'tests/http/health',
      'tests/http/killed',
      'tests/http/rolling-upgrade',
      'tests/http/shared-jobs',
      'tests/http/storages',
      'tests/http/serve.',
      'tests/http/two-servers',
      'tests/http/work-elsewhere',
      'tests/http/database-killed',
      'tests/dialects/durability',
      'tests/dialects/killed-',
      'tests/dialects/threads',
    ],
  },
  {
    when: /^tests\/helpers\/(?:global-setup|mariadb-setup|own-mariadb|postgres-setup)\.ts$/,
    tests: ['tests/contract/', 'tests/dialects/', 'tests/http/'],
  },
  { when: /^scripts\//, tests: ['tests/unit/scripts/'] },
]

/** Changes that aren't part of a program, nor of its build. */
const noProgram = new RegExp(
  [
    String.raw`^(?:bench|resources|\.ci)/`,
    String.raw`^tests/(?!e2e/|helpers/|fixtures/)`,
    String.raw`^scripts/(?:bench|bench-ui|check|counts|icons|screenshots|test)\.mjs$`,
    String.raw`^scripts/lib/(?:changed|english-in-main|language|lists|sleeps|steps|type-names)\.mjs$`,
    String.raw`^(?:LICENSE|\.[^/]+|[^/]*\.md)$|/README\.md$`,
  ].join('|'),
)
/** Files that vitest loads for every end-to-end test. */
const ofEveryTest = ['tests/helpers/postgres-setup.ts']

const endToEnd = 'tests/e2e/'
const isTest = (path) => path.startsWith(endToEnd) && path.endsWith('.test.ts')

/**
 * The end-to-end tests that changed files can reach.
 *
 * @param {readonly string[]} paths  changed files, from the repository, with forward slashes
 * @param {Readonly<Record<string, string>>} sources  text of each file of tests/e2e and tests/helpers by its path
 * @returns {string[]} their paths, sorted
 */
export function endToEndReached(paths, sources) {
  const tests = Object.keys(sources).filter(isTest)
  /** @type {Set<string>} */
  const reached = new Set()
  for (const path of paths) {
    if (path in sources && !ofEveryTest.includes(path)) {
      for (const test of tests) if (leadsTo(test, path, sources)) reached.add(test)
      continue
    }
    if (noProgram.test(path)) continue
    const names = namesReached(path)
    for (const test of tests)
      if (names === undefined || names.some((name) => nameOf(test).startsWith(name))) reached.add(test)
  }
  return [...reached].sort()
}

/** Beginnings of the names of the tests that a source can reach; undefined for all. */
function namesReached(path) {
  const namespace = /^locales\/[^/]+\/(\w+)\.json$/.exec(path)?.[1]
  const place = textsOfScreens[namespace ?? ''] ?? path
  const screen = Object.keys(reachOfScreens).find((folder) => place.startsWith(folder))
  if (screen === undefined) return undefined
  return [...reachOfScreens[screen], ...everyScreen]
}

const nameOf = (test) => test.slice(endToEnd.length)

/** True if a file is another one or imports it, directly or not. */
function leadsTo(from, to, sources, seen = new Set()) {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...(sources[from] ?? '').matchAll(/from '(?:\.\/|@tests\/helpers\/)([\w-]+)'/g)].some(([text, name]) => {
    const folder = text.includes('@tests') ? 'tests/helpers/' : from.slice(0, from.lastIndexOf('/') + 1)
    return [`${folder}${name}.ts`, `${folder}${name}.tsx`].some(
      (path) => path in sources && leadsTo(path, to, sources, seen),
    )
  })
}

/** Reads the sources that `endToEndReached` needs. */
export function endToEndSources() {
  const folders = [endToEnd, 'tests/helpers/']
  return Object.fromEntries(
    folders.flatMap((folder) =>
      readdirSync(inRoot(folder))
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => [folder + name, readFileSync(inRoot(folder, name), 'utf8')]),
    ),
  )
}

/** Tests that vitest's own look at imports would miss. Beginnings of their paths. */
export const unseenReached = (paths) =>
  reachUnseen.filter(({ when }) => paths.some((path) => when.test(path))).flatMap(({ tests }) => tests)

/**
 * Files that differ from a commit, in commits since and in the working tree.
 *
 * @param {string} since  a commit or branch
 * @returns {Promise<string[]>} paths from the repository
 */
export async function changedPaths(since) {
  const asked = [
    ['diff', '--name-only', '-z', `${since}...HEAD`],
    ['diff', '--name-only', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ]
  const lists = await Promise.all(asked.map((args) => run('git', args, { quiet: true })))
  const failed = lists.find(({ code }) => code !== 0)
  if (failed !== undefined) throw new Error(`Git can't compare with ${since}: ${failed.output.trim()}`)
  /** @type {string[]} */
  const paths = lists.flatMap(({ output }) => output.split('\0').filter(Boolean))
  return [...new Set(paths)].sort()
}
