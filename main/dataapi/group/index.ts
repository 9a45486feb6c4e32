import { distributionWindowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import {
  parseAggregate,
  parseDistinct,
  parseDistribute,
  parseGroupBy,
  type AggregateQuery,
  type DistributeQuery,
  type GroupQuery,
} from '@common/query/group-query'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { ReadOptions } from '@main/db/database'
import { resolveRelated } from '../plan/related'
import { valueJson } from '../shape/row-json'
import type { TableSizes } from '../run/table-sizes'
import { compileBounds, compileGroups, compileWindows } from './compile'
import { planGroups, typeOf, type GroupPlan } from './plan'
import type { ReadCall } from '../run/read-call'

type QueryText = Iterable<readonly [string, string]>
type Json = Promise<Uint8Array | string>

/** Groups and aggregates (wire §9.5), from query text to a JSON array. */
export interface Groups {
  /** Returns the grouping columns and `count`. */
  readonly groupBy: (call: ReadCall, query: QueryText, columns?: readonly string[]) => Json
  /** Returns the grouping columns and one key per function. */
  readonly aggregate: (call: ReadCall, query: QueryText) => Json
  /** Returns `range` and one key per function. */
  readonly distribute: (call: ReadCall, query: QueryText) => Json
  readonly distinct: (call: ReadCall, query: QueryText) => Json
}

export function createGroups(sizes: TableSizes): Groups {
  const options = async (call: ReadCall, computed: ComputedTable | undefined): Promise<ReadOptions> => ({
    signal: call.signal,
    lane: computed?.bounded !== false && (await sizes.isSmall(call)) ? 'short' : 'long',
    mayUseStandby: true,
  })

  const groups = async (call: ReadCall, query: GroupQuery | AggregateQuery, counted: boolean): Json => {
    const { database, index } = call
    const computed = await computedIn(call)
    await resolveRelated(database.dialect, index, query.filter, call.tableNamed)
    const plan = planGroups(database.dialect, index, computed, query, counted)
    const { statement, shape } = compileGroups(database.dialect, plan, query.page)
    return database.readJson(statement, shape, await options(call, computed))
  }

  return {
    groupBy: (call, query, columns) => groups(call, parseGroupBy(query, columns), true),
    aggregate: (call, query) => groups(call, parseAggregate(query), true),
    distinct: (call, query) => groups(call, parseDistinct(query), false),

    async distribute(call, text) {
      const { database, index } = call
      const query = parseDistribute(text)
      const computed = await computedIn(call)
      await resolveRelated(database.dialect, index, query.filter, call.tableNamed)
      const page = { limit: 1, offset: 0 }
      const plan = planGroups(database.dialect, index, computed, { ...query, columns: [], sort: [], page }, true)
      requireNumbers(call, plan, query)
      const read = await options(call, computed)
      const bounds = query.steps ?? (await boundsOf(call, plan, query, read))
      if (bounds.length < 2) return '[]'
      const rows = await database.read(compileWindows(database.dialect, plan, bounds), read)
      const found = new Map(rows.map(([at, ...values]) => [Number(at), values]))
      const windows = bounds.slice(1).map((_, at) => {
        const values = plan.measures.map(({ key, name }, n) => {
          const value = found.get(at)?.[n] ?? (name.startsWith('count') ? 0 : null)
          return `,${JSON.stringify(key)}:${valueJson(value)}`
        })
        return `{"range":${JSON.stringify(rangeText(bounds, at))}${values.join('')}}`
      })
      const { offset, limit: most } = query.page ?? { offset: 0, limit: windows.length }
      return `[${windows.slice(offset, offset + most).join(',')}]`
    },
  }
}

function computedIn({ database, index, tableNamed }: ReadCall): Promise<ComputedTable> | undefined {
  return hasComputed(index.table) ? computedOf(database.dialect, index.table, tableNamed) : undefined
}

function requireNumbers(
  { database, index }: ReadCall,
  { measured: [measured] }: GroupPlan,
  { column }: DistributeQuery,
): void {
  if (measured === undefined || typeOf(database.dialect, measured) !== 'number')
    throw new AppError('QUERY_PARAMETER_INVALID', {
      parameter: 'column_name',
      value: column.slice(0, 100),
      table: index.table.title,
    })
}

/**
 * Computes the bounds of windows of equal width; missing parameters come from the values (wire §9.5). Empty without
 * values.
 */
async function boundsOf(
  { database }: ReadCall,
  plan: GroupPlan,
  { min = 0, max, step }: DistributeQuery,
  read: ReadOptions,
): Promise<readonly number[]> {
  const [found] =
    max === undefined || step === undefined ? await database.read(compileBounds(database.dialect, plan), read) : []
  const last = max ?? (found?.[1] === null || found?.[1] === undefined ? undefined : Number(found[1]))
  if (last === undefined || last < min) return []
  const span = last - min
  if (step !== undefined && span / step > distributionWindowsMax)
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'step', value: step })
  // The rounded mean; larger if outliers would cause thousands of windows.
  const width = step ?? Math.max(1, Math.ceil(Number(found?.[2] ?? 0)), Math.ceil(span / distributionWindowsMax))
  const count = Math.max(1, Math.ceil(span / width))
  return Array.from({ length: count + 1 }, (_, at) => min + at * width)
}

/** `0-20`, then `21-40` for integers; other types repeat the bound. */
function rangeText(bounds: readonly number[], at: number): string {
  const [from = 0, to = 0] = [bounds[at], bounds[at + 1]]
  const start = at > 0 && bounds.every(Number.isInteger) ? from + 1 : from
  return `${start}-${to}`
}
