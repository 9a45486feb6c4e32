/**
 * `npm run bench:ui`: how the interface feels over a million rows, in a real Chromium. See ../README.md.
 * Frames, counts and ratios; times belong to the machine.
 */
import { keepResults, table, writeDocument } from '../report'
import { runUi } from './run'

const findings = await runUi((line) => process.stdout.write(`${line}\n`))
process.stdout.write(`\n${table(findings)}\n`)
keepResults(findings, { name: 'ui' })
writeDocument(findings, 'bench-ui')
