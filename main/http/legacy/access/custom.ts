import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { RowRuleProblem } from '@common/principal/row-rule'
import {
  filterColumns,
  fitsColumn,
  type FilterColumn,
  type FilterFamily,
  type ViewCondition,
  type ViewFilterGroup,
} from '@common/views'
import { conditionFrom } from '../views/conditions'
import { namesOf } from '../views/names'

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

/**
 * Returns a row rule for a condition of the original: `{column: {op: value}}`, `_and` and `_or`.
 *
 * @throws AppError ROW_RULE_INVALID for what has no equivalent
 */
export function rowRuleFrom(condition: Readonly<Record<string, unknown>>, table: Table): ViewFilterGroup {
  const { idOf } = namesOf(table)
  const columns = new Map(filterColumns(table).map((column) => [column.id, column]))
  const allOf = (filters: readonly Rule[]): Rule => {
    const [only] = filters
    return only !== undefined && filters.length === 1 ? only : { join: 'and', filters }
  }
  const ruleOf = (given: unknown): Rule => {
    if (!isRecord(given)) throw invalid('', 'unfit')
    return allOf(Object.entries(given).flatMap(([key, value]) => partsOf(key, value)))
  }
  const partsOf = (key: string, value: unknown): readonly Rule[] => {
    if (key === '_and' || key === '_or') {
      if (!Array.isArray(value) || value.length === 0) throw invalid(key, 'unfit')
      return [{ join: key === '_and' ? 'and' : 'or', filters: value.map(ruleOf) }]
    }
    if (key === '_not') throw invalid(key, 'unfit')
    const column = columns.get(idOf(key) ?? '')
    if (column === undefined) throw invalid(key, 'gone')
    if (!isRecord(value)) throw invalid(key, 'unfit')
    return Object.entries(value).map(([op, wanted]) => {
      const rule = comparisonOf(column, op, wanted)
      if (rule === undefined) throw invalid(key, 'unfit')
      return rule
    })
  }
  const rule = ruleOf(condition)
  return 'join' in rule ? rule : { join: 'and', filters: [rule] }
}

const lists: readonly FilterFamily[] = ['choices', 'structure', 'files', 'link']

/** Returns undefined for a comparison without an equivalent. */
function comparisonOf(column: FilterColumn, op: string, value: unknown): Rule | undefined {
  if (op === 'in' || op === 'nin') {
    if (!Array.isArray(value) || value.length === 0) return undefined
    const each = value.map((one) => comparisonOf(column, op === 'in' ? 'eq' : 'neq', one))
    const filters = each.filter((rule) => rule !== undefined)
    return filters.length < each.length ? undefined : { join: op === 'in' ? 'or' : 'and', filters }
  }
  // An operator of lists holds for more rows than a comparison with one value.
  if (column.many || lists.includes(column.family)) return undefined
  if (op === 'like') return likeOf(column, value)
  const words = Object.hasOwn(comparisons, op) ? comparisons[op] : undefined
  if (words === undefined) return undefined
  if (value === null)
    return op === 'eq' || op === 'neq'
      ? conditionFrom(column, op === 'eq' ? 'is null' : 'is not null', undefined)
      : undefined
  if (typeof value === 'object' || value === undefined) return undefined
  if (typeof value === 'string' && currentUserTemplate.test(value)) {
    const operator = op === 'eq' ? 'is' : 'isNot'
    const isPossible = (op === 'eq' || op === 'neq') && fitsColumn(column, operator)
    return isPossible ? { column: column.id, operator, value: { currentUser: true } } : undefined
  }
  const found = conditionFrom(column, words, value)
  if (found === undefined || op !== 'neq') return found
  // In SQL, a missing value differs from nothing.
  return { join: 'and', filters: [found, { column: column.id, operator: 'isNotNull' }] }
}

/** A percent sign at an end stands for any text. Other patterns have no equivalent. */
function likeOf(column: FilterColumn, pattern: unknown): ViewCondition | undefined {
  if (typeof pattern !== 'string') return undefined
  const [, start = '', text = '', end = ''] = /^(%?)([^%_]+)(%?)$/.exec(pattern) ?? []
  const operator =
    start === '' ? (end === '' ? 'is' : 'startsWith') : end === '' ? ('endsWith' as const) : ('contains' as const)
  return text !== '' && fitsColumn(column, operator) ? { column: column.id, operator, value: text } : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invalid = (column: string, problem: RowRuleProblem): AppError =>
  new AppError('ROW_RULE_INVALID', { column, problem })
