import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post, prepare, startBasalt, type Account } from './basalt'
import { processorUs } from './processes'
import type { Finding } from './report'

export const automationWrites = 'writes of records that automations wait for'

const tables = { watched: 'watched', plain: 'plain' } as const
const atOnce = 8
const ratioMin = 0.9

/**
 * Compares writes of one record each to a table whose changes start an automation with those to a table without one, on
 * the same server, alternately. The best round of each counts. Processor time tells more than rates where other programs run.
 *
 * @param events  writes of a round
 */
export async function measureAutomations(
  { events, rounds }: { readonly events: number; readonly rounds: number },
  say: (line: string) => void,
): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-automations-'))
  const server = await startBasalt(join(folder, 'profile'), undefined)
  try {
    const { port, pid } = server
    const spentUs = (): number => processorUs(pid) ?? NaN
    const account = await prepare(port, Object.values(tables))
    const { id } = await operate<{ id: string }>(port, account, 'automationSave', {
      title: 'Bench',
      trigger: { kind: 'created', table: tables.watched },
      steps: [{ kind: 'sql', sql: 'SELECT 1' }],
    })
    // Until it is compiled well, the server becomes quicker from round to round, which favours the last ones.
    for (const table of Object.values(tables)) await write(port, account, table, events)
    await drained(port, account, id)
    const best = { watched: 0, plain: 0 }
    const leastUs = { watched: Infinity, plain: Infinity }
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 === 0 ? (['plain', 'watched'] as const) : (['watched', 'plain'] as const)) {
        const before = spentUs()
        const perSecond = await write(port, account, tables[kind], events)
        const eachUs = (spentUs() - before) / events
        best[kind] = Math.max(best[kind], perSecond)
        leastUs[kind] = Math.min(leastUs[kind], eachUs)
        say(`${automationWrites}, ${kind}: ${Math.round(perSecond)}/s, ${Math.round(eachUs)} µs of processor time each`)
        await drained(port, account, id)
      }
    const [ours, limit] = [best.watched, best.plain]
    const ratio = ours / limit
    return {
      name: automationWrites,
      unit: '/s',
      ours,
      limit,
      ratio,
      target: `≥ ${ratioMin} ×`,
      met: ratio >= ratioMin,
      oursProcessorUs: leastUs.watched,
      limitProcessorUs: leastUs.plain,
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const operate = <T>(port: number, { token, projectId }: Account, name: string, body: unknown): Promise<T> =>
  post<T>(port, `/api/v1/operations/${name}?project=${projectId}`, token, body)

/** Creates records one by one, with several clients. @returns writes per second */
async function write(port: number, { token, projectId }: Account, table: string, count: number): Promise<number> {
  const path = `http://127.0.0.1:${port}/nc/${projectId}/api/v1/${table}`
  const headers = { 'content-type': 'application/json', 'xc-auth': token }
  const startedMs = performance.now()
  let left = count
  const client = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const body = JSON.stringify({ title: `Bench ${left}` })
      const response = await fetch(path, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`A write answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return count / ((performance.now() - startedMs) / 1_000)
}

/** Waits until no run waits. */
async function drained(port: number, account: Account, id: string): Promise<void> {
  for (;;) {
    const { list } = await operate<{ list: unknown[] }>(port, account, 'automationRuns', { id, state: 'waiting' })
    if (list.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
