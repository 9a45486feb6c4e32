import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBasalt } from './basalt'
import type { Finding } from './report'

export const packedStart = 'start of the packed server'

interface Packing {
  readonly packWithStandIn: (
    folder: string,
  ) => Promise<{ readonly code: number; readonly output: string; readonly app: string }>
}

/**
 * Compares the start of a packed server with the start of the built one: each time with a new profile and without the
 * cache of compiled code, alternately. Packs around a stand-in for the Electron runtime, which exists for Linux.
 *
 * @returns the medians in ms; undefined on other systems
 */
export async function measurePackedStart(rounds: number, say: (line: string) => void): Promise<Finding | undefined> {
  if (process.platform !== 'linux') {
    say(`${packedStart}: NOT measured on this system`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'basalt-packed-'))
  try {
    const file = pathToFileURL('scripts/lib/stand-in.mjs').href
    const { packWithStandIn } = (await import(/* @vite-ignore */ file)) as Packing
    const { code, output, app } = await packWithStandIn(folder)
    if (code !== 0) throw new Error(`The package failed:\n${output}`)
    const scripts = { packed: join(app, 'dist/main/serve.js'), built: 'dist/main/serve.js' }
    const times: { readonly packed: number[]; readonly built: number[] } = { packed: [], built: [] }
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 === 0 ? (['packed', 'built'] as const) : (['built', 'packed'] as const)) {
        const server = await startBasalt(join(folder, `profile-${kind}-${round}`), undefined, scripts[kind])
        times[kind].push(server.startMs)
        await server.stop()
      }
    const [ours, limit] = [medianOf(times.packed), medianOf(times.built)]
    const ratio = ours / limit
    return { name: packedStart, unit: 'ms', ours, limit, ratio, target: '≤ 1.1 ×', met: ratio <= 1.1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
