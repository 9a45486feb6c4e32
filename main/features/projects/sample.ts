import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  makeRecordStore,
  paintCover,
  sampleComputed,
  sampleFirstTable,
  sampleViews,
  type SampleTable,
  type SampleView,
} from '@common/sample'
import type { Database } from '@main/db/database'
import type { MetaStep } from '@main/db/meta'
import { encodePng } from '@main/lib/png'
import type { FirstFiles, MadeFile } from '@main/features/attachments'
import { madeLinkId, tableMetadataSteps } from '@main/features/tables'
import { madeViewSteps, type MadeView } from '@main/features/views'
import type { Ids } from '@main/lib/ids'
import type { Step } from '@main/db/statement'

export interface SampleOptions {
  readonly database: Database
  readonly projectId: string
  readonly ownerId: number
  readonly files: Pick<FirstFiles, 'keep'>
  readonly ids: Ids
  readonly now: string
}

/**
 * Fills an empty database with the sample and stores its files.
 *
 * @returns the statements that store its titles, types, computed columns, views and files
 */
export async function fillSample({
  database,
  projectId,
  ownerId,
  files,
  ids,
  now,
}: SampleOptions): Promise<MetaStep[]> {
  const tables = makeRecordStore()
  const covers = await files.keep(projectId, ownerId, await coversOf(tables))
  const cells = covers.files.map((file) => JSON.stringify([file]))
  await createSampleDatabase(database, withCovers(tables, cells))
  return [
    ...tableMetadataSteps(projectId, inListOrder(tables), sampleComputed, now),
    ...madeViewSteps(projectId, sampleViews.map(withHiddenLinks), ids, now),
    ...covers.steps,
  ]
}

/** Creates the tables, foreign keys and rows in one transaction. */
export async function createSampleDatabase(database: Database, tables: readonly SampleTable[]): Promise<void> {
  await database.changeSchema(tables.flatMap((table) => sampleSteps(database, table)))
}

/** Returns the tables in list order: the first table to open, then in order of creation. */
const inListOrder = (tables: readonly SampleTable[]): readonly SampleTable[] => [
  ...tables.filter(({ name }) => name === sampleFirstTable),
  ...tables.filter(({ name }) => name !== sampleFirstTable),
]

function withHiddenLinks({ hiddenLinks = [], ...view }: SampleView): MadeView {
  if (hiddenLinks.length === 0) return view
  const hidden = [...(view.settings.hidden ?? []), ...hiddenLinks.map(madeLinkId)]
  return { ...view, settings: { ...view.settings, hidden } }
}

const hasCovers = ({ name }: SampleTable): boolean => name === 'albums'

let covers: Promise<readonly Uint8Array[]> | undefined

async function paintCovers(count: number): Promise<readonly Uint8Array[]> {
  const pictures: Uint8Array[] = []
  for (let place = 0; place < count; place += 1) {
    pictures.push(encodePng(paintCover(place)))
    // Others are served in between.
    await nextTurn()
  }
  return pictures
}

/**
 * Returns a picture for each album, in row order. Every sample has the same pictures, and painting them takes a
 * fifth of a second of processor time: the process keeps the 150 files in memory, which are small.
 */
async function coversOf(tables: readonly SampleTable[]): Promise<MadeFile[]> {
  const files: MadeFile[] = []
  for (const { columns, rows } of tables.filter(hasCovers)) {
    const number = columns.findIndex(({ name }) => name === 'catalogue_number')
    const pictures = await (covers ??= paintCovers(rows.length))
    files.push(...pictures.map((bytes, place) => ({ title: `${String(rows[place]?.[number])}.png`, bytes })))
  }
  return files
}

/** @param cells  cover cells, in album order */
function withCovers(tables: readonly SampleTable[], cells: readonly string[]): SampleTable[] {
  return tables.map((table) => {
    if (!hasCovers(table)) return table
    const cover = table.columns.findIndex(({ name }) => name === 'cover')
    return { ...table, rows: table.rows.map((row, place) => row.with(cover, cells[place] ?? null)) }
  })
}

function sampleSteps({ dialect }: Database, table: SampleTable): Step[] {
  const { quote, placeholder, schema } = dialect
  const name = quote(table.name)
  const columns = table.columns.map((column) => quote(column.name)).join(', ')
  const places = table.columns.map((_, index) => placeholder(index + 1)).join(', ')
  // Links are followed from both ends, and a database looks for the rows that point to one it deletes.
  const indexes = table.foreignKeys.map(({ columns: keys }) => ({
    sql: `CREATE INDEX ${quote(`${table.name}_${keys.join('_')}`)} ON ${name} (${keys.map(quote).join(', ')})`,
    params: [],
  }))
  return [
    ...schema.createTable(table.name, table.columns, table.foreignKeys).up,
    { sql: `INSERT INTO ${name} (${columns}) VALUES (${places})`, params: [], batch: table.rows },
    ...indexes,
  ]
}
