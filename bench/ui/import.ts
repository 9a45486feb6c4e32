import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs'

import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { columns, rowOf } from '../data'
import type { Finding } from '../report'
import { atMost, median } from './figures'
import { framesDuring } from './page-tools'

const rows = 1_000_000
/** Columns of the generated rows in the file. */
const taken = ['title', 'amount', 'quantity', 'active', 'day', 'email'] as const

export interface ImportStage {
  readonly page: Page
  readonly origin: string
  readonly projectId: string
  readonly token: string
  /** For files that the run removes. */
  readonly folder: string
}

interface Status {
  readonly state: string
  readonly created: number
  readonly percent: number
  readonly error: unknown
}

/** Imports a CSV of a million rows while a user scrolls and types in another table. */
export async function importing(stage: ImportStage): Promise<Finding[]> {
  const { page, origin, projectId, token, folder } = stage
  const file = join(folder, 'million.csv')
  await writeFile(file)
  const bare = bareInsert(join(folder, 'bare.sqlite'))
  const call = async <T>(api: string, args: object): Promise<T> => {
    const response = await fetch(`${origin}/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'xc-auth': token },
      body: JSON.stringify({ api, project_id: projectId, args }),
    })
    if (!response.ok) throw new Error(`${api} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const form = new FormData()
  form.set('json', JSON.stringify({ api: 'importUpload', project_id: projectId, args: {} }))
  form.set('file', await openAsBlob(file, { type: 'text/csv' }), 'million.csv')
  const uploaded = await fetch(`${origin}/dashboard/?q=sqlOp_importUpload&project_id=${projectId}`, {
    method: 'POST',
    headers: { 'xc-auth': token },
    body: form,
  })
  if (!uploaded.ok) throw new Error(`The upload was answered ${uploaded.status}: ${await uploaded.text()}`)
  const { id } = (await uploaded.json()) as { readonly id: string }
  const preview = await call<{ columns: { source: number; title: string; guess: { uiType: string } }[] }>(
    'importPreview',
    { id },
  )
  const startedMs = performance.now()
  await call('importStart', {
    id,
    sheets: [
      {
        sheet: 0,
        into: { kind: 'new', title: 'A million' },
        columns: preview.columns.map(({ source, title, guess: { uiType } }) => ({ source, title, uiType })),
      },
    ],
  })
  let elapsedMs = 0
  let last: Status | undefined
  const saves: number[] = []
  const frames = await framesDuring(page, async () => {
    for (;;) {
      last = await call<Status>('importStatus', { id })
      if (!['running', 'finishing'].includes(last.state)) break
      const savedMs = performance.now()
      const answer = await fetch(`${origin}/nc/${projectId}/api/v1/rows_small/${1 + saves.length}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'xc-auth': token },
        body: JSON.stringify({ notes: `While rows came, ${saves.length}` }),
      })
      await answer.text()
      saves.push(performance.now() - savedMs)
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(50)
    }
    elapsedMs = performance.now() - startedMs
  })
  if (last?.state !== 'done' || last.created !== rows) throw new Error(`The import came to ${JSON.stringify(last)}`)
  const ours = rows / (elapsedMs / 1_000)
  const slowest = saves.toSorted((left, right) => left - right).at(-1) ?? 0
  return [
    {
      name: `import of a CSV of 1,000,000 rows (${Math.round(statSync(file).size / 1_048_576)} MiB)`,
      unit: 'rows/s',
      ours,
      limit: bare,
      ratio: ours / bare,
    },
    {
      name: 'the same: frames of another grid that is scrolled meanwhile, median',
      unit: 'frames/s',
      ours: frames.medianPerSecond,
      target: '≥ 58',
      met: frames.medianPerSecond >= 58,
    },
    { name: 'the same: slowest of a hundred frames', unit: 'ms', ours: frames.p99Ms },
    atMost('the same: a cell saved meanwhile, median', 'ms', median(saves), 100),
    { name: 'the same: a cell saved meanwhile, slowest', unit: 'ms', ours: slowest },
  ]
}

async function writeFile(path: string): Promise<void> {
  const places = taken.map((name) => columns.findIndex(([each]) => each === name))
  const out = createWriteStream(path)
  out.write(`${taken.join(',')}\n`)
  let lines: string[] = []
  for (let id = 1; id <= rows; id += 1) {
    const row = rowOf(id)
    lines.push(places.map((at) => String(row[at] ?? '')).join(','))
    if (lines.length < 5_000 && id < rows) continue
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
    lines = []
  }
  out.end()
  await once(out, 'close')
}

/**
 * Returns the rows per second of one prepared statement in one transaction: the machine's limit without reading a file.
 */
function bareInsert(path: string): number {
  const database = new Database(path)
  try {
    database.pragma('journal_mode = WAL')
    database.exec(`CREATE TABLE bare (id INTEGER PRIMARY KEY, ${taken.map((name) => `"${name}"`).join(', ')})`)
    const places = taken.map((name) => columns.findIndex(([each]) => each === name))
    const insert = database.prepare(
      `INSERT INTO bare (${taken.join(', ')}) VALUES (${taken.map(() => '?').join(', ')})`,
    )
    const data = Array.from({ length: rows }, (_, at) => {
      const row = rowOf(at + 1)
      return places.map((place) => row[place] ?? null)
    })
    const startedMs = performance.now()
    database.transaction(() => {
      for (const row of data) insert.run(...row)
    })()
    return rows / ((performance.now() - startedMs) / 1_000)
  } finally {
    database.close()
    rmSync(path, { force: true })
  }
}
