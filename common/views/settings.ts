import { optionColors } from '@common/model'
import { z } from 'zod'

/**
 * What a view says about the rows of its table: which of them, in which order, and how they look. One shape for every
 * kind of view; it is kept with the view for everyone, and beside it for one person who may not change that.
 *
 * Columns are named by what stays when people rename them: the name in the database, or the id of a virtual column
 * (`DataGridColumn.id` of the grid). A column that has gone is left out when the settings are used.
 */
const columnId = z.string().min(1).max(255)

/** Values that are worked out when the rows are read, by the clock and in the zone of the reader. */
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

/** Operators as people choose them; `common/views/filter.ts` says which a column type has and what they ask the engine. */
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
  /** The person who looks. */
  z.strictObject({ currentUser: z.literal(true) }),
])
export type ConditionValue = z.infer<typeof conditionValue>

const viewCondition = z.strictObject({
  column: columnId,
  operator: z.enum(viewOperators),
  /** Absent while the person has not said it yet: such a condition does not count. */
  value: conditionValue.optional(),
})
export type ViewCondition = z.infer<typeof viewCondition>

export interface ViewFilterGroup {
  readonly join: 'and' | 'or'
  readonly filters: readonly (ViewCondition | ViewFilterGroup)[]
}
export const viewFilterGroup: z.ZodType<ViewFilterGroup> = z.lazy(() =>
  z.strictObject({
    join: z.enum(['and', 'or']),
    filters: z.array(z.union([viewCondition, viewFilterGroup])).max(100),
  }),
)

export const isFilterGroup = (filter: ViewCondition | ViewFilterGroup): filter is ViewFilterGroup => 'join' in filter

const viewOrder = z.strictObject({ column: columnId, descending: z.boolean() })
/** One key of a sort or one level of groups. */
export type ViewOrder = z.infer<typeof viewOrder>

/** Heights of a row in CSS pixels (visual reference §4). */
export const rowHeights = { short: 28, medium: 48, tall: 72, extra: 112 } as const
export type RowHeight = keyof typeof rowHeights

/** What the foot of a column can say of all the rows shown. */
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
  /** Absent: the whole row. */
  column: columnId.optional(),
  color: z.enum(optionColors),
  filter: viewFilterGroup,
})
/** Rows (or cells of one column) that the filter finds get the colour; the first rule that fits wins. */
export type ColourRule = z.infer<typeof colourRule>

export const groupLevelsMax = 3

export const viewSettings = z.strictObject({
  filter: viewFilterGroup,
  sorts: z.array(viewOrder).max(20),
  groups: z.array(viewOrder).max(groupLevelsMax),
  hidden: z.array(columnId).max(5_000),
  /** Names in the order shown; columns that are not listed follow. */
  order: z.array(columnId).max(5_000),
  /** CSS pixels. */
  widths: z.record(columnId, z.number().min(40).max(800)),
  /** Leading columns that stay while the others scroll. */
  frozen: z.number().int().min(0).max(20),
  rowHeight: z.enum(['short', 'medium', 'tall', 'extra']),
  aggregates: z.record(columnId, z.enum(footerAggregates)),
  colours: z.array(colourRule).max(50),
})
export type ViewSettings = z.infer<typeof viewSettings>

/** A view about which nobody has said anything. */
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
