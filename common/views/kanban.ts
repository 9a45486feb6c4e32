import { holdsFiles, holdsPeople, isChoice } from '@common/columns/questions'
import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { coverFits, holdsCovers, type CoverFit } from './cover'
import { groupKey } from './group-tree'
import type { ViewOptions, KindOptions } from './view'
import { ownValue } from '../util/own-value'

/** Limits of stored stack settings. A board can show more stacks than it stores. */
export const kanbanLimits = { stacksMax: 2_000, cardsInStack: 100_000 } as const

const stackKey = z.string().min(1).max(1_000)
const columnId = z.string().min(1).max(255)

const stackChoicesShape = z.strictObject({
  /** Keys of stacks in the user's order. Other stacks follow in the order of the column. */
  order: z.array(stackKey).max(kanbanLimits.stacksMax).optional(),
  /** Maximum number of cards in a stack, by its key. */
  limits: z.record(stackKey, z.number().int().min(1).max(kanbanLimits.cardsInStack)).optional(),
})
export type StackChoices = z.infer<typeof stackChoicesShape>

const schema = z
  .strictObject({
    /** Column whose values form the stacks. */
    stackColumn: columnId,
    /** Column of the cover pictures. Default: no covers. */
    coverColumn: columnId,
    coverFit: z.enum(coverFits),
    /** Hides stacks without cards. */
    hideEmpty: z.boolean(),
    /** Stack settings of each column that the board has ever used. */
    byColumn: z.record(columnId, stackChoicesShape),
  })
  .partial()
export type KanbanOptions = z.infer<typeof schema>

/** A board shows one stack for each value of a column. */
export const kanbanKind: KindOptions<typeof schema> = {
  schema,
  initial: (table): ViewOptions => {
    const column = likelyStackColumn(table)
    const files = table.columns.find(holdsFiles)
    return {
      ...(column && { stackColumn: column.name }),
      ...(files && { coverColumn: files.name }),
    }
  },
}

/** Returns the columns that reference one record of another table. */
function referenceColumns(table: Table): ReadonlySet<string> {
  return new Set(
    table.virtualColumns.flatMap((column) => {
      if (column.kind !== 'link' || column.problem !== undefined || column.link.toAssociation === true) return []
      const { kind, columns } = column.link
      return kind === 'belongsTo' && columns.length === 1 ? columns : []
    }),
  )
}

/** Returns the columns that can form stacks: a choice, a team member, or a record of another table. */
export function stackColumns(table: Table): Column[] {
  const references = referenceColumns(table)
  return table.columns.filter((column) => isChoice(column) || holdsPeople(column) || references.has(column.name))
}

/** A choice is the best default. A person or a reference is used only without one. */
function likelyStackColumn(table: Table): Column | undefined {
  const possible = stackColumns(table)
  return possible.find(isChoice) ?? possible.find(holdsPeople) ?? possible[0]
}

/** Returns the stack column of a view; undefined if no column of the table suits. */
export function stackColumnOf(table: Table, { stackColumn }: KanbanOptions): Column | undefined {
  return stackColumns(table).find(({ name }) => name === stackColumn) ?? likelyStackColumn(table)
}

/** Returns the cover column and the fit of its pictures. */
export function kanbanCover(
  table: Pick<Table, 'columns'>,
  { coverColumn, coverFit = 'crop' }: KanbanOptions,
): { readonly column: Column; readonly fit: CoverFit } | undefined {
  const column = table.columns.find((one) => one.name === coverColumn && holdsCovers(one))
  return column && { column, fit: coverFit }
}

/** Returns the key of the stack for a value; null and undefined share one. */
export const stackKeyOf = (value: unknown): string => groupKey([value ?? null])

/** Records with the same value, as the server counts them. */
export interface StackGroup {
  readonly key: string
  readonly values: readonly unknown[]
  readonly count: number
}

/** A stack of a board. */
export interface Stack<G extends StackGroup = StackGroup> {
  readonly key: string
  /** Value of its records; null for the stack without a value. */
  readonly value: unknown
  readonly count: number
  /** Undefined if no record has the value. */
  readonly group: G | undefined
  /** Maximum number of cards. */
  readonly limit: number | undefined
}

export interface StackPlan<G extends StackGroup> {
  /** Values with a stack even if no record has them, in their order. */
  readonly choices: readonly string[]
  /** True if records can be without a value. They form the first stack. */
  readonly mayBeEmpty: boolean
  /** In the order of the server. */
  readonly groups: readonly G[]
  readonly stackChoices: StackChoices
}

/** Returns all stacks of a board in display order, including empty ones. */
export function stacksOf<G extends StackGroup>({
  choices,
  mayBeEmpty,
  groups,
  stackChoices,
}: StackPlan<G>): Stack<G>[] {
  const byKey = new Map(groups.map((group) => [group.key, group]))
  const { limits = {}, order = [] } = stackChoices
  const values = new Map<string, unknown>()
  const emptyKey = stackKeyOf(null)
  if (mayBeEmpty || byKey.has(emptyKey)) values.set(emptyKey, null)
  for (const choice of choices) values.set(stackKeyOf(choice), choice)
  for (const { key, values: own } of groups) if (!values.has(key)) values.set(key, own[0] ?? null)
  const stacks = [...values].map(([key, value]): Stack<G> => {
    const group = byKey.get(key)
    return { key, value, count: group?.count ?? 0, group, limit: ownValue(limits, key) }
  })
  const places = new Map(order.map((key, at) => [key, at]))
  const placeOf = ({ key }: Stack<G>): number => places.get(key) ?? order.length
  return stacks
    .map((stack, at) => ({ stack, at }))
    .toSorted((one, other) => placeOf(one.stack) - placeOf(other.stack) || one.at - other.at)
    .map(({ stack }) => stack)
}

/** True if a stack exceeds its limit. */
export const isOverLimit = (count: number, limit: number | undefined): boolean => limit !== undefined && count > limit

/** Replaces the stack settings of one column and drops empty ones. */
export function withStackChoices(
  options: KanbanOptions,
  column: string,
  change: (stackChoices: StackChoices) => StackChoices,
): KanbanOptions {
  const { order = [], limits = {} } = change(ownValue(options.byColumn ?? {}, column) ?? {})
  const chosen: StackChoices = {
    ...(order.length > 0 && { order: order.slice(0, kanbanLimits.stacksMax) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
  const others = Object.entries(options.byColumn ?? {}).filter(([name]) => name !== column)
  const byColumn = Object.fromEntries(Object.keys(chosen).length > 0 ? [...others, [column, chosen]] : others)
  const { byColumn: _before, ...rest } = options
  return Object.keys(byColumn).length > 0 ? { ...rest, byColumn } : rest
}

/** Sets the limit of a stack; undefined removes it. */
export function withLimit(
  { limits = {}, ...rest }: StackChoices,
  key: string,
  limit: number | undefined,
): StackChoices {
  const others = Object.entries(limits).filter(([other]) => other !== key)
  return { ...rest, limits: Object.fromEntries(limit === undefined ? others : [...others, [key, limit]]) }
}

/** Moves the settings of a stack to its new value. */
export function withRenamedStack({ order, limits }: StackChoices, from: string, to: string): StackChoices {
  return {
    ...(order && { order: order.map((key) => (key === from ? to : key)) }),
    ...(limits && {
      limits: Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key === from ? to : key, limit])),
    }),
  }
}
