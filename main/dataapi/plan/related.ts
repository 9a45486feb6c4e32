import { AppError } from '@common/errors'
import type { Filter, RelatedFilter } from '@common/query/tree'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { TableIndex } from './columns'
import { keyFilter } from '../parse/row-key'
import { linkEnds, linkNamed, reversed, type LinkEnds, type TableNamed } from '../nested/ends'

/** A filter over related rows with resolved tables. */
export interface RelatedRows extends LinkEnds {
  readonly computed: ComputedTable | undefined
  readonly filter: Filter | undefined
}

/** Resolved tables by filter. The filter itself contains only what the caller wrote. */
const resolved = new WeakMap<RelatedFilter, RelatedRows>()

/**
 * Loads the tables of a filter, so that it can be compiled.
 * @throws AppError FILTER_INVALID if a table isn't related as stated
 */
export async function resolveRelated(
  dialect: Dialect,
  index: TableIndex,
  filter: Filter | undefined,
  tableNamed: TableNamed,
): Promise<void> {
  if (filter === undefined || !asksRelated(filter)) return
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const inner of filter.filters) await resolveRelated(dialect, index, inner, tableNamed)
      return
    case 'not':
      return resolveRelated(dialect, index, filter.filter, tableNamed)
    case 'related': {
      if (resolved.has(filter)) return
      const column = linkNamed(index, filter.table, filter.relation && [filter.relation])
      const ends = column && (await linkEnds(index, column.link, tableNamed))
      if (!ends) throw new AppError('FILTER_INVALID', { column: filter.table.slice(0, 200), expected: 'relatedTable' })
      await resolve(dialect, filter, ends, tableNamed)
      return
    }
    case 'condition':
  }
}

async function resolve(
  dialect: Dialect,
  related: RelatedFilter,
  ends: LinkEnds,
  tableNamed: TableNamed,
): Promise<void> {
  const { filter } = related
  await resolveRelated(dialect, ends.index, filter, tableNamed)
  const { table } = ends.index
  const computed = filter && hasComputed(table) ? await computedOf(dialect, table, tableNamed) : undefined
  resolved.set(related, { ...ends, computed, filter })
}

/** True if a filter uses other tables. */
export function asksRelated(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(asksRelated)
    case 'not':
      return asksRelated(filter.filter)
    default:
      return filter.kind === 'related'
  }
}

/** @throws Error if the filter wasn't resolved before */
export function relatedRows(filter: RelatedFilter): RelatedRows {
  const rows = resolved.get(filter)
  if (!rows) throw new Error('A filter over related rows was compiled before its tables were looked up')
  return rows
}

/** Returns a filter for the rows that a link leads to from one row. */
export function linkedTo(own: TableIndex, ends: LinkEnds, key: readonly string[]): Filter {
  const filter = keyFilter(own, key)
  const related: RelatedFilter = { kind: 'related', table: own.table.name, filter }
  resolved.set(related, { ...reversed(own, ends), computed: undefined, filter })
  return related
}
