/**
 * Notes that tests of clusters, or a part of them, don't run here.
 *
 * @throws Error with `BASALT_NEEDS_CLUSTERS=1`, as in CI: there, a missing program is a fault
 */
export function noteMissing(what: string, reason: string, instead = 'SKIPPED'): void {
  if (process.env['BASALT_NEEDS_CLUSTERS'] === '1') throw new Error(`${what}: ${reason}`)
  process.stderr.write(`${what}: ${instead}, ${reason}\n`)
}
