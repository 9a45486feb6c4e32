import {
  aggregateFunctions,
  groupFunctions,
  type AggregateFunction,
  type GroupFunction,
} from '@common/columns/column-type'
import { distributionWindowsMax, groupAggregatesMax, groupRowsDefault, groupRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import { parseJson } from '@common/util/parse-json'
import { parseListQuery } from './list-query'
import { parseNameList } from './name-list'
import { parsePage } from './page'
import type { Filter, ListQuery, Page } from './tree'
import { parseWhere } from './where'

/** Groups of rows (wire §9.5): grouping columns, row filter, group filter and order. */
export interface GroupQuery extends Pick<ListQuery, 'filter' | 'search' | 'sort' | 'page'> {
  /** Titles or names. Empty: all columns. */
  readonly columns: readonly string[]
  /** Filter of the groups, over their columns and counts. */
  readonly having?: Filter
  /** Aggregates over any columns, returned with each group. Without grouping columns: over all rows. */
  readonly aggregates?: readonly GroupAggregate[]
}

export interface GroupAggregate {
  /** Title or name. */
  readonly column: string
  readonly function: GroupFunction
}

/** Returns the key of an aggregate in a group. */
export const aggregateKey = ({ column, function: name }: GroupAggregate): string => `${name}(${column})`

/** Groups with functions over one column of each. */
export interface AggregateQuery extends GroupQuery {
  readonly column: string
  readonly functions: readonly AggregateFunction[]
}

/** The distribution of a column's values over windows. */
export interface DistributeQuery extends Pick<ListQuery, 'filter' | 'search'> {
  readonly column: string
  readonly functions: readonly AggregateFunction[]
  /** Window bounds in ascending order. Without them, `min`, `max` and `step` apply, or the values themselves. */
  readonly steps?: readonly number[]
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** The page of windows to return. Default: all. */
  readonly page?: Page
}

type Parameters = Iterable<readonly [string, string]>

/**
 * Parses `groupby?column_name=city&fields=age&having=(city,like,B%)&sort=-count`. As in the original, `where` has no
 * effect; use `condition` to filter rows. `aggregates=[["price","sum"],["title","filled"]]` computes functions over any
 * columns. With it, grouping columns are optional: without them, all rows form one group.
 *
 * @param columns  columns named in the path
 * @throws AppError QUERY_PARAMETER_INVALID, FILTER_*
 */
export function parseGroupBy(parameters: Parameters, columns: readonly string[] = []): GroupQuery {
  const given = [...parameters].filter(([name]) => name !== 'where' && name !== 'w')
  const query = parseGroups(given)
  const named = [...columns, ...namesOf(given, 'column_name'), ...query.columns]
  const aggregates = parseAggregates(valueOf(given, 'aggregates'))
  if (named.length === 0 && aggregates === undefined)
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'column_name' })
  return { ...query, columns: named, ...(aggregates && { aggregates }) }
}

/** Parses `aggregate?column_name=price&func=sum,avg&fields=author`: groups by the fields and the column itself. */
export function parseAggregate(parameters: Parameters): AggregateQuery {
  const given = [...parameters]
  const query = parseGroups(given)
  const column = oneName(given, 'column_name')
  const functions = parseFunctions(valueOf(given, 'func'))
  if (functions.length === 0) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'func' })
  return { ...query, columns: query.columns.length === 0 ? [] : [...query.columns, column], column, functions }
}

/** Parses `distinct?column_name=city,age`; `cn` and `fields` are synonyms. */
export function parseDistinct(parameters: Parameters): GroupQuery {
  const given = [...parameters]
  const query = parseGroups(given)
  return { ...query, columns: [...namesOf(given, 'column_name'), ...namesOf(given, 'cn'), ...query.columns] }
}

/**
 * Parses `distribute?column_name=price&min=0&max=100&step=25` or `&steps=0,20,40`, with `func` for further aggregates.
 */
