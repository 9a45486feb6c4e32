/**
 * `npm test`: type check, lint, format and build, and the tests of each change beside them. Once the build is there, the
 * end-to-end tests run beside the others: each waits for servers and pages a quarter of the time, which the other one uses.
 * Ends with one line `N passed, N failed, N skipped`; each check counts as one test.
 *
 * `npm run test:all` runs every test. `npm test` leaves out those with the tag `nightly`, end-to-end tests without the
 * tag `smoke` (`vitest.config.ts`), and the rules of the linter that need types, which `npm run check` obeys.
 *
 * `npm test -- --right-to-left` runs the end-to-end tests of the grid and the other views from right to left.
 *
 * `npm test -- --changed` runs the tests that a change can reach (`lib/changed.mjs`), whatever their tags: the commits
 * since `main` and uncommitted work. `--changed=COMMIT` compares with another commit.
 */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { changedPaths, endToEndReached, endToEndSources, unseenReached } from './lib/changed.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, inRoot, runNode, say } from './lib/process.mjs'
import { runChecksInOrder, runVitest } from './lib/steps.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
/** A line for each failure, shown at the end, where a long log is read first. */
const failures = []
/** Name and seconds of each part. */
const times = []
/** Programs that write to a pipe show no colours by themselves. */
const colours = process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: '1' } : {}
const engineMatrix = inRoot('.cache', 'engine-matrix.txt')

function count(name, ok) {
  if (ok) total.passed += 1
  else {
    total.failed += 1
    failures.push(name)
    complain(`✗ ${name}`)
  }
}

async function vitest(name, args, resultFile, env = {}) {
  say(`\n── ${name}`)
  const result = await timed(name, () =>
    runVitest(args, resultFile, { label: `${name} │ `, env: { ...colours, ...env } }),
  )
  if (result === undefined) {
    count(`${name} came to no result`, false)
    return
  }
  add(result)
  failures.push(...result.failures)
  // An error outside any test, such as an unhandled rejection.
  if (result.code !== 0 && result.failed === 0) count(`${name}: an error outside the tests`, false)
}

async function timed(name, work) {
  const started = performance.now()
  try {
    return await work()
  } finally {
    times.push({ name, seconds: (performance.now() - started) / 1000 })
  }
}

/** `1:05 min` */
const spoken = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')} min`

function add(counts) {
  for (const state of Object.keys(total)) total[state] += counts[state]
}

const daily = ['--tags-filter', '!nightly']
const smoke = [...daily, '--tags-filter', 'smoke']
/** True for the run of each change. */
const isQuick = process.argv.length === 2

/** End-to-end tests whose geometry a page from right to left mirrors. */
const mirrored =
  'calendar cells clipboard columns filters find focus formulas gallery grid groups import kanban links live menus ' +
  'new-record order-by-hand palette ranges record record-panel statistics undo views'

/** Returns the tests to run: those of each change, all, or the ones that a change can reach. */
async function chosen() {
  if (process.argv.includes('--right-to-left')) {
    // The texts stay English, so that the locators fit.
    process.env.BASALT_E2E_LANGUAGE = 'en_Arab'
    const files = mirrored.split(' ').map((name) => `tests/e2e/${name}.test.ts`)
    // Vitest runs the files that it finds, and says nothing about others.
    const missing = files.filter((file) => !existsSync(inRoot(file)))
    if (missing.length > 0) throw new Error(`These tests don't exist: ${missing.join(', ')}`)
    return { tests: [], endToEnd: ['--project', 'e2e', ...files] }
  }
  const given = process.argv.slice(2).find((argument) => /^--changed(?:=|$)/.test(argument))
  if (given === undefined)
    return {
      tests: [{ name: 'tests', args: ['--project', '!e2e', ...(isQuick ? daily : [])] }],
      endToEnd: ['--project', 'e2e', ...(isQuick ? smoke : [])],
    }
  const since = given.split('=')[1] || 'main'
  const paths = await changedPaths(since)
  const endToEnd = endToEndReached(paths, endToEndSources())
  const unseen = unseenReached(paths)
  const browsed = endToEnd.map((path) => path.slice('tests/e2e/'.length, -'.test.ts'.length)).join(', ')
  say(`${paths.length} files changed since ${since}. End-to-end tests that they reach: ${browsed || 'none'}.\n`)
  return {
    tests: [
      // The architecture tests read every source; they take seconds.
      { name: 'architecture', args: ['--project', 'architecture'] },
      { name: 'tests', args: ['--project', '!e2e', '--project', '!architecture', `--changed=${since}`] },
      ...(unseen.length === 0 ? [] : [{ name: 'tests of whole programs', args: ['--project', '!e2e', ...unseen] }]),
    ],
    endToEnd: endToEnd.length === 0 ? undefined : ['--project', 'e2e', ...endToEnd],
  }
}

async function test() {
  const { tests, endToEnd } = await chosen()
  await rm(engineMatrix, { force: true })
  const built = endToEnd === undefined ? Promise.resolve(false) : build()
  await Promise.all([
    runTests(tests),
    built.then(check),
    built.then(async (isBuilt) => {
      if (isBuilt) await testEndToEnd(endToEnd)
    }),
  ])
  say(await readFile(engineMatrix, 'utf8').catch(() => ''))
  if (failures.length > 0) say(`Failed:\n${failures.map((each) => `  ✗ ${each}`).join('\n')}\n`)
  say(times.map(({ name, seconds }) => `${name} ${spoken(seconds)}`).join(', '))
  say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0 ? 0 : 1
}

async function runTests(tests) {
  for (const { name, args } of tests)
    await vitest(name, args, '.cache/test-results.json', { BASALT_TEST_ENGINE_MATRIX: engineMatrix })
}

async function check() {
  for (const { name, code, seconds } of await runChecksInOrder(isQuick)) {
    count(name, code === 0)
    times.push({ name, seconds })
  }
}

/** Builds what the end-to-end tests open. @returns true if it succeeded */
async function build() {
  say('\n── build')
  const { code } = await timed('build', () => runNode(inRoot('scripts', 'build.mjs')))
  count('build', code === 0)
  return code === 0
}

async function testEndToEnd(args) {
  const chromium = await findChromium()
  if (chromium === undefined) complain('No Chromium: THE END-TO-END TESTS ARE SKIPPED.')
  const env = chromium === undefined ? {} : { BASALT_CHROMIUM: chromium }
  await vitest('end-to-end', args, '.cache/e2e-results.json', env)
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await test()
