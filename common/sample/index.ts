import { makeMusic, type Row } from './music'
import { createRandom } from './random'
import { makeSales } from './sales'
import { sampleTables, type SampleTableDefinition } from './tables'

/** A table of the sample with its rows, values in the order of the columns. */
export interface SampleTable extends SampleTableDefinition {
  readonly rows: readonly Row[]
}

/** Title of the project that the sample becomes. */
export const sampleTitle = 'Record Store'

/** One seed for ever: documents, tests and pictures show these rows. */
const seed = 20260918

/**
 * The sample: a record store of about 5,000 related rows, always the same. Tables come after those
 * they point to.
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
