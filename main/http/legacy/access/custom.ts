import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { RowRuleProblem } from '@common/principal/row-rule'
import {
  filtersPerGroupMax,
  fitsColumn,
  type FilterColumn,
  type FilterFamily,
  type ViewCondition,
  type ViewFilterGroup,
  type ViewOperator,
} from '@common/views'
import { columnFinder, conditionFrom } from '../views/conditions'

type Rule = ViewCondition | ViewFilterGroup

/** Stands for the address of the current user in conditions of the original. */
const currentUserTemplate = /^\s*\{\{\s*req\.session\.passport\.user\.email\s*\}\}\s*$/

/** Comparisons of conditions (wire §10) in the words of filters (wire §8.1). */
const comparisons: Readonly<Record<string, string>> = {
  eq: 'is equal',
  neq: 'is not equal',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
}

/** The comparison that holds where another one doesn't. In SQL, neither holds for a missing value. */
const opposites: Readonly<Record<string, string>> = {
  eq: 'neq',
  neq: 'eq',
  gt: 'le',
  le: 'gt',
  ge: 'lt',
  lt: 'ge',
  in: 'nin',
  nin: 'in',
  like: 'nlike',
  nlike: 'like',
}

/**
 * Returns a row rule for a condition of the original: `{column: {op: value}}`, `_and`, `_or` and `_not`.
 *
 * @throws AppError ROW_RULE_INVALID for what has no equivalent
 */
export function rowRuleFrom(condition: Readonly<Record<string, unknown>>, table: Table): ViewFilterGroup {
  const columnOf = columnFinder(table)
  const ruleOf = (given: unknown, isNegated: boolean): Rule => {
    if (!isRecord(given)) throw invalid('', 'unfit')
    const parts = Object.entries(given).flatMap(([key, value]) => partsOf(key, value, isNegated))
    const [only] = parts
    if (only === undefined) throw invalid('', 'unfit')
    return parts.length === 1 ? only : joined(isNegated ? 'or' : 'and', parts)
  }
  const partsOf = (key: string, value: unknown, isNegated: boolean): readonly Rule[] => {
    if (key === '_not') return [ruleOf(value, !isNegated)]
    if (key === '_and' || key === '_or') {
      if (!Array.isArray(value) || value.length === 0) throw invalid(key, 'unfit')
      const isAll = (key === '_and') !== isNegated
      return [
        joined(
          isAll ? 'and' : 'or',
          value.map((each) => ruleOf(each, isNegated)),
        ),
      ]
    }
    const column = columnOf(key)
    if (column === undefined) throw invalid(key, 'gone')
    if (!isRecord(value) || Object.keys(value).length === 0) throw invalid(key, 'unfit')
    return Object.entries(value).map(([op, wanted]) => {
      const asked = isNegated ? oppositeOf(op) : op
      const rule = asked === undefined ? undefined : comparisonOf(column, asked, wanted)
      if (rule === undefined) throw invalid(key, 'unfit')
      return rule
    })
  }
  if (Object.keys(condition).length === 0) return { join: 'and', filters: [] }
  const rule = ruleOf(condition, false)
  return 'join' in rule ? rule : { join: 'and', filters: [rule] }
}

const oppositeOf = (op: string): string | undefined => (Object.hasOwn(opposites, op) ? opposites[op] : undefined)

/** Joins rules, in groups of groups if one can't hold them all. */
function joined(join: ViewFilterGroup['join'], filters: readonly Rule[]): ViewFilterGroup {
  if (filters.length <= filtersPerGroupMax) return { join, filters }
  const groups = Array.from({ length: Math.ceil(filters.length / filtersPerGroupMax) }, (_, at) => ({
    join,
    filters: filters.slice(at * filtersPerGroupMax, (at + 1) * filtersPerGroupMax),
  }))
  return joined(join, groups)
}

const lists: readonly FilterFamily[] = ['choices', 'structure', 'files', 'link']
const flagValues: ReadonlySet<unknown> = new Set([true, false, 1, 0, 'true', 'false', '1', '0'])

/** Returns undefined for a comparison without an equivalent. */
function comparisonOf(column: FilterColumn, op: string, value: unknown): Rule | undefined {
  if (op === 'in' || op === 'nin') {
    if (!Array.isArray(value) || value.length === 0) return undefined
    const each = value.map((one) => comparisonOf(column, op === 'in' ? 'eq' : 'neq', one))
    const filters = each.filter((rule) => rule !== undefined)
    return filters.length < each.length ? undefined : joined(op === 'in' ? 'or' : 'and', filters)
  }
  // An operator of lists holds for more rows than a comparison with one value.
  if (column.many || lists.includes(column.family)) return undefined
  if (op === 'like' || op === 'nlike') return likeOf(column, value, op === 'nlike')
  const words = Object.hasOwn(comparisons, op) ? comparisons[op] : undefined
  if (words === undefined) return undefined
  if (value === null)
    return op === 'eq' || op === 'neq'
      ? conditionFrom(column, op === 'eq' ? 'is null' : 'is not null', undefined)
      : undefined
  if (typeof value === 'object' || value === undefined) return undefined
  if (column.family === 'flag' && !flagValues.has(value)) return undefined
  if (typeof value === 'string' && currentUserTemplate.test(value)) {
    const operator = op === 'eq' ? 'is' : 'isNot'
    const isPossible = (op === 'eq' || op === 'neq') && fitsColumn(column, operator)
    if (!isPossible) return undefined
    const rule = { column: column.id, operator, value: { currentUser: true } } as const
    return op === 'eq' ? rule : present(rule)
  }
  const found = conditionFrom(column, words, value)
  return found === undefined || op !== 'neq' ? found : present(found)
}

/** In SQL, a missing value differs from nothing. */
const present = (condition: ViewCondition): ViewFilterGroup => ({
  join: 'and',
  filters: [condition, { column: condition.column, operator: 'isNotNull' }],
})

/** A percent sign at an end stands for any text. Other patterns have no equivalent; a backslash quotes signs. */
function likeOf(column: FilterColumn, pattern: unknown, isNegated: boolean): Rule | undefined {
  if (typeof pattern !== 'string') return undefined
  const [, start = '', text = '', end = ''] = /^(%?)([^%_\\]+)(%?)$/.exec(pattern) ?? []
  const [operator, opposite] = likeOperators[`${start}x${end}`] ?? []
  const wanted = isNegated ? opposite : operator
  if (text === '' || wanted === undefined || !fitsColumn(column, wanted)) return undefined
  const rule = { column: column.id, operator: wanted, value: text }
  return isNegated ? present(rule) : rule
}

/** Operators for a pattern, and for its negation. */
const likeOperators: Readonly<Record<string, readonly [ViewOperator, ViewOperator?]>> = {
  x: ['is', 'isNot'],
  'x%': ['startsWith'],
  '%x': ['endsWith'],
  '%x%': ['contains', 'doesNotContain'],
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invalid = (column: string, problem: RowRuleProblem): AppError =>
  new AppError('ROW_RULE_INVALID', { column, problem })
