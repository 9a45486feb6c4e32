/**
 * `npm test`: type check, lint and format, then every test, the end-to-end ones last and alone on a fresh build.
 * Ends with one line `N passed, N failed, N skipped`; each check counts as one test.
 */
import { readFile, rm } from 'node:fs/promises'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, inRoot, runNode, say } from './lib/process.mjs'
import { checks, runVitest } from './lib/steps.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }

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
  total.passed += result.passed
  total.failed += result.failed
  total.skipped += result.skipped
  // An error outside any test, such as an unhandled rejection.
  if (result.code !== 0 && result.failed === 0) count(`${name}: an error outside the tests`, false)
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
  const build = await runNode(inRoot('.ci', 'build.mjs'))
  count('build', build.code === 0)
  if (build.code === 0) {
    const chromium = await findChromium()
    if (chromium !== undefined) process.env.BASALT_CHROMIUM = chromium
    else complain('No Chromium: THE END-TO-END TESTS ARE SKIPPED.')
    await vitest('end-to-end tests', ['--project', 'e2e'], '.cache/e2e-results.json')
  }
  say(await readFile(engineMatrix, 'utf8').catch(() => ''))
  say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0 ? 0 : 1
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await test()
