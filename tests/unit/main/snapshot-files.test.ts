import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSnapshots } from '@main/features/snapshots'
import { afterEach, beforeEach, expect, it } from 'vitest'

let profileFolder: string
beforeEach(async () => {
  profileFolder = await mkdtemp(join(tmpdir(), 'basalt-snapshot-files-'))
})
afterEach(() => rm(profileFolder, { recursive: true, force: true }))

/** Snapshots over a store whose rows the test sets. Scheduled work runs on demand. */
function snapshotsOver(rows: readonly { readonly id: string; readonly place: null }[], exclusive: boolean) {
  const due: (() => void)[] = []
  const faults: unknown[] = []
  const store = { exclusive, select: ({ name }: { name: string }) => (name === 'nc_snapshots' ? rows : []) }
  const schedule = { every: (_ms: number, work: () => void) => (due.push(work), () => void due.splice(0)) }
  const options = { store, schedule, profileFolder, report: (error: unknown) => faults.push(error) }
  return { snapshots: createSnapshots(options as never), due, faults }
}

it('files of snapshots that another server deleted are removed', async () => {
  const folder = join(profileFolder, 'snapshots')
  await mkdir(folder)
  for (const name of ['kept.zip', 'deleted.zip']) await writeFile(join(folder, name), '')
  const rows = [
    { id: 'kept', place: null },
    { id: 'deleted', place: null },
  ]
  const { snapshots, due, faults } = snapshotsOver(rows, false)
  const [tidy] = due
  // Waits for the tidying of the start.
  await snapshots.close()
  expect([(await readdir(folder)).length, due]).toEqual([2, []])
  rows.pop()
  await writeFile(join(folder, 'being-fetched.1.fetch'), '')
  tidy?.()
  await snapshots.close()
  expect([(await readdir(folder)).toSorted(), faults]).toEqual([['being-fetched.1.fetch', 'kept.zip'], []])
})

it('one server removes its own files, so it looks for no others', async () => {
  const { snapshots, due } = snapshotsOver([], true)
  expect(due).toEqual([])
  await snapshots.close()
})
