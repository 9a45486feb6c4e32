import { makeMusic, type Row } from './music'
import { createRandom } from './random'
import { makeSales } from './sales'
import { sampleTables, type SampleTableDefinition } from './tables'

/** A table of the sample with its rows; values are in column order. */
export interface SampleTable extends SampleTableDefinition {
  readonly rows: readonly Row[]
}

/** Title of the sample project. */
export const sampleTitle = 'Record Store'

/** Constant, because documents, tests and pictures show these rows. */
const seed = 20260918

/**
 * Returns the sample, a record store of about 5,000 related rows. It is deterministic; tables follow the tables that
 * they reference.
 */
export function makeRecordStore(): readonly SampleTable[] {
  const random = createRandom(seed)
  const music = makeMusic(random)
  const rows: Readonly<Record<keyof typeof sampleTables, readonly Row[]>> = {
    ...music,
    ...makeSales(random, music.prices),
  }
  return Object.entries(sampleTables).map(([key, table]) => ({
    ...table,
    rows: rows[key as keyof typeof sampleTables],
  }))
}

export { sampleComputed, type SampleComputed, type SampleLink } from './computed'
export { paintCover } from './covers'
export { sampleFirstTable } from './first-table'
export type { SampleTableDefinition } from './tables'
export { sampleViews, type SampleView } from './views'
