/**
 * `npm test`: type check, lint and format, then every test, the end-to-end ones last and alone on a fresh build.
 * Ends with one line `N passed, N failed, N skipped`; each check counts as one test.
 */
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, inRoot, runNode, say } from './lib/process.mjs'
import { checks, runVitest } from './lib/steps.mjs'

/** More failed files than these are a fault, not a busy machine. */
const mostFilesAgain = 4

const total = { passed: 0, failed: 0, skipped: 0 }
const passedAgain = []

function count(name, ok) {
  if (ok) total.passed += 1
  else {
    total.failed += 1
    complain(`✗ ${name}`)
  }
}

async function vitest(name, args, resultFile) {
  say(`\n── ${name}`)
  const result = await runVitest(args, resultFile)
  if (result === undefined) {
    count(`${name} came to no result`, false)
    return
  }
  add(result)
  // An error outside any test, such as an unhandled rejection.
  if (result.code !== 0 && result.failed === 0) count(`${name}: an error outside the tests`, false)
  else await runAgain(name, result.failedFiles)
}

function add(counts, sign = 1) {
  for (const state of Object.keys(total)) total[state] += sign * counts[state]
}

/**
 * Runs whole files again, one at a time: a step of an end-to-end test goes on from the one before, so a single step that
 * is done again meets what its first try left. The summary names each file that passes only now.
 */
async function runAgain(name, files) {
  if (files.length > mostFilesAgain) return
  const place = process.env.BASALT_TEST_ENGINE_MATRIX
  // The table at the end is that of the whole run.
  process.env.BASALT_TEST_ENGINE_MATRIX = inRoot('.cache', 'engine-matrix-again.txt')
  for (const file of files) {
    const path = relative(inRoot(), file.path)
    say(`\n── ${name}, again: ${path}`)
    const again = await runVitest([path], '.cache/again-results.json')
    if (again?.code !== 0) continue
    add(file, -1)
    add(again)
    passedAgain.push(path)
  }
  if (place === undefined) delete process.env.BASALT_TEST_ENGINE_MATRIX
  else process.env.BASALT_TEST_ENGINE_MATRIX = place
}

async function test() {
  for (const step of checks) {
    say(`── ${step.name}`)
    const { code } = await step.run()
    count(step.name, code === 0)
  }
  const engineMatrix = inRoot('.cache', 'engine-matrix.txt')
  await rm(engineMatrix, { force: true })
  process.env.BASALT_TEST_ENGINE_MATRIX = engineMatrix
  await vitest('tests', ['--project', '!e2e'], '.cache/test-results.json')
  delete process.env.BASALT_TEST_ENGINE_MATRIX

  say('\n── build')
  const build = await runNode(inRoot('scripts', 'build.mjs'))
  count('build', build.code === 0)
  if (build.code === 0) {
    const chromium = await findChromium()
    if (chromium !== undefined) process.env.BASALT_CHROMIUM = chromium
    else complain('No Chromium: THE END-TO-END TESTS ARE SKIPPED.')
    await vitest('end-to-end tests', ['--project', 'e2e'], '.cache/e2e-results.json')
  }
  say(await readFile(engineMatrix, 'utf8').catch(() => ''))
  for (const path of passedAgain)
    complain(`! ${path} FAILED FIRST and passed when it ran again alone: look for the race.`)
  say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0 ? 0 : 1
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await test()
