import type { FilterColumn, FilterFamily } from './filter-columns'
import {
  relativeTimes,
  type ConditionValue,
  type RelativeTime,
  type ViewCondition,
  type ViewOperator,
} from './settings'

const empty = ['isEmpty', 'isNotEmpty'] as const
const text = ['contains', 'doesNotContain', 'is', 'isNot', 'startsWith', 'endsWith', ...empty] as const
const choice = ['is', 'isNot', 'isAnyOf', 'isNoneOf', ...empty] as const
const before = ['isBefore', 'isAfter', 'isOnOrBefore', 'isOnOrAfter', 'between'] as const

/** Operators of each kind of values, in menu order. A new condition starts with the first one. */
export const familyOperators: Readonly<Record<FilterFamily, readonly ViewOperator[]>> = {
  text,
  number: ['equals', 'differs', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual', 'between', ...empty],
  choice: [...choice, 'contains', 'doesNotContain'],
  choices: ['hasAnyOf', 'hasAllOf', 'hasNoneOf', ...empty],
  person: choice,
  date: ['is', 'isNot', 'isWithin', ...before, ...empty],
  dateTime: ['is', 'isNot', 'isWithin', ...before, ...empty],
  time: ['is', 'isNot', ...before, ...empty],
  flag: ['isChecked', 'isNotChecked'],
  link: ['contains', 'doesNotContain', 'is', 'isNot', 'isAnyOf', 'isNoneOf', ...empty],
  structure: ['contains', 'doesNotContain', ...empty],
  files: [...empty],
}

/** Returns the operators that the filter popover offers for a column. */
export const operatorsOf = ({ family }: Pick<FilterColumn, 'family'>): readonly ViewOperator[] =>
  familyOperators[family]

/**
 * Operators that only scripts set (wire §8.1): unlike `isEmpty`, an empty text isn't null. The filter popover shows
 * them in conditions that already use them.
 */
const nullOperators: readonly ViewOperator[] = ['isNull', 'isNotNull']

/** True if a condition with this operator can filter the column. */
export const fitsColumn = (column: Pick<FilterColumn, 'family'>, operator: ViewOperator): boolean =>
  operatorsOf(column).includes(operator) || nullOperators.includes(operator)

/** Returns the operators for a condition that already has one. */
export const choosableOperators = (
  column: Pick<FilterColumn, 'family'>,
  current: ViewOperator,
): readonly ViewOperator[] =>
  nullOperators.includes(current) ? [...operatorsOf(column), ...nullOperators] : operatorsOf(column)

/** The control for the value of a condition. */
export type ValueEditor =
  | 'none'
  | 'text'
  | 'number'
  | 'numberRange'
  | 'option'
  | 'options'
  | 'person'
  | 'people'
  | 'record'
  | 'records'
  | 'day'
  | 'dayRange'
  | 'period'
  | 'time'
  | 'timeRange'

export function valueEditor({ family }: Pick<FilterColumn, 'family'>, operator: ViewOperator): ValueEditor {
  switch (operator) {
    case 'isEmpty':
    case 'isNotEmpty':
    case 'isNull':
    case 'isNotNull':
    case 'isChecked':
    case 'isNotChecked':
      return 'none'
    case 'contains':
    case 'doesNotContain':
    case 'startsWith':
    case 'endsWith':
      return 'text'
    case 'isWithin':
      return 'period'
    case 'between':
      return family === 'number' ? 'numberRange' : family === 'time' ? 'timeRange' : 'dayRange'
    case 'isAnyOf':
    case 'isNoneOf':
    case 'hasAnyOf':
    case 'hasAllOf':
    case 'hasNoneOf':
      return family === 'person' ? 'people' : family === 'link' ? 'records' : 'options'
    default:
      return oneValue(family)
  }
}

function oneValue(family: FilterFamily): ValueEditor {
  switch (family) {
    case 'number':
      return 'number'
    case 'choice':
    case 'choices':
      return 'option'
    case 'person':
      return 'person'
    case 'link':
      return 'record'
    case 'date':
    case 'dateTime':
      return 'day'
    case 'time':
      return 'time'
    default:
      return 'text'
  }
}

/** Relative dates that name one day. */
export const relativeDayTimes = ['today', 'yesterday', 'tomorrow', 'daysAgo', 'daysFromNow'] as const
/** Relative dates that name several days. */
export const periodTimes: readonly RelativeTime[] = relativeTimes.filter(
  (relative) => !(relativeDayTimes as readonly RelativeTime[]).includes(relative),
)
/** Relative dates that need a number of days. */
export const countedTimes: readonly RelativeTime[] = ['daysAgo', 'daysFromNow', 'pastDays', 'nextDays']

/** Returns the value of a condition after its operator changes. Keeps the old value if it still fits. */
export function valueForOperator(
  column: FilterColumn,
  { operator, value }: ViewCondition,
  next: ViewOperator,
): ConditionValue | undefined {
  const [from, to] = [valueEditor(column, operator), valueEditor(column, next)]
  if (from === to) return value
  const isMany = (editor: ValueEditor): boolean => ['options', 'people', 'records'].includes(editor)
  const isOne = (editor: ValueEditor): boolean => ['option', 'person', 'record'].includes(editor)
  if (isOne(from) && isMany(to)) return typeof value === 'string' && value !== '' ? [value] : undefined
  if (isMany(from) && isOne(to)) return Array.isArray(value) ? value[0] : undefined
  if ((from === 'text' && to === 'record') || (from === 'record' && to === 'text')) return value
  if (from === 'number' && to === 'numberRange') return value === undefined ? undefined : [plain(value), null]
  if (from === 'numberRange' && to === 'number') return Array.isArray(value) ? (value[0] ?? undefined) : undefined
  return to === 'period' ? { relative: 'thisWeek' } : undefined
}

const plain = (value: ConditionValue): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? null : value
