import type { Table } from '@common/model'
import { filterColumns, fitsColumn, type FilterColumn, type ViewCondition, type ViewOperator } from '@common/views'
import { namesOf, type Names } from './names'

/** Maps operators of the wire to operators of views: the first one that the column supports. */
const operatorsFromWire: Readonly<Record<string, readonly ViewOperator[]>> = {
  'is equal': ['is', 'equals', 'isChecked', 'hasAnyOf', 'contains'],
  'is not equal': ['isNot', 'differs', 'isNotChecked', 'hasNoneOf', 'doesNotContain'],
  'is like': ['contains', 'equals', 'hasAnyOf'],
  'is not like': ['doesNotContain', 'differs', 'hasNoneOf'],
  'is empty': ['isEmpty', 'isNotChecked'],
  'is not empty': ['isNotEmpty', 'isChecked'],
  'is null': ['isNull'],
  'is not null': ['isNotNull'],
  '<': ['less', 'isBefore'],
  '<=': ['lessOrEqual', 'isOnOrBefore'],
  '>': ['greater', 'isAfter'],
  '>=': ['greaterOrEqual', 'isOnOrAfter'],
}

/** Returns a function that finds the column of a condition by the name that scripts use. */
export function columnFinder(
  table: Table,
  { idOf }: Names = namesOf(table),
): (field: string) => FilterColumn | undefined {
  const columns = new Map(filterColumns(table).map((column) => [column.id, column]))
  return (field) => columns.get(idOf(field) ?? '')
}

/** Returns undefined for a comparison that the column doesn't have. */
export function conditionFrom(column: FilterColumn, op: string, value: unknown): ViewCondition | undefined {
  const wanted = Object.hasOwn(operatorsFromWire, op) ? operatorsFromWire[op] : undefined
  const operator = wanted?.find((one) => fitsColumn(column, one))
  if (operator === undefined) return undefined
  const at = { column: column.id, operator }
  if (operator === 'isChecked' || operator === 'isNotChecked') {
    const isAsked = !op.endsWith('equal') || ['true', '1'].includes(String(value).toLowerCase())
    return isAsked ? at : { ...at, operator: operator === 'isChecked' ? 'isNotChecked' : 'isChecked' }
  }
  const plain = plainValueOf(value, column.family === 'number')
  if (operator === 'hasAnyOf' || operator === 'hasNoneOf') return { ...at, value: plain === undefined ? [] : [plain] }
  return { ...at, ...(plain === undefined ? {} : { value: plain }) }
}

function plainValueOf(value: unknown, isNumber: boolean): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > 10_000) return undefined
  const number = Number(value)
  return isNumber && value.trim() !== '' && Number.isFinite(number) ? number : value
}
