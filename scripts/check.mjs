/**
 * `npm run check`: types, lint, format, and the architecture tests (imports between layers, locales). Takes a few
 * seconds.
 */
import { runChecks, runVitest } from './lib/steps.mjs'
import { complain, handOverToProjectNode } from './lib/process.mjs'

async function check() {
  const failed = (await runChecks()).filter(({ code }) => code !== 0).map(({ name }) => name)
  const architecture = await runVitest(['--project', 'architecture'], '.cache/check-results.json')
  if (architecture === undefined || architecture.code !== 0) failed.push('architecture')
  if (failed.length > 0) complain(`Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}

if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await check()
