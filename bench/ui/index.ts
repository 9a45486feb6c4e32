/**
 * `npm run bench:ui`: how the interface feels over a million rows, in a real Chromium. See ../README.md.
 * Frames, counts and ratios; times belong to the machine. `--only=gallery,kanban` measures a part and keeps nothing.
 */
import { keepResults, table, writeDocument } from '../report'
import { runUi } from './run'

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const findings = await runUi((line) => process.stdout.write(`${line}\n`), only)
process.stdout.write(`\n${table(findings)}\n`)
if (only === undefined) {
  keepResults(findings, { name: 'ui' })
  writeDocument(findings, 'bench-ui')
}
