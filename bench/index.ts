/**
 * `npm run bench`: compares Basalt with the limits of this machine. See README.md in this folder. The same program
 * plays every role: the run itself, the load generator and the bare servers.
 */
import { automationWrites, measureAutomations } from './automations'
import { serveBare, serveFixedPage } from './limits'
import { serveLoad } from './load'
import { measurePackedStart, packedStart } from './packed'
import { keepResults, table, writeDocument } from './report'
import { run } from './run'
import { measureSnapshots, snapshotWrites } from './snapshots'

const args = process.argv.slice(2)
const option = (name: string): string | undefined =>
  args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)

/** A run that hangs ends by itself. */
const giveUpMs = 20 * 60_000

async function main(): Promise<void> {
  const quick = args.includes('--quick')
  const only = option('only')?.split(',') ?? []
  const startedMs = performance.now()
  setTimeout(() => {
    process.stderr.write('The bench takes too long and is given up.\n')
    process.exit(1)
  }, giveUpMs).unref()
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const isOfPacked = (word: string): boolean => packedStart.includes(word)
  const isOfAutomations = (word: string): boolean => automationWrites.includes(word)
  const isOfSnapshots = (word: string): boolean => snapshotWrites.includes(word)
  const hasOwnServer = (word: string): boolean => isOfPacked(word) || isOfAutomations(word) || isOfSnapshots(word)
  const isAlone = only.length > 0 && only.every(hasOwnServer)
  const findings = isAlone ? [] : await run({ quick, only, profileTo: option('profile'), say })
  if (only.length === 0 || only.some(isOfPacked)) {
    const start = await measurePackedStart(quick ? 4 : 10, say)
    if (start !== undefined) findings.push(start)
  }
  if (only.length === 0 || only.some(isOfAutomations))
    findings.push(await measureAutomations({ events: quick ? 2_000 : 10_000, rounds: 4 }, say))
  if (only.length === 0 || only.some(isOfSnapshots))
    findings.push(await measureSnapshots({ megabytes: quick ? 100 : 1_000 }, say))
  const seconds = (performance.now() - startedMs) / 1_000
  process.stdout.write(`\n${table(findings)}\n\nMeasured in ${Math.round(seconds)} s.\n`)
  // A part, or a short run, must not replace the figures of a whole one.
  if (quick || only.length > 0) return
  keepResults(findings, { seconds: Math.round(seconds) })
  writeDocument(findings)
}

const role = option('role')
const rest = args.filter((argument) => !argument.startsWith('--'))
if (role === 'load') serveLoad()
else if (role === 'fixed') serveFixedPage()
else if (role === 'bare') await serveBare(rest[0] ?? '', rest.slice(1))
else await main()
