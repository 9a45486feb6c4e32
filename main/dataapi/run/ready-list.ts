import type { Column } from '@common/model'
import { parseListQuery } from '@common/query/list-query'
import { parseNested, type NestedQuery } from '@common/query/nested'
import type { Filter, ListQuery } from '@common/query/tree'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { JsonShape } from '@main/db/database'
import { Lru } from '@main/lib/lru'
import { hasSteadyRows } from '../compile/filter'
import { compileList, jsonShape, type CompiledList } from '../compile/read'
import { planNested, showsLinks, type NestedPlan } from '../nested/plan'
import { leadingColumns } from '../nested/rows'
import type { TableIndex } from '../plan/columns'
import { planList, type ListPlan } from '../plan/plan'
import { asksRelated, resolveRelated } from '../plan/related'
import type { QueryText, ReadCall } from './read-call'

/** Number of cached compiled lists per table, and the maximum length of a cached query text. */
const listsMax = 100
const cachedTextLengthMax = 2_000

/** How an index bounds the time of a list: certainly, probably, or not. */
export type ListPace = 'bounded' | 'likely' | 'unbounded'

/** A compiled list without its page. */
export interface ReadyList {
  /** Identity of the list: its parameters without the page. */
  readonly text: string
  readonly query: ListQuery
  readonly compiled: CompiledList
  readonly pace: ListPace
  /** True if the time per row doesn't depend on the size of other tables. */
  readonly rowBounded: boolean
  readonly plan: ListPlan
  /** True if the response stays the same while no row changes. */
  readonly steady: boolean
  /** Present if the list includes linked rows. */
  readonly linked?: LinkedList
}

/** A list with linked rows. It also reads the columns that links need. */
export interface LinkedList {
  readonly plans: readonly NestedPlan[]
  readonly columns: readonly Column[]
  /** Columns that the links need. */
  readonly leading: readonly Column[]
  /** JSON shape of the visible columns, which come first. */
  readonly shape: JsonShape
  readonly compiled: CompiledList
}

/** Compiles lists, with a cache: a repeated request costs a look-up. */
export function createListCompiler(): (call: ReadCall, query: QueryText) => Promise<ReadyList> {
  // A schema change creates a new table object, which invalidates the cache.
  const listCache = new WeakMap<TableIndex, Lru<string, ReadyList>>()

  return async (call, query) => {
    const { database, index } = call
    const parameters = [...query]
    // A repeated request costs a look-up: only the page differs, and it is bound last.
    const key = JSON.stringify(parameters.filter(([name]) => !pageParameters.has(name)))
    const lists = listCache.get(index) ?? new Lru<string, ReadyList>(listsMax)
    listCache.set(index, lists)
    const known = call.within === undefined ? lists.get(key) : undefined
    if (known) {
      const { page } = parseListQuery(parameters.filter(([name]) => pageParameters.has(name)))
      return { ...known, query: { ...known.query, page } }
    }
    const parsed = withinOf(call, parseListQuery(parameters))
    const computed = await computedIn(call)
    await resolveRelated(database.dialect, index, parsed.filter, call.tableNamed)
    const plan = planList(index, parsed, database.dialect.comparison, computed)
    const nested = parseNested(parameters)
    const compiled = compileList(database.dialect, plan)
    const linked = showsLinks(index, nested) ? await linkedList(call, plan, nested) : undefined
    const list = {
      text: key,
      query: parsed,
      compiled,
      pace: paceOf(plan),
      plan,
      rowBounded: isRowBounded(computed),
      steady: isSteady(call, parsed.filter, computed, linked?.plans),
      ...(linked && { linked }),
    }
    if (key.length <= cachedTextLengthMax && call.within === undefined) lists.set(key, list)
    return list
  }
}

async function linkedList(call: ReadCall, plan: ListPlan, nested: NestedQuery): Promise<LinkedList | undefined> {
  const plans = await planNested(call.database.dialect, call.index, nested, call.tableNamed)
  if (plans.length === 0) return undefined
  // Foreign keys to parents are always visible (wire §9.2); keys that children need are only read.
  const shown = new Set([
    ...plan.columns,
    ...plans.flatMap(({ link, from }) => (link.kind === 'belongsTo' ? visibleOf(call.index, from) : [])),
  ])
  const leading = leadingColumns(plans)
  const columns = [...new Set([...shown, ...leading])]
  return {
    plans,
    columns,
    leading,
    shape: { ...jsonShape([...shown]), lines: leading.map((column) => columns.indexOf(column)) },
    compiled: compileList(call.database.dialect, { ...plan, columns }),
  }
}

/** Returns the computed columns of the table; undefined if it has none. */
export function computedIn({ database, index, tableNamed }: ReadCall): Promise<ComputedTable> | undefined {
  return hasComputed(index.table) ? computedOf(database.dialect, index.table, tableNamed) : undefined
}

/** Combines the query with the restriction of visible rows. */
export function withinOf<T extends Pick<ListQuery, 'filter'>>({ within }: ReadCall, query: T): T {
  if (within === undefined) return query
  return { ...query, filter: query.filter ? { kind: 'and', filters: [within, query.filter] } : within }
}

/**
 * True if the response depends only on the query text and stored rows. Views can contain anything, including random
 * numbers, and filters on other tables can use such views.
 */
export function isSteady(
  { index, within }: ReadCall,
  filter: Filter | undefined,
  computed: ComputedTable | undefined,
  plans: readonly NestedPlan[] = [],
): boolean {
  return (
    within === undefined &&
    index.table.type === 'table' &&
    hasSteadyRows(index.table) &&
    (filter === undefined || !asksRelated(filter)) &&
    computed?.volatile !== true &&
    plans.every(
      (plan) =>
        plan.index.table.type === 'table' && hasSteadyRows(plan.index.table) && plan.computed?.volatile !== true,
    )
  )
}

/** Columns that lead to linked rows may be hidden. */
const visibleOf = (index: TableIndex, columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => index.position.has(column))

function paceOf({ bounded, likelyBounded }: ListPlan): ListPace {
  if (bounded) return 'bounded'
  return likelyBounded ? 'likely' : 'unbounded'
}

/** True if the time per row doesn't depend on the size of other tables. */
export const isRowBounded = (computed: ComputedTable | undefined): boolean => computed?.bounded !== false

export const pageParameters: ReadonlySet<string> = new Set(['limit', 'l', 'offset', 'o'])
