import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRounds } from '@tests/helpers/kill-rounds'
import { killWhileWriting } from '@tests/helpers/kill-while-writing'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

const folder = temporaryFolder()
const script = '.cache/test/bulk-writer.js'
const bulkRows = 400
const kills = killRounds(6)

beforeAll(async () => {
  await build({
    configFile: 'scripts/build/server.config.ts',
    logLevel: 'warn',
    build: {
      outDir: '.cache/test',
      emptyOutDir: false,
      rolldownOptions: { input: { 'bulk-writer': 'tests/fixtures/bulk-writer.ts' } },
    },
  })
})
afterAll(() => folder.remove())

it(`keeps what was acknowledged, and no part of anything else, when the process is killed ${kills} times`, async () => {
  const filename = folder.file('killed.sqlite')
  const acknowledged = { bulks: new Set<number>(), singles: new Set<number>() }
  for (let kill = 0; kill < kills; kill++) {
    const worker = fileURLToPath(sqliteWorkerUrl)
    const said = await killWhileWriting([script, worker, filename, String(bulkRows), String((kill + 1) * 1_000_000)])
    for (const line of said) {
      const [what, id] = line.split(' ')
      if (what === 'bulk') acknowledged.bulks.add(Number(id))
      if (what === 'single') acknowledged.singles.add(Number(id))
    }
    const file = new Sqlite(filename)
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
    const sizes = file.prepare('SELECT bulk, count(*) FROM bulks GROUP BY bulk').raw().all() as [number, number][]
    const singles = file.prepare('SELECT id FROM singles').pluck().all() as number[]
    file.close()
    expect(sizes.filter(([, rows]) => rows !== bulkRows)).toEqual([])
    expect([...acknowledged.bulks.difference(new Set(sizes.map(([bulk]) => bulk)))]).toEqual([])
    expect([...acknowledged.singles.difference(new Set(singles))]).toEqual([])
  }
  expect(acknowledged.bulks.size).toBeGreaterThan(kills)
  expect(acknowledged.singles.size).toBeGreaterThan(kills)
}, 180_000)
