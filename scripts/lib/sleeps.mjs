/** Finds waits for a time instead of a condition, for the counts and the architecture test. */
import { globSync, readFileSync } from 'node:fs'
import { inRoot } from './process.mjs'

const sleep =
  /\bwaitForTimeout\(|new Promise(?:<[^>]*>)?\(\(\w+\) =>\s*(?:void )?setTimeout\(|setTimeout\(resolve|\bsetTimeout\b[^\n]*from 'node:timers\/promises'/g

/** Tests that kill a process do it at a random moment: no condition could name it. */
const allowed = 'tests/helpers/random-moment.ts'

/** @returns {string[]} `file: text` of each sleep in the tests */
export const sleepsInTests = () =>
  globSync('tests/**/*.{ts,tsx}', { cwd: inRoot() })
    .filter((file) => file !== allowed)
    .flatMap((file) => (readFileSync(inRoot(file), 'utf8').match(sleep) ?? []).map((text) => `${file}: ${text}`))
