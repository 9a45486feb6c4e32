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

/** Groups of rows (wire §9.5): by which columns, which rows, which groups, in which order. */
export interface GroupQuery extends Pick<ListQuery, 'filter' | 'search' | 'sort' | 'page'> {
  /** Titles or names; none means every column. */
  readonly columns: readonly string[]
  /** Of the groups: over the columns they are made by, and over what is counted. */
  readonly having?: Filter
  /** Functions over any columns, told of each group beside its number of rows. Without columns: of all rows together. */
  readonly aggregates?: readonly GroupAggregate[]
}

export interface GroupAggregate {
  /** Title or name. */
  readonly column: string
  readonly function: GroupFunction
}

/** Under which key a group answers a function over a column. */
export const aggregateKey = ({ column, function: name }: GroupAggregate): string => `${name}(${column})`

/** Groups, and functions over one column within each. */
export interface AggregateQuery extends GroupQuery {
  readonly column: string
  readonly functions: readonly AggregateFunction[]
}

/** How the values of one column are spread over windows. */
export interface DistributeQuery extends Pick<ListQuery, 'filter' | 'search'> {
  readonly column: string
  readonly functions: readonly AggregateFunction[]
  /** Bounds of the windows, ascending; without them `min`, `max` and `step` say, or the values themselves. */
  readonly steps?: readonly number[]
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Which of the windows, in their order; all of them unless a limit is given. */
  readonly page?: Page
}

type Parameters = Iterable<readonly [string, string]>

/**
 * `groupby?column_name=city&fields=age&having=(city,like,B%)&sort=-count`. As in the original, `where` says nothing
 * here: rows are chosen with `condition`. `aggregates=[["price","sum"],["title","filled"]]` asks for functions over any
 * columns at once, and then no column need be named: one group of all rows.
 *
 * @param columns  those that the path names
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

/** `aggregate?column_name=price&func=sum,avg&fields=author`: grouped by the fields and by the column itself. */
export function parseAggregate(parameters: Parameters): AggregateQuery {
  const given = [...parameters]
  const query = parseGroups(given)
  const column = oneName(given, 'column_name')
  const functions = parseFunctions(valueOf(given, 'func'))
  if (functions.length === 0) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'func' })
  return { ...query, columns: query.columns.length === 0 ? [] : [...query.columns, column], column, functions }
}

/** `distinct?column_name=city,age`; `cn` and `fields` say the same. */
export function parseDistinct(parameters: Parameters): GroupQuery {
  const given = [...parameters]
  const query = parseGroups(given)
  return { ...query, columns: [...namesOf(given, 'column_name'), ...namesOf(given, 'cn'), ...query.columns] }
}

/** `distribute?column_name=price&min=0&max=100&step=25` or `&steps=0,20,40`, with `func` if not only counted. */
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

/** The default of groups (wire §9.2) would cut a distribution off without a word: only a limit that is given counts. */
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

/** @throws AppError QUERY_PARAMETER_INVALID when it was given twice */
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

/** Only the eight names: in the original, any method of its query builder could be called (wire §9.5). */
function parseFunctions(text: string | undefined): AggregateFunction[] {
  return [...new Set(parseNameList('func', text ?? ''))].map((name) => {
    if (!isFunction(name)) throw new AppError('FUNCTION_INVALID', { function: name.slice(0, 100) })
    return name
  })
}

const inGroups: ReadonlySet<string> = new Set(groupFunctions)

/** JSON, as titles of columns may hold any sign: `[["price","sum"],["title","filled"]]`. */
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
  // Before each is looked at: a text may be long.
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
