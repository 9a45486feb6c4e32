import { textOf } from '@common/columns/values/text'
import { countTimeoutMs } from '@common/constants'
import type { Table } from '@common/model'
import { aggregateKey, type GroupAggregate } from '@common/query/group-query'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import type { Condition, Filter } from '@common/query/tree'
import type { AggregateFamily } from '@common/columns/facets'
import { aggregateFamily } from '@common/views/aggregates'
import { data } from '@renderer/api'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import { readFigures } from '@renderer/features/records/group/group-api'
import { rowFilter } from '@renderer/features/records/rows/row-api'
import type { Row } from '@renderer/features/records/rows/row-key'
import type { GridQuery } from '@renderer/features/records/session/use-grid-model'
import { bucketsOf, dayBounds, numberBounds, type Bucket } from './buckets'

/** The column and the rows to analyse. */
export interface StatisticsQuery {
  readonly projectId: string
  readonly table: Table
  readonly column: DataGridColumn
  /** Only the filter and the search matter. */
  readonly rows: Pick<GridQuery, 'filter' | 'search'>
}

export interface Frequency {
  readonly value: unknown
  readonly count: number
}
export interface CountedBucket extends Bucket<number | string> {
  readonly count: number
}

/** Statistics of a column. Parts arrive one by one. */
export interface Statistics {
  readonly records?: number
  readonly filled?: number
  readonly distinct?: number
  readonly min?: unknown
  readonly max?: unknown
  readonly average?: number
  readonly sum?: unknown
  readonly median?: number
  readonly frequent?: readonly Frequency[]
  readonly histogram?: readonly CountedBucket[]
}

export const frequentMax = 8
/** Concurrent bucket counts. */
const countedAtOnce = 3

export function familyOfColumn({ column, link }: DataGridColumn): AggregateFamily {
  return link ? 'link' : aggregateFamily(column)
}

const functionsOf: Readonly<Record<AggregateFamily, readonly GroupAggregate['function'][]>> = {
  amount: ['filled', 'countDistinct', 'min', 'max', 'avg', 'sum'],
  ordered: ['filled', 'countDistinct', 'min', 'max'],
  text: ['filled', 'countDistinct'],
  flag: ['filled'],
  list: ['filled'],
  link: [],
}

/**
 * Loads the statistics of a column, all computed by the database. `publish` receives the parts so far.
 *
 * @throws the error of a query; an abort with TimeoutError if one exceeds the time limit of counts
 */
export async function readStatistics(
  query: StatisticsQuery,
  publish: (known: Statistics) => void,
  given: AbortSignal,
): Promise<void> {
  let known: Statistics = {}
  const add = (more: Statistics): void => {
    known = { ...known, ...more }
    if (!given.aborted) publish(known)
  }
  const family = familyOfColumn(query.column)
  add(await figuresOf(query, family, limited(given)))
  if (family === 'link' || family === 'list' || known.records === 0) return
  add({ frequent: await frequentOf(query, limited(given)) })
  if (family !== 'amount' && family !== 'ordered') return
  add({ histogram: await histogramOf(query, known, limited(given)) })
  if (family === 'amount') add(await medianOf(query, known, limited(given)))
}

/** Each query has the time limit of a count. */
const limited = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(countTimeoutMs)])

async function figuresOf(
  { projectId, table, column, rows }: StatisticsQuery,
  family: AggregateFamily,
  signal: AbortSignal,
): Promise<Statistics> {
  const { title } = column
  const aggregates = functionsOf[family].map((name) => ({ column: title, function: name }))
  const { count, figures } = await readFigures({ projectId, table, filter: rowFilter(rows), aggregates }, signal)
  const figure = (name: GroupAggregate['function']): unknown => figures[aggregateKey({ column: title, function: name })]
  const asked = new Set(functionsOf[family])
  return {
    records: count,
    ...(asked.has('filled') && { filled: Number(figure('filled') ?? 0) }),
    ...(asked.has('countDistinct') && { distinct: Number(figure('countDistinct') ?? 0) }),
    ...(asked.has('min') && { min: figure('min') ?? null, max: figure('max') ?? null }),
    ...(asked.has('avg') && figure('avg') !== null && { average: Number(figure('avg')) }),
    ...(asked.has('sum') && { sum: figure('sum') ?? null }),
  }
}

async function frequentOf(query: StatisticsQuery, signal: AbortSignal): Promise<Frequency[]> {
  // Loads two more, since NULL and an empty text don't count as values.
  const found = await groupsOf(query, frequentMax + 2, signal)
  return found.filter(({ value }) => value !== null && value !== '').slice(0, frequentMax)
}

/** Values with their counts, the most frequent first. */
async function groupsOf({ projectId, table, column, rows }: StatisticsQuery, limit: number, signal: AbortSignal) {
  const { title } = column
  const found = await data.call<Row[]>(projectId, [table.title, 'groupby'], {
    query: { ...rowFilter(rows), column_name: formatNameList([title]), sort: '-count', limit },
    signal,
  })
  // A column may have the name of the count.
  const key = title === 'count' ? '_count' : 'count'
  return found.map((row): Frequency => ({ value: row[title] ?? null, count: Number(row[key] ?? 0) }))
}

