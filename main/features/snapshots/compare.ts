import { hash } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import type { Table } from '@common/model'
import type { SnapshotDifference } from '@common/operations/snapshots'
import type { CopiedTable } from '@common/project-copy'
import type { CopiedRows } from '@main/features/tables'
import { rowText } from '@main/features/copies'
import type { SnapshotArchive } from './files'

type Digests = Map<string, string>

const none = { added: 0, changed: 0, deleted: 0, restorable: false } as const

/**
 * Counts the differences of each table between a snapshot and now. Compares the columns that both have; a row without a
 * key is compared as a whole. Holds a digest of each row of one table at a time.
 */
export async function compareTables(
  { copy, rowsOf }: SnapshotArchive,
  tables: readonly Table[],
  rowsNow: (table: Table) => CopiedRows,
): Promise<SnapshotDifference[]> {
  const now = new Map(tables.filter(({ type }) => type === 'table').map((table) => [table.name, table]))
  const differences: SnapshotDifference[] = []
  for (const [place, before] of copy.tables.entries()) {
    if (before.type === 'view') continue
    const current = now.get(before.name)
    now.delete(before.name)
    const rows = rowsOf(place)
    const facts = { table: before.name, title: current?.title ?? before.title }
    if (current === undefined) {
      differences.push({ ...facts, state: 'deleted', ...none, deleted: await count(rows) })
      continue
    }
    differences.push({ ...facts, ...(await compareTable(before, current, rows, rowsNow(current))) })
  }
  for (const created of now.values()) {
    const { name: table, title } = created
    const added = await count(rowsNow(created))
    differences.push({ table, title, state: 'created', ...none, added })
  }
  return differences
}

async function compareTable(
  before: CopiedTable,
  current: Table,
  rowsBefore: CopiedRows,
  rowsNow: CopiedRows,
): Promise<Omit<SnapshotDifference, 'table' | 'title'>> {
  // A restore sets the time of change, like every change.
  const comparedNow = new Set(current.columns.filter((column) => !hasRole(column, 'changedAt')).map(({ name }) => name))
  const names = before.columns.map(({ name }) => name).filter((name) => comparedNow.has(name))
  const key =
    current.primaryKey.length > 0 && current.primaryKey.every((name) => names.includes(name)) ? current.primaryKey : []
  const digests = await digestsOf(
    rowsBefore,
    before.columns.map(({ name }) => name),
    names,
    key,
  )
  let added = 0
  let changed = 0
  const read = reader(
    current.columns.map(({ name }) => name),
    names,
    key,
  )
  for await (const chunk of rowsNow)
    for (const row of chunk) {
      const [id, digest] = read(row)
      const known = digests.get(id)
      if (known === undefined) added += 1
      else if (known !== digest) changed += 1
      if (known !== undefined) forget(digests, id, key.length > 0)
    }
  const deleted = left(digests, key.length > 0)
  const isSame = added + changed + deleted === 0
  return { state: isSame ? 'same' : 'changed', added, changed, deleted, restorable: !isSame && key.length > 0 }
}

async function digestsOf(
  rows: CopiedRows,
  columns: readonly string[],
  names: readonly string[],
  key: readonly string[],
): Promise<Digests> {
  const digests: Digests = new Map()
  const read = reader(columns, names, key)
  for await (const chunk of rows)
    for (const row of chunk) {
      const [id, digest] = read(row)
      // Equal rows without a key are counted.
      digests.set(id, key.length > 0 ? digest : String(Number(digests.get(id) ?? '0') + 1))
    }
  return digests
}

/** Returns the key of a row and the digest of its values; without a key, the digest is the key. */
function reader(columns: readonly string[], names: readonly string[], key: readonly string[]) {
  const places = names.map((name) => columns.indexOf(name))
  const keyPlaces = key.map((name) => columns.indexOf(name))
  const pick = (row: readonly StoredValue[], from: readonly number[]): string =>
    rowText(from.map((at) => row[at] ?? null))
  return (row: readonly StoredValue[]): readonly [id: string, digest: string] => {
    const digest = hash('sha1', pick(row, places), 'base64')
    return key.length > 0 ? [pick(row, keyPlaces), digest] : [digest, '']
  }
}

function forget(digests: Digests, id: string, isKeyed: boolean): void {
  const rest = isKeyed ? 0 : Number(digests.get(id)) - 1
  if (rest > 0) digests.set(id, String(rest))
  else digests.delete(id)
}

const left = (digests: Digests, isKeyed: boolean): number =>
  isKeyed ? digests.size : [...digests.values()].reduce((sum, each) => sum + Number(each), 0)

async function count(rows: CopiedRows): Promise<number> {
  let total = 0
  for await (const chunk of rows) total += chunk.length
  return total
}
