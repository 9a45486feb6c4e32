import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { Condition, Filter } from '@common/query/tree'

/** A column of an order that identifies every row. */
export interface KeysetColumn {
  readonly column: Column
  readonly descending: boolean
  readonly nullable: boolean
}

/**
 * Returns filters for the rows behind a position, in order. A single filter would need `or is null`, for which engines
 * scan the index from its start. NULL sorts first, or last if descending, as in every list.
 */
export function behind(order: readonly KeysetColumn[], position: readonly StoredValue[]): Filter[] {
  const [first] = order
  const value = position[0] ?? null
  if (first === undefined) return []
  const rest = after(order.slice(1), position.slice(1))
  if (value === null) {
    const missing = rest && both({ ...condition(first, 'is', null) }, rest)
    return [...(missing ? [missing] : []), ...(first.descending ? [] : [condition(first, 'isnot', null)])]
  }
  const { from, beyond } = directions(first)
  const strictly = condition(first, beyond, value)
  const page = rest
    ? both(condition(first, from, value), either(strictly, both(condition(first, 'eq', value), rest)))
    : strictly
  return [page, ...(first.descending && first.nullable ? [condition(first, 'is', null)] : [])]
}

/** Returns the rows after the position in these columns; undefined if there can't be any. */
function after(order: readonly KeysetColumn[], position: readonly StoredValue[]): Filter | undefined {
  const [key, ...others] = order
  if (key === undefined) return undefined
  const value = position[0] ?? null
  const rest = after(others, position.slice(1))
  const same = rest && both(condition(key, value === null ? 'is' : 'eq', value), rest)
  if (value === null) {
    if (key.descending) return same ?? nothing(key)
    const later = condition(key, 'isnot', null)
    return same ? either(same, later) : later
  }
  const beyond = condition(key, directions(key).beyond, value)
  const later = key.descending && key.nullable ? either(beyond, condition(key, 'is', null)) : beyond
  return same ? either(later, same) : later
}

const directions = ({ descending }: KeysetColumn) =>
  descending ? ({ from: 'le', beyond: 'lt' } as const) : ({ from: 'ge', beyond: 'gt' } as const)

/** A filter that never matches. */
const nothing = (key: KeysetColumn): Filter => both(condition(key, 'is', null), condition(key, 'isnot', null))

function condition({ column }: KeysetColumn, operator: Condition['operator'], stored: StoredValue): Condition {
  return { kind: 'condition', column: column.title, operator, value: null, ...(stored !== null && { stored }) }
}

const both = (...filters: Filter[]): Filter => ({ kind: 'and', filters })
const either = (...filters: Filter[]): Filter => ({ kind: 'or', filters })