/** A moment of a response as text: years come as numbers. */
const momentText = (value: unknown): string => textOf(value) ?? ''

async function histogramOf(query: StatisticsQuery, { min, max, distinct = 0 }: Statistics, signal: AbortSignal) {
  if (min === null || max === null || min === undefined || max === undefined) return []
  return familyOfColumn(query.column) === 'amount' || typeof min === 'number'
    ? numberHistogram(query, Number(min), Number(max), signal)
    : dayHistogram(query, bucketsOf(dayBounds(momentText(min), momentText(max))), distinct, signal)
}

async function numberHistogram(
  { projectId, table, column, rows }: StatisticsQuery,
  min: number,
  max: number,
  signal: AbortSignal,
): Promise<CountedBucket[]> {
  const isWhole = Number.isInteger(min) && Number.isInteger(max)
  const bounds = numberBounds(min, max, isWhole)
  if (bounds.length < 2 || !bounds.every(Number.isFinite)) return []
  const windows = await data.call<Row[]>(projectId, [table.title, 'distribute'], {
    query: {
      ...rowFilter(rows),
      column_name: formatNameList([column.title]),
      func: 'count',
      steps: bounds.join(','),
    },
    signal,
  })
  return bucketsOf(bounds).map((bucket, at) => ({ ...bucket, count: Number(windows[at]?.['count'] ?? 0) }))
}

/** Limit of days in a single grouped query. Longer ranges are counted per bucket. */
const groupedMax = 5_000

async function dayHistogram(
  query: StatisticsQuery,
  buckets: readonly Bucket<string>[],
  distinct: number,
  signal: AbortSignal,
): Promise<CountedBucket[]> {
  const grouped = distinct > groupedMax ? undefined : await countedByValue(query, buckets, signal)
  return grouped ?? countedByBucket(query, buckets, signal)
}

/** Undefined if the value can't be parsed as a moment. */
async function countedByValue(
  query: StatisticsQuery,
  buckets: readonly Bucket<string>[],
  signal: AbortSignal,
): Promise<CountedBucket[] | undefined> {
  const counts = buckets.map(() => 0)
  const starts = buckets.map(({ from }) => Date.parse(from))
  for (const { value, count } of await groupsOf(query, groupedMax + 1, signal)) {
    if (value === null) continue
    const moment = Date.parse(momentText(value))
    const at = starts.findLastIndex((start) => start <= moment)
    if (at < 0) return undefined
    counts[at] = (counts[at] ?? 0) + count
  }
  return buckets.map((bucket, at) => ({ ...bucket, count: counts[at] ?? 0 }))
}

async function countedByBucket(
  { projectId, table, column, rows }: StatisticsQuery,
  buckets: readonly Bucket<string>[],
  signal: AbortSignal,
): Promise<CountedBucket[]> {
  const counts: number[] = []
  const isMoment = !/^date$/i.test(column.column.uiType)
  const value = (day: string): string => (isMoment ? `${day}T00:00:00.000Z` : day)
  const countOf = async ({ from, to }: Bucket<string>, at: number): Promise<void> => {
    const between: Condition[] = [
      { kind: 'condition', column: column.title, operator: 'ge', value: value(from) },
      { kind: 'condition', column: column.title, operator: 'lt', value: value(to) },
    ]
    const filter: Filter = { kind: 'and', filters: [...(rows.filter ? [rows.filter] : []), ...between] }
    const { count } = await data.call<{ readonly count: number | string }>(projectId, [table.title, 'count'], {
      query: rowFilter({ ...rows, filter }),
      signal,
    })
    counts[at] = Number(count)
  }
  for (let at = 0; at < buckets.length; at += countedAtOnce)
    await Promise.all(buckets.slice(at, at + countedAtOnce).map((bucket, next) => countOf(bucket, at + next)))
  return buckets.map((bucket, at) => ({ ...bucket, count: counts[at] ?? 0 }))
}

/** Returns the median: the middle value of the sorted list after the missing ones, or the mean of the middle two. */
async function medianOf(
  { projectId, table, column, rows }: StatisticsQuery,
  { records = 0, filled = 0 }: Statistics,
  signal: AbortSignal,
): Promise<Statistics> {
  if (filled === 0) return {}
  const { title } = column
  const isEven = filled % 2 === 0
  const found = await data.call<Row[]>(projectId, [table.title], {
    query: {
      ...rowFilter(rows),
      fields: formatNameList([title]),
      sort: formatSort([{ column: title, descending: false }]),
      offset: records - filled + Math.floor((filled - 1) / 2),
      limit: isEven ? 2 : 1,
      hm: '',
      bt: '',
      mm: '',
    },
    signal,
  })
  const values = found.map((row) => Number(row[title]))
  return values.length === 0 ? {} : { median: values.reduce((sum, value) => sum + value, 0) / values.length }
}
