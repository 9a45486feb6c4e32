import { optionColors } from '@common/model'
import { z } from 'zod'

/**
 * The settings of a view: which rows it shows, in which order, and how they look. All kinds of views share this shape.
 * Shared settings are stored with the view, personal settings beside them.
 *
 * Columns have stable names: the name in the database, or the id of a virtual column (`DataGridColumn.id` of the grid).
 * Deleted columns are skipped when settings are applied.
 */
const columnId = z.string().min(1).max(255)

/** Relative dates. They are resolved at read time, with the reader's clock and time zone. */
export const relativeTimes = [
  'today',
  'yesterday',
  'tomorrow',
  'daysAgo',
  'daysFromNow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisYear',
  'lastYear',
  'nextYear',
  'pastDays',
  'nextDays',
] as const
export type RelativeTime = (typeof relativeTimes)[number]

/** Operators of conditions. `common/views/filter.ts` says which operators a column type has and translates them. */
export const viewOperators = [
  'is',
  'isNot',
  'contains',
  'doesNotContain',
  'startsWith',
  'endsWith',
  'isAnyOf',
  'isNoneOf',
  'hasAnyOf',
  'hasAllOf',
  'hasNoneOf',
  'equals',
  'differs',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'between',
  'isBefore',
  'isAfter',
  'isOnOrBefore',
  'isOnOrAfter',
  'isWithin',
  'isChecked',
  'isNotChecked',
  'isEmpty',
  'isNotEmpty',
  'isNull',
  'isNotNull',
] as const
export type ViewOperator = (typeof viewOperators)[number]

const plainValue = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])

export const conditionValue = z.union([
  plainValue,
  z.array(plainValue).max(1_000),
  z.strictObject({ relative: z.enum(relativeTimes), count: z.number().int().min(0).max(100_000).optional() }),
  /** The current user. */
  z.strictObject({ currentUser: z.literal(true) }),
])
export type ConditionValue = z.infer<typeof conditionValue>

const viewCondition = z.strictObject({
  column: columnId,
  operator: z.enum(viewOperators),
  /** Missing while the user hasn't entered it. An incomplete condition has no effect. */
  value: conditionValue.optional(),
})
export type ViewCondition = z.infer<typeof viewCondition>

export interface ViewFilterGroup {
  readonly join: 'and' | 'or'
  readonly filters: readonly (ViewCondition | ViewFilterGroup)[]
}
/** Conditions and groups in a group. */
export const filtersPerGroupMax = 100

export const viewFilterGroup: z.ZodType<ViewFilterGroup> = z.lazy(() =>
  z.strictObject({
    join: z.enum(['and', 'or']),
    filters: z.array(z.union([viewCondition, viewFilterGroup])).max(filtersPerGroupMax),
  }),
)

export const isFilterGroup = (filter: ViewCondition | ViewFilterGroup): filter is ViewFilterGroup => 'join' in filter

const viewOrder = z.strictObject({ column: columnId, descending: z.boolean() })
/** A sort key or a grouping level. */
export type ViewOrder = z.infer<typeof viewOrder>

/** Row heights in CSS pixels (visual reference §4). */
export const rowHeights = { short: 28, medium: 48, tall: 72, extra: 112 } as const
export type RowHeight = keyof typeof rowHeights

/** Aggregates that the footer can show. */
export const footerAggregates = [
  'count',
  'empty',
  'filled',
  'distinct',
  'percentEmpty',
  'percentFilled',
  'sum',
  'average',
  'min',
  'max',
  'checked',
  'unchecked',
] as const
export type FooterAggregate = (typeof footerAggregates)[number]

const colourRule = z.strictObject({
  /** Default: the whole row. */
  column: columnId.optional(),
  color: z.enum(optionColors),
  filter: viewFilterGroup,
})
/** Colours the rows, or the cells of a column, that match the filter. The first matching rule wins. */
export type ColourRule = z.infer<typeof colourRule>

export const groupLevelsMax = 3

export const viewSettings = z.strictObject({
  filter: viewFilterGroup,
  sorts: z.array(viewOrder).max(20),
  groups: z.array(viewOrder).max(groupLevelsMax),
  hidden: z.array(columnId).max(5_000),
  /** Column names in display order. Other columns follow. */
  order: z.array(columnId).max(5_000),
  /** CSS pixels. */
  widths: z.record(columnId, z.number().min(40).max(800)),
  /** Number of leading columns that don't scroll. */
  frozen: z.number().int().min(0).max(20),
  rowHeight: z.enum(['short', 'medium', 'tall', 'extra']),
  aggregates: z.record(columnId, z.enum(footerAggregates)),
  colours: z.array(colourRule).max(50),
})
export type ViewSettings = z.infer<typeof viewSettings>

/** The defaults of a view. */
export const plainSettings: ViewSettings = {
  filter: { join: 'and', filters: [] },
  sorts: [],
  groups: [],
  hidden: [],
  order: [],
  widths: {},
  frozen: 1,
  rowHeight: 'short',
  aggregates: {},
  colours: [],
}
