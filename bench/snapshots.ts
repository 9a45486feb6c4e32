import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { post, prepare, projectFile, signIn, startBasalt } from './basalt'
import type { Finding } from './report'

const table = 'documents'
const clients = 4
const ratioMin = 0.5
/** A write that waits for the snapshot would take seconds. */
const longestMsMax = 1_000
const aloneMs = 5_000
/** Bytes of the text of one record. */
const textBytes = 10_000

export const snapshotWrites = 'writes of records during a snapshot'

/**
 * Compares writes of one record each while a snapshot of a large file is taken with the same writes before it.
 *
 * @param megabytes  size of the project's SQLite file
 */
export async function measureSnapshots(
  { megabytes }: { readonly megabytes: number },
  say: (line: string) => void,
): Promise<Finding> {
  mkdirSync('bench/.data', { recursive: true })
  const folder = mkdtempSync(join('bench', '.data', 'snapshots-'))
  const profile = join(folder, 'profile')
  try {
    const first = await startBasalt(profile, undefined)
    const { projectId } = await prepare(first.port, [table])
    await first.stop()
    fill(projectFile(profile), megabytes)
    const bytes = statSync(projectFile(profile)).size
    say(`Filled ${Math.round(bytes / 1e6).toLocaleString('en')} MB`)
    const server = await startBasalt(profile, undefined)
    try {
      const { port } = server
      const token = await signIn(port)
      const path = `http://127.0.0.1:${port}/nc/${projectId}/api/v1/${table}`
      const until = async (isOver: () => boolean): Promise<Writes> => write(path, token, isOver)
      const warmUp = performance.now() + 1_000
      await until(() => performance.now() > warmUp)
      const endMs = performance.now() + aloneMs
      const alone = await until(() => performance.now() > endMs)
      say(`${snapshotWrites}, without one: ${Math.round(alone.perSecond)}/s, longest ${Math.round(alone.longestMs)} ms`)
      let taken = false
      const startedMs = performance.now()
      const taking = post(port, `/api/v1/operations/snapshotTake?project=${projectId}`, token, { title: 'Bench' })
        .then(() => performance.now() - startedMs)
        .finally(() => (taken = true))
      const during = await until(() => taken)
      const seconds = (await taking) / 1_000
      say(`${snapshotWrites}: ${Math.round(during.perSecond)}/s, longest ${Math.round(during.longestMs)} ms`)
      const ratio = during.perSecond / alone.perSecond
      return {
        name: `${snapshotWrites} of ${Math.round(bytes / 1e6).toLocaleString('en')} MB (${Math.round(seconds)} s), longest ${Math.round(during.longestMs)} ms`,
        unit: '/s',
        ours: during.perSecond,
        limit: alone.perSecond,
        ratio,
        p50Ms: during.p50Ms,
        p99Ms: during.p99Ms,
        target: `≥ ${ratioMin} ×, none over ${longestMsMax / 1_000} s`,
        met: ratio >= ratioMin && during.longestMs <= longestMsMax,
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the table until the file has the size. No other process has it open. */
function fill(file: string, megabytes: number): void {
  const database = new Database(file)
  try {
    const mode = database.pragma('journal_mode', { simple: true }) as string
    database.pragma('journal_mode = OFF')
    database.pragma('synchronous = OFF')
    const insert = database.prepare(`INSERT INTO "${table}" (title, notes) VALUES (?, ?)`)
    const sentence = 'The harbour of the island, by the fjord and the cedar. '
    const text = sentence.repeat(Math.ceil(textBytes / sentence.length))
    database.transaction(() => {
      for (let row = 0; row < (megabytes * 1e6) / textBytes; row += 1) insert.run(`Document ${row}`, text)
    })()
    database.pragma(`journal_mode = ${mode}`)
  } finally {
    database.close()
  }
}

interface Writes {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
}

async function write(path: string, token: string, isOver: () => boolean): Promise<Writes> {
  const headers = { 'content-type': 'application/json', 'xc-auth': token }
  const latencies: number[] = []
  const startedMs = performance.now()
  const client = async (): Promise<void> => {
    while (!isOver()) {
      const sentMs = performance.now()
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ title: 'Written' }) })
      if (!response.ok) throw new Error(`A write answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
      latencies.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = latencies.length / ((performance.now() - startedMs) / 1_000)
  latencies.sort((left, right) => left - right)
  const at = (part: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}