export function parseDistribute(parameters: Parameters): DistributeQuery {
  const given = [...parameters]
  const { filter, search } = parseListQuery(given)
  const page = windowPage(given)
  const functions = parseFunctions(valueOf(given, 'func'))
  const steps = parseSteps(valueOf(given, 'steps'))
  const [min, max, step] = ['min', 'max', 'step'].map((name) => parseNumber(name, valueOf(given, name)))
  if (step !== undefined && step <= 0) throw invalid('step', String(step))
  if (min !== undefined && max !== undefined && max <= min) throw invalid('max', String(max))
  return {
    column: oneName(given, 'column_name'),
    functions: functions.length === 0 ? ['count'] : functions,
    ...(filter && { filter }),
    ...(search !== undefined && { search }),
    ...(steps && { steps }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
    ...(page && { page }),
  }
}

/** Applies only an explicit limit. The default of groups (wire §9.2) would truncate a distribution silently. */
function windowPage(given: readonly (readonly [string, string])[]): Page | undefined {
  const value = (...names: string[]): string | undefined => given.find(([name]) => names.includes(name))?.[1]
  const [limit, offset] = [value('limit', 'l'), value('offset', 'o')]
  if (limit === undefined && offset === undefined) return undefined
  return parsePage(limit, offset, { rows: distributionWindowsMax, most: distributionWindowsMax })
}

function parseGroups(given: readonly (readonly [string, string])[]): GroupQuery {
  const { filter, search, sort, fields } = parseListQuery(given)
  const having = parseWhere(valueOf(given, 'having') ?? '')
  const value = (...names: string[]): string | undefined => given.find(([name]) => names.includes(name))?.[1]
  return {
    columns: fields ?? [],
    ...(filter && { filter }),
    ...(search !== undefined && { search }),
    ...(having && { having }),
    sort,
    page: parsePage(value('limit', 'l'), value('offset', 'o'), { rows: groupRowsDefault, most: groupRowsMax }),
  }
}

/** @throws AppError QUERY_PARAMETER_INVALID if the parameter occurs twice */
function valueOf(given: readonly (readonly [string, string])[], name: string): string | undefined {
  const [first, second] = given.filter(([other]) => other === name)
  if (second !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: name })
  return first?.[1]
}

function namesOf(given: readonly (readonly [string, string])[], name: string): string[] {
  return parseNameList(name, valueOf(given, name) ?? '')
}

function oneName(given: readonly (readonly [string, string])[], name: string): string {
  const text = valueOf(given, name)
  const [column, second] = parseNameList(name, text ?? '')
  if (column === undefined || second !== undefined) throw invalid(name, text)
  return column
}

const known: ReadonlySet<string> = new Set(aggregateFunctions)
const isFunction = (name: string): name is AggregateFunction => known.has(name)

/** Accepts only the eight functions. In the original, callers could run any method of its query builder (wire §9.5). */
function parseFunctions(text: string | undefined): AggregateFunction[] {
  return [...new Set(parseNameList('func', text ?? ''))].map((name) => {
    if (!isFunction(name)) throw new AppError('FUNCTION_INVALID', { function: name.slice(0, 100) })
    return name
  })
}

const inGroups: ReadonlySet<string> = new Set(groupFunctions)

/** JSON, because column titles can contain any character: `[["price","sum"],["title","filled"]]`. */
function parseAggregates(text: string | undefined): readonly GroupAggregate[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const list = jsonOf(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > groupAggregatesMax) throw invalid('aggregates', text)
  return list.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw invalid('aggregates', text)
    const [column, name]: unknown[] = pair
    if (typeof column !== 'string' || typeof name !== 'string') throw invalid('aggregates', text)
    if (!inGroups.has(name)) throw new AppError('FUNCTION_INVALID', { function: name.slice(0, 100) })
    return { column, function: name as GroupFunction }
  })
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function parseSteps(text: string | undefined): readonly number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const parts = text.split(',')
  // Checked before parsing each part, because the text can be long.
  if (parts.length > distributionWindowsMax + 1) throw invalid('steps', undefined)
  const steps = parts.map((part) => parseNumber('steps', part) ?? Number.NaN)
  const ascending = steps.every((step, at) => at === 0 || step > (steps[at - 1] ?? Number.NaN))
  if (steps.length < 2 || !ascending) throw invalid('steps', text)
  return steps
}

function parseNumber(parameter: string, text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  if (!/^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(text) || Math.abs(Number(text)) > 1e15) throw invalid(parameter, text)
  return Number(text)
}

function invalid(parameter: string, text: string | undefined): AppError {
  const value = text === undefined || text === '' ? {} : { value: text.slice(0, 100) }
  return new AppError('QUERY_PARAMETER_INVALID', { parameter, ...value })
}
