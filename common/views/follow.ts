import { isFilterGroup, type ColourRule, type ViewCondition, type ViewFilterGroup } from './settings'
import type { PartialViewSettings, ViewOptions } from './view'

/** Returns the current name of a column; undefined if it was deleted. */
export type NewName = (column: string) => string | undefined

/** Renames columns in the settings of a view, and removes deleted ones. */
export function followSettings(settings: PartialViewSettings, newName: NewName): PartialViewSettings {
  const { filter, sorts, groups, hidden, order, widths, aggregates, colours } = settings
  return {
    ...settings,
    ...(filter && { filter: followFilter(filter, newName) }),
    ...(sorts && { sorts: followOrders(sorts, newName) }),
    ...(groups && { groups: followOrders(groups, newName) }),
    ...(hidden && { hidden: followNames(hidden, newName) }),
    ...(order && { order: followNames(order, newName) }),
    ...(widths && { widths: followKeys(widths, newName) }),
    ...(aggregates && { aggregates: followKeys(aggregates, newName) }),
    ...(colours && { colours: followColours(colours, newName) }),
  }
}

/** Removes conditions on deleted columns. An empty group has no effect. */
export function followFilter({ join, filters }: ViewFilterGroup, newName: NewName): ViewFilterGroup {
  return {
    join,
    filters: filters.flatMap((filter): (ViewCondition | ViewFilterGroup)[] => {
      if (isFilterGroup(filter)) {
        const followed = followFilter(filter, newName)
        return followed.filters.length === 0 && filter.filters.length > 0 ? [] : [followed]
      }
      const column = newName(filter.column)
      return column === undefined ? [] : [{ ...filter, column }]
    }),
  }
}

function followOrders<T extends { readonly column: string }>(orders: readonly T[], newName: NewName): T[] {
  return orders.flatMap((order) => {
    const column = newName(order.column)
    return column === undefined ? [] : [{ ...order, column }]
  })
}

/** Removes rules without conditions, because they would colour every row. */
function followColours(rules: readonly ColourRule[], newName: NewName): ColourRule[] {
  return rules.flatMap((rule): ColourRule[] => {
    const column = rule.column === undefined ? undefined : newName(rule.column)
    if (rule.column !== undefined && column === undefined) return []
    const filter = followFilter(rule.filter, newName)
    if (filter.filters.length === 0 && rule.filter.filters.length > 0) return []
    return [{ ...rule, ...(column === undefined ? {} : { column }), filter }]
  })
}

const followNames = (names: readonly string[], newName: NewName): string[] =>
  names.flatMap((name) => newName(name) ?? [])

function followKeys<T>(values: Readonly<Record<string, T>>, newName: NewName): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, T][] => {
      const followed = newName(name)
      return followed === undefined ? [] : [[followed, value]]
    }),
  )
}

/**
 * Renames columns in the options of a view kind, in the keys that hold columns (`viewOptions`). Removes items of lists
 * whose `column` was deleted, such as fields of a form.
 */
export function followOptions(options: ViewOptions, newName: NewName): ViewOptions {
  return followJson(options, newName) as ViewOptions
}

const isGone = (item: unknown, newName: NewName): boolean =>
  typeof item === 'object' &&
  item !== null &&
  'column' in item &&
  typeof item.column === 'string' &&
  newName(item.column) === undefined

function followJson(value: unknown, newName: NewName): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => (isGone(item, newName) ? [] : [followJson(item, newName)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, unknown][] => {
      if (/^column$|Column$/.test(key) && typeof item === 'string') {
        const followed = newName(item)
        return followed === undefined ? [] : [[key, followed]]
      }
      if (/^columns$|Columns$/.test(key) && Array.isArray(item))
        return [
          [
            key,
            item.flatMap((one: unknown) => {
              if (typeof one === 'string') return newName(one) ?? []
              return isGone(one, newName) ? [] : [followJson(one, newName)]
            }),
          ],
        ]
      if (key === 'byColumn' && typeof item === 'object' && item !== null)
        return [[key, followJson(followKeys(item as Record<string, unknown>, newName), newName)]]
      return [[key, followJson(item, newName)]]
    }),
  )
}
