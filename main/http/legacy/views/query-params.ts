import type { Table } from '@common/model'
import {
  isFilterGroup,
  orderedColumns,
  plainSettings,
  viewColumnsOf,
  type PartialViewSettings,
  type ViewCondition,
  type ViewFilterGroup,
  type ViewOperator,
  type ViewOptions,
} from '@common/views'
import { z } from 'zod'
import { readJsonText } from '../json-text'
import { columnFinder, conditionFrom } from './conditions'
import { namesOf, type Names } from './names'
import { optionsFrom, wireOptions, type WireOptionsOf } from './options'
import type { QueryParams } from './types'

interface WireFilter {
  readonly field: string
  readonly op: string
  readonly value?: unknown
  readonly logicOp?: string
}
const wireFilter = z.object({
  field: z.string(),
  op: z.string(),
  value: z.unknown().optional(),
  logicOp: z.string().nullish(),
})
const sentFilters = z.array(wireFilter).max(500)
const wireSort = z.object({ field: z.string(), order: z.string().nullish() })

/** The changes in a script's `query_params`, in domain terms. Missing and unchanged keys have no effect. */
export interface FromQueryParams {
  readonly settings: PartialViewSettings
  /** New options of the view's kind; absent if unchanged. */
  readonly options?: ViewOptions
  /** Values stored for scripts as they sent them. */
  readonly extras: QueryParams
  /** The lock from `viewStatus`. */
  readonly locked?: boolean
}

/** Keys that are derived from the settings. */
const translated = ['filters', 'sortList', 'showFields', 'fieldsOrder', 'columnsWidth', 'viewStatus'] as const

/**
 * Returns settings and lock of a view in the format of scripts. Nested filters and relative dates have no legacy form.
 * They are omitted, and stay if a script sends the response back.
 */
export function queryParamsOf(
  table: Table,
  view: WireOptionsOf & {
    readonly settings: PartialViewSettings
    readonly locked: boolean
    readonly extras: QueryParams
  },
): QueryParams {
  const { titleOf } = namesOf(table)
  const { filter, sorts, hidden, order, widths } = { ...plainSettings, ...view.settings }
  const columns = viewColumnsOf(table)
  const title = (id: string): string => titleOf(id) ?? id
  return {
    ...view.extras,
    filters: wireFilters(filter, titleOf),
    sortList: sorts.flatMap(({ column, descending }) => {
      const field = titleOf(column)
      return field === undefined ? [] : [{ field, order: descending ? '-' : '' }]
    }),
    showFields: Object.fromEntries(columns.map(({ id }) => [title(id), !hidden.includes(id)])),
    fieldsOrder: orderedColumns(columns, { order }).map(({ id }) => title(id)),
    columnsWidth: Object.fromEntries(
      Object.entries(widths).flatMap(([id, px]) => {
        const name = titleOf(id)
        return name === undefined ? [] : [[name, `${px}px`]]
      }),
    ),
    ...(view.locked ? { viewStatus: { type: 'locked' } } : {}),
    ...wireOptions(table, view, view.extras),
  }
}

/**
 * Parses a script's changes to a view.
 *
 * @param view  the view to change
 * @param before  the previous response; keys equal to it change nothing
 */
export function fromQueryParams(
  table: Table,
  params: QueryParams,
  view: WireOptionsOf,
  before: QueryParams = {},
): FromQueryParams {
  const names = namesOf(table)
  const sent = (key: string): unknown =>
    Object.hasOwn(params, key) && JSON.stringify(params[key]) !== JSON.stringify(before[key]) ? params[key] : undefined
  const extras = Object.fromEntries(
    Object.entries(params).filter(([key]) => !translated.some((known) => known === key)),
  )
  const status = z.object({ type: z.string() }).safeParse(sent('viewStatus')).data
  const settings: PartialViewSettings = {
    ...some('filter', filterFrom(sent('filters'), table, names)),
    ...some('sorts', sortsFrom(sent('sortList'), names)),
    ...some('hidden', hiddenFrom(sent('showFields'), names)),
    ...some('order', orderFrom(sent('fieldsOrder'), names)),
    ...some('widths', widthsFrom(sent('columnsWidth'), names)),
  }
  const options = optionsFrom(table, view, sent)
  return {
    settings,
    extras,
    ...(options === undefined ? {} : { options }),
    ...(status === undefined ? {} : { locked: status.type === 'locked' }),
  }
}

/**
 * Returns the field of the first complete condition of `filters` that has no equivalent, empty if `filters` is no list of
 * conditions; undefined if all have one.
 */
export function unknownFilter(table: Table, params: QueryParams): string | undefined {
  const list = sentFilters.safeParse(params['filters'] ?? [])
  if (!list.success) return ''
  const columnOf = columnFinder(table)
  const unknown = list.data.find(({ field, op, value }) => {
    // The page of the original sends conditions that its user hasn't completed. They don't count.
    if (field === '' || op === '') return false
    const column = columnOf(field)
    return column === undefined || conditionFrom(column, op, value) === undefined
  })
  return unknown?.field
}

