/**
 * `npm run bench:ui`: measures the interface over a million rows, in a real Chromium. See ../README.md. Reports frames,
 * counts and ratios; times belong to the machine. `--only=gallery,kanban` measures a part and stores nothing.
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
