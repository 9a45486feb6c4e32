import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '@tests/helpers/server'

const fileBytes = 120_000_000
/** Rows are read in pages, each of which has to arrive in time. */
const rowBytes = 10_000
const filled = fileBytes / rowBytes

let server: TestServer
let as: { readonly token: string; readonly projectId: string }

beforeAll(async () => {
  server = await startServer()
  const { token } = await server.signUp()
  const { id: projectId } = await server.operate('projectCreate', { title: 'Large', projectType: 'rest' }, { token })
  as = { token, projectId }
  for (const table of ['files', 'notes']) {
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'text', type: 'LongText' },
    ] as const
    await server.operate('tableCreate', { table, columns: [...columns] }, as)
  }
  const file = new Sqlite(fileIn('projects', '.sqlite')?.path ?? '')
  const insert = file.prepare('INSERT INTO files (text) VALUES (?)')
  const text = 'x'.repeat(rowBytes)
  file.transaction(() => {
    for (let row = 0; row < filled; row += 1) insert.run(text)
  })()
  file.pragma('wal_checkpoint(TRUNCATE)')
  file.close()
})
afterAll(async () => server.close())

function fileIn(folder: string, ending: string): { readonly path: string; readonly size: number } | undefined {
  const name = readdirSync(join(server.profileFolder, folder)).find((each) => each.endsWith(ending))
  const path = join(server.profileFolder, folder, name ?? '')
  const size = name === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size
  return size === undefined ? undefined : { path, size }
}

it(
  'writers of a SQLite file don’t wait until a snapshot has copied it, and the snapshot lacks their records',
  { tags: ['nightly'], timeout: 120_000 },
  async () => {
    const isCopying = (): boolean => {
      const size = fileIn('copies', '.moment')?.size
      return size !== undefined && size < fileBytes
    }
    let over = false
    const taking = server.operate('snapshotTake', { title: 'Large' }, as).finally(() => (over = true))
    let written = 0
    let whileCopying = 0
    while (!over) {
      const wasCopying = isCopying()
      const path = `/nc/${as.projectId}/api/v1/notes`
      const { status } = await server.request(path, { method: 'POST', token: as.token, body: { text: 'new' } })
      expect(status).toBe(200)
      written += 1
      if (wasCopying && isCopying()) whileCopying += 1
    }
    expect(whileCopying).toBeGreaterThan(2)
    const { id, rows } = await taking
    const before = rows - filled
    expect(before).toBeLessThanOrEqual(written - whileCopying)
    const differences = await server.operate('snapshotCompare', { id }, as)
    expect(differences.map(({ table, added, changed, deleted }) => [table, added, changed, deleted])).toEqual([
      ['files', 0, 0, 0],
      ['notes', written - before, 0, 0],
    ])
  },
)
