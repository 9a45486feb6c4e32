/** The checks that need no running program: types, lint, format. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, runTool, say } from './process.mjs'

/** Native programs started by a small script. */
const checks = [
  // One checker: several took half as long again on two cores, and half as much memory again.
  {
    name: 'types',
    tool: 'typescript/bin/tsc',
    args: ['-b', '--pretty', 'false', '--checkers', '1'],
    // It is a Go program. Collecting garbage seldom saves a quarter of its processor time and takes 1.3 GB more memory.
    env: { GOGC: '400', GOMEMLIMIT: '6GiB' },
  },
  { name: 'lint', tool: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', tool: 'oxfmt/bin/oxfmt', args: ['--check', '.'] },
]

/**
 * Runs the checks in parallel, as none keeps all cores busy. Shows the output of each when it ends.
 *
 * @returns name, exit code and seconds of each
 */
export function runChecks() {
  return Promise.all(checks.map(runCheck))
}

/**
 * The same, one after the other: beside tests, which need memory too.
 *
 * @param isQuick  leaves out the rules that need types, which take two minutes of both cores
 */
export async function runChecksInOrder(isQuick) {
  const results = []
  for (const { args, ...check } of checks)
    results.push(await runCheck({ ...check, args: isQuick ? args.filter((each) => each !== '--type-aware') : args }))
  return results
}

async function runCheck({ name, tool, args, env = {} }) {
  const started = performance.now()
  const { code, output } = await runTool(tool, args, { quiet: true, env })
  say(`── ${name}\n${output}`)
  return { name, code, seconds: (performance.now() - started) / 1000 }
}

/**
 * Runs vitest.
 *
 * @param options  for `run`, such as the label of its lines
 * @returns counts of its tests, and the failed ones; undefined if it didn't finish
 */
export async function runVitest(args, resultFile, options = {}) {
  const { rm, readFile } = await import('node:fs/promises')
  await rm(inRoot(resultFile), { force: true })
  const { code } = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/helpers/engine-matrix.ts',
      `--outputFile.json=${resultFile}`,
      ...args,
    ],
    options,
  )
  try {
    return { code, ...countsOf(JSON.parse(await readFile(inRoot(resultFile), 'utf8'))) }
  } catch {
    return undefined
  }
}

function countsOf(results) {
  return {
    passed: results.numPassedTests,
    failed: results.testResults.reduce((sum, file) => sum + failedIn(file), 0),
    skipped: results.numPendingTests + results.numTodoTests,
    failures: results.testResults.flatMap(failuresIn),
  }
}

/** Returns `path › test: first line of the error` for each failed test of a file. */
function failuresIn({ name, status, message, assertionResults }) {
  if (status !== 'failed') return []
  const path = relative(inRoot(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return [`${path}: ${firstLine(message)}`]
  return failed.map((test) => `${path} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0].slice(0, 200)

/** A file that could not even be collected has no failed test of its own; it counts as one. */
function failedIn(file) {
  if (file.status !== 'failed') return 0
  return Math.max(1, file.assertionResults.filter(({ status }) => status === 'failed').length)
}