const some = <K extends keyof PartialViewSettings>(
  key: K,
  value: PartialViewSettings[K] | undefined,
): PartialViewSettings => (value === undefined ? {} : { [key]: value })

/** Maps operators of views to the wire; undefined without a legacy equivalent. */
const operatorsToWire: { readonly [O in ViewOperator]?: Pick<WireFilter, 'op' | 'value'> } = {
  is: { op: 'is equal' },
  equals: { op: 'is equal' },
  isNot: { op: 'is not equal' },
  differs: { op: 'is not equal' },
  contains: { op: 'is like' },
  doesNotContain: { op: 'is not like' },
  isEmpty: { op: 'is empty' },
  isNotEmpty: { op: 'is not empty' },
  isNull: { op: 'is null' },
  isNotNull: { op: 'is not null' },
  isChecked: { op: 'is equal', value: true },
  isNotChecked: { op: 'is equal', value: false },
  less: { op: '<' },
  isBefore: { op: '<' },
  lessOrEqual: { op: '<=' },
  isOnOrBefore: { op: '<=' },
  greater: { op: '>' },
  isAfter: { op: '>' },
  greaterOrEqual: { op: '>=' },
  isOnOrAfter: { op: '>=' },
}

/** Returns the conditions in the legacy format; an empty list if it can't express them. */
function wireFilters(group: ViewFilterGroup, titleOf: Names['titleOf']): WireFilter[] {
  const found: WireFilter[] = []
  for (const filter of group.filters) {
    if (isFilterGroup(filter)) return []
    const field = titleOf(filter.column)
    const told = operatorsToWire[filter.operator]
    const { value } = filter
    if (told === undefined || (typeof value === 'object' && value !== null)) return []
    if (field !== undefined)
      found.push({ field, ...(value === undefined ? {} : { value }), ...told, logicOp: group.join })
  }
  return found
}

/** Groups `a and b or c and d` as SQL does: `and` binds tighter than `or`. */
function filterFrom(sent: unknown, table: Table, names: Names): ViewFilterGroup | undefined {
  const list = sentFilters.safeParse(sent)
  if (!list.success) return undefined
  const columnOf = columnFinder(table, names)
  const groups: ViewCondition[][] = []
  for (const { field, op, value, logicOp } of list.data) {
    const column = columnOf(field)
    const condition = column && conditionFrom(column, op, value)
    if (condition === undefined) continue
    const last = groups.at(-1)
    if (last === undefined || logicOp === 'or') groups.push([condition])
    else last.push(condition)
  }
  const [first] = groups
  if (first === undefined) return { join: 'and', filters: [] }
  if (groups.length === 1) return { join: 'and', filters: first }
  return {
    join: 'or',
    filters: groups.map((group): ViewCondition | ViewFilterGroup => {
      const [only] = group
      return only !== undefined && group.length === 1 ? only : { join: 'and', filters: group }
    }),
  }
}

function sortsFrom(sent: unknown, { idOf }: Names): PartialViewSettings['sorts'] {
  const list = z.array(wireSort).max(20).safeParse(sent)
  if (!list.success) return undefined
  return list.data.flatMap(({ field, order }) => {
    const column = idOf(field)
    return column === undefined ? [] : [{ column, descending: order === '-' || order === 'desc' }]
  })
}

function hiddenFrom(sent: unknown, { idOf }: Names): PartialViewSettings['hidden'] {
  const fields = z.record(z.string(), z.unknown()).safeParse(sent)
  if (!fields.success) return undefined
  return Object.entries(fields.data).flatMap(([title, shown]) => {
    const column = idOf(title)
    return column === undefined || Boolean(shown) ? [] : [column]
  })
}

function orderFrom(sent: unknown, { idOf }: Names): PartialViewSettings['order'] {
  const titles = z.array(z.string()).max(5_000).safeParse(sent)
  return titles.success ? [...new Set(titles.data.flatMap((title) => idOf(title) ?? []))] : undefined
}

function widthsFrom(sent: unknown, { idOf }: Names): PartialViewSettings['widths'] {
  const widths = z.record(z.string(), z.union([z.string(), z.number()])).safeParse(sent)
  if (!widths.success) return undefined
  return Object.fromEntries(
    Object.entries(widths.data).flatMap(([title, width]): [string, number][] => {
      const column = idOf(title)
      const px = Math.round(typeof width === 'number' ? width : Number.parseFloat(width))
      return column === undefined || !Number.isFinite(px) ? [] : [[column, Math.min(800, Math.max(40, px))]]
    }),
  )
}

/** `query_params` of a request: an object, or its JSON text. */
export const wireQueryParams = z.union([z.record(z.string(), z.unknown()), z.string().max(400_000)])

/** Returns undefined unless the text is a JSON object. */
export function readQueryParams(sent: z.infer<typeof wireQueryParams>): QueryParams | undefined {
  if (typeof sent !== 'string') return sent
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(readJsonText(sent))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
