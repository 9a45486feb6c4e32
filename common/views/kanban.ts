import { holdsFiles, holdsPeople, isChoice } from '@common/columns/questions'
import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { coverFits, holdsCovers, type CoverFit } from './cover'
import { groupKey } from './group-tree'
import type { KindOptions } from './kind-options'
import type { ViewOptions } from './view'
import { ownValue } from '../util/own-value'

/** What one view may keep of its stacks: more are shown, but not remembered one by one. */
export const kanbanLimits = { stacksKept: 2_000, cardsInStack: 100_000 } as const

const stackKey = z.string().min(1).max(1_000)
const columnId = z.string().min(1).max(255)

const stackChoices = z.strictObject({
  /** Keys of stacks in the order in which somebody has put them; others follow as their column has them. */
  order: z.array(stackKey).max(kanbanLimits.stacksKept).optional(),
  /** How many cards a stack should have at most, by its key. */
  limits: z.record(stackKey, z.number().int().min(1).max(kanbanLimits.cardsInStack)).optional(),
})
export type StackChoices = z.infer<typeof stackChoices>

const schema = z
  .strictObject({
    /** The column whose values are the stacks. */
    stackColumn: columnId,
    /** Whose picture stands on top of a card; absent for none. */
    coverColumn: columnId,
    coverFit: z.enum(coverFits),
    /** Stacks without cards are left out. */
    hideEmpty: z.boolean(),
    /** What is chosen for the stacks, kept for each column that they were ever made by. */
    byColumn: z.record(columnId, stackChoices),
  })
  .partial()
export type KanbanOptions = z.infer<typeof schema>

/** A board: its stacks are the values of one column. */
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

/** Columns that hold one reference to a record of another table. */
function referenceColumns(table: Table): ReadonlySet<string> {
  return new Set(
    table.virtualColumns.flatMap((column) => {
      if (column.kind !== 'link' || column.problem !== undefined || column.link.toAssociation === true) return []
      const { kind, columns } = column.link
      return kind === 'belongsTo' && columns.length === 1 ? columns : []
    }),
  )
}

/** Columns that stacks can be made by: a choice, somebody of the team, or one record of another table. */
export function stackColumns(table: Table): Column[] {
  const references = referenceColumns(table)
  return table.columns.filter((column) => isChoice(column) || holdsPeople(column) || references.has(column.name))
}

/** A choice suits best; who answers for a record, or what it belongs to, only where there is none. */
function likelyStackColumn(table: Table): Column | undefined {
  const possible = stackColumns(table)
  return possible.find(isChoice) ?? possible.find(holdsPeople) ?? possible[0]
}

/** The column that the stacks of a view are made by; undefined where the table has none that suits. */
export function stackColumnOf(table: Table, { stackColumn }: KanbanOptions): Column | undefined {
  return stackColumns(table).find(({ name }) => name === stackColumn) ?? likelyStackColumn(table)
}

/** The column that the covers of cards are from, and how they are put into their place. */
export function kanbanCover(
  table: Pick<Table, 'columns'>,
  { coverColumn, coverFit = 'crop' }: KanbanOptions,
): { readonly column: Column; readonly fit: CoverFit } | undefined {
  const column = table.columns.find((one) => one.name === coverColumn && holdsCovers(one))
  return column && { column, fit: coverFit }
}

/** The key of the stack of all records that have a value, or none. */
export const stackKeyOf = (value: unknown): string => groupKey([value ?? null])

/** Records that have a value in common, as the server counts them. */
export interface StackGroup {
  readonly key: string
  readonly values: readonly unknown[]
  readonly count: number
}

/** A stack of a board. */
export interface Stack<G extends StackGroup = StackGroup> {
  readonly key: string
  /** What its records have in their column: null for those without a value. */
  readonly value: unknown
  readonly count: number
  /** Undefined while no record has the value. */
  readonly group: G | undefined
  /** How many cards it should have at most. */
  readonly limit: number | undefined
}

export interface StackPlan<G extends StackGroup> {
  /** Values that have a stack before any record has them, in their order. */
  readonly choices: readonly string[]
  /** Records may be without a value: they have a stack too, the first one. */
  readonly mayBeEmpty: boolean
  /** In the order of the server. */
  readonly groups: readonly G[]
  readonly kept: StackChoices
}

/** All stacks of a board, empty ones too, in the order in which they are shown. */
export function stacksOf<G extends StackGroup>({ choices, mayBeEmpty, groups, kept }: StackPlan<G>): Stack<G>[] {
  const byKey = new Map(groups.map((group) => [group.key, group]))
  const { limits = {}, order = [] } = kept
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

/** Whether a stack has more cards than it should. */
export const isOverLimit = (count: number, limit: number | undefined): boolean => limit !== undefined && count > limit

/** The choices of one column changed in the options of a view; what says nothing any more is left out. */
export function withStackChoices(
  options: KanbanOptions,
  column: string,
  change: (kept: StackChoices) => StackChoices,
): KanbanOptions {
  const { order = [], limits = {} } = change(ownValue(options.byColumn ?? {}, column) ?? {})
  const kept: StackChoices = {
    ...(order.length > 0 && { order: order.slice(0, kanbanLimits.stacksKept) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
  const others = Object.entries(options.byColumn ?? {}).filter(([name]) => name !== column)
  const byColumn = Object.fromEntries(Object.keys(kept).length > 0 ? [...others, [column, kept]] : others)
  const { byColumn: _before, ...rest } = options
  return Object.keys(byColumn).length > 0 ? { ...rest, byColumn } : rest
}

/** A limit for one stack; undefined takes it away. */
export function withLimit(
  { limits = {}, ...rest }: StackChoices,
  key: string,
  limit: number | undefined,
): StackChoices {
  const others = Object.entries(limits).filter(([other]) => other !== key)
  return { ...rest, limits: Object.fromEntries(limit === undefined ? others : [...others, [key, limit]]) }
}

/** What was chosen for a stack goes on with its new value. */
export function withRenamedStack({ order, limits }: StackChoices, from: string, to: string): StackChoices {
  return {
    ...(order && { order: order.map((key) => (key === from ? to : key)) }),
    ...(limits && {
      limits: Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key === from ? to : key, limit])),
    }),
  }
}
