import { pageRowsMax } from '@common/constants'
import { conditionFilter, parseCondition } from '@common/query/condition'
import type { Filter, Page } from '@common/query/tree'
import { parseWhere } from '@common/query/where'
import type { NamedTable } from './names'

/** Argument values, validated by the schema. */
export type Given = Readonly<Record<string, unknown>>

/** wire §11: `limit: 0` means the default. */
export function pageOf(given: Given, rows: number): Page {
  const limit = Number(given['limit'] ?? 0)
  return {
    limit: limit === 0 ? rows : Math.min(pageRowsMax, Math.max(1, limit)),
    offset: Math.max(0, Number(given['offset'] ?? 0)),
  }
}

export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

/** `where`, `condition` and `conditionGraph` must all hold. @throws AppError FILTER_* */
export function filterOf(table: NamedTable, given: Given): Filter | undefined {
  const condition = given['condition']
  const filters = [
    parseWhere(textOf(given, 'where') ?? ''),
    condition === undefined || condition === null ? undefined : conditionFilter(withTitles(table, condition), true),
    parseCondition(textOf(given, 'conditionGraph') ?? '', true),
  ].filter((filter) => filter !== undefined)
  const [first] = filters
  return filters.length > 1 ? { kind: 'and', filters } : first
}

const relationTypes = { hasMany: 'hm', belongsTo: 'bt', manyToMany: 'mm' } as const

/**
 * Translates a condition for `conditionGraph`: field names become titles, and conditions on linked rows move under
 * their link.
 */
export function withTitles(table: NamedTable, condition: unknown): unknown {
  if (Array.isArray(condition)) return condition.map((each) => withTitles(table, each))
  if (typeof condition !== 'object' || condition === null) return condition
  return Object.fromEntries(
    Object.entries(condition).flatMap(([name, value]): [string, unknown][] => {
      const column = table.columns.get(name)
      if (column !== undefined) return [[column.title, value]]
      const linked = table.links.find(({ field }) => field === name)
      const related = linked?.relatedTable()
      if (linked === undefined || related === undefined) return [[name, withTitles(table, value)]]
      // An omitted condition has no effect.
      if (value === null || value === undefined) return []
      const inner = withTitles(related, value) as object
      const relationType = relationTypes[linked.link.link.kind]
      return [[linked.link.id, { relationType, ...(Object.keys(inner).length > 0 && { _and: [inner] }) }]]
    }),
  )
}

/** Translates a row to column titles. */
export function bodyOf(table: NamedTable, data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [table.columns.get(name)?.title ?? name, value as unknown]),
  )
}
