import { holdsPeople } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Column, OptionColor } from '@common/model'
import { stackKeyOf, stacksOf, type Stack, type StackChoices } from '@common/views/kanban'
import type { GroupLines } from '@common/views/group-lines'
import { openGroups } from '@common/views/group-state'
import type { GroupNode } from '@common/views/group-tree'
import { ownValue } from '@common/util/own-value'
import { optionColor } from '@renderer/cells'
import type { GridModel, GridSession, Row } from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { useMemo, useRef } from 'react'
import { placeAmong, type CardOrder } from './card-place'

/** A rendered stack. */
export interface BoardStack extends Stack<GroupNode> {
  /** Display name of the view. */
  readonly name: string
  readonly look: 'option' | 'record' | 'person' | 'quiet'
  readonly color: OptionColor
  readonly isOpen: boolean
  /** Cards can be put on it. */
  readonly accepts: boolean
  /** Rows of the model in render order; empty for a collapsed stack. */
  readonly cards: readonly number[]
}

/** A card shown in another stack than the one it was loaded with. */
export interface MovedCard {
  /** Names the record. */
  readonly key: string
  readonly to: string
}

export interface BoardOptions {
  readonly session: GridSession
  readonly column: Column
  /** Values that have a stack before any record has them. */
  readonly choices: readonly string[]
  readonly stackChoices: StackChoices
  readonly hideEmpty: boolean
  /** The stack of records without a value is wanted wide although it has none. */
  readonly isSpread: boolean
  /** The dragged card, and cards whose new value isn't stored yet. */
  readonly moved: readonly MovedCard[]
  /** Runs of rows that are on the screen. */
  readonly seen: readonly { readonly from: number; readonly to: number }[]
}

/** A group that no record has yet. */
export const emptyGroup = (key: string, value: unknown): GroupNode => ({
  key,
  level: 0,
  values: [value],
  parent: undefined,
  count: 0,
  figures: {},
  start: 0,
  rows: 0,
  children: [],
})

const noCards: readonly number[] = []

/** Returns the stacks of a board with their cards: the server's data with local changes on top. */
export function useBoard(options: BoardOptions): readonly BoardStack[] {
  const { session, column, choices, stackChoices, hideEmpty, isSpread } = options
  const { model, groups } = session
  const { t } = useTranslation()
  const { lines } = groups
  const plain = useMemo(
    () => stacksOf({ choices, mayBeEmpty: !column.required, groups: lines?.nodes ?? [], stackChoices }),
    [choices, column, lines, stackChoices],
  )
  const base = useMemo(() => baseCards(lines), [lines])
  const strays = useStrays(options, lines)
  const isOpen = openGroups(groups.state)
  const order = cardOrder(session)
  const link = groups.levels[0]?.link
  const isWritable = session.readOnly === undefined && columnType(column.uiType).writable && !column.generated

  const before = useRef<ReadonlyMap<string, BoardStack>>(new Map())
  const shown = plain.map((stack): BoardStack => {
    const { key, value } = stack
    const { cards, by } = cardsOf(model, lines, base.get(key) ?? noCards, key, strays, column, order)
    const count = stack.count + by
    // If every record has a value, the stack without one is unused.
    const isUnused = value === null && count === 0 && cards.length === 0 && !isSpread
    const open = !isUnused && isOpen(emptyGroup(key, value))
    const name = isNothing(value)
      ? t(value === '' ? 'grid.groups.blank' : 'kanban.without', { column: column.title })
      : ((link && model.labels.reference(link, firstOf(model, cards), value)) ?? model.textOf(storedOf(value), column))
    const look = isNothing(value) ? 'quiet' : link ? 'record' : holdsPeople(column) ? 'person' : 'option'
    return reusedStack(before.current.get(key), {
      ...stack,
      count,
      name,
      look,
      color: look === 'option' ? optionColor(String(value), column) : 'grey',
      isOpen: open,
      accepts: isWritable && takes(model, column, value),
      cards: open ? cards : noCards,
    })
  })
  before.current = new Map(shown.map((stack) => [stack.key, stack]))
  return hideEmpty ? shown.filter(({ count, cards }) => count > 0 || cards.length > 0) : shown
}

/** Returns the previous object for an equal stack, so that only changed stacks render again. */
export function reusedStack(before: BoardStack | undefined, now: BoardStack): BoardStack {
  if (before === undefined) return now
  const isSame = (Object.keys(now) as (keyof BoardStack)[]).every(
    (name) => name === 'cards' || before[name] === now[name],
  )
  return isSame && sameRows(before.cards, now.cards) ? before : now
}

const sameRows = (one: readonly number[], other: readonly number[]): boolean =>
  one === other || (one.length === other.length && one.every((row, at) => row === other[at]))

/** Takes the name of the linked record from a card of the stack. */
const firstOf = (model: GridModel, [first]: readonly number[]): Row =>
  (first === undefined ? undefined : model.rowAt(first)) ?? {}

const isNothing = (value: unknown): boolean => value === null || value === ''
type Stored = Parameters<GridModel['textOf']>[0]
const storedOf = (value: unknown): Stored =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)

/** True if a record accepts the value of a stack. */
function takes(model: GridModel, column: Column, value: unknown): boolean {
  if (value === null) return !column.required
  return model.parse({ kind: 'json', value }, column).ok
}

/** Sort keys within a stack. */
function cardOrder({ query, table }: GridSession): readonly CardOrder[] {
  const key = table.columns.filter(({ primaryKey }) => primaryKey)
  // The first key is the stack itself.
  return [...query.sort.slice(1), ...key.map(({ title }) => ({ column: title, descending: false }))]
}

/** Rows of each open group as the server lists them. */
function baseCards(lines: GroupLines | undefined): ReadonlyMap<string, readonly number[]> {
  const cards = new Map<string, readonly number[]>()
  for (const node of lines?.nodes ?? []) {
    const first = node.rows > 0 ? (lines?.rowOf(node.start) ?? -1) : -1
    if (first >= 0)
      cards.set(
        node.key,
        Array.from({ length: node.rows }, (_, at) => first + at),
      )
  }
  return cards
}

/** Returns rows whose value differs from that of their loaded group, by the stack they belong to. */
function useStrays(
  { session: { model }, column, moved, seen }: BoardOptions,
  lines: GroupLines | undefined,
): ReadonlyMap<number, string> {
  const known = useRef<{ readonly lines: GroupLines | undefined; readonly strays: ReadonlyMap<number, string> }>({
    lines: undefined,
    strays: new Map(),
  })
  const strays = new Map<number, string>()
  if (lines === undefined) return strays
  const targets = new Map(moved.map(({ key, to }) => [key, to]))
  const look = (row: number): void => {
    if (row >= lines.rowCount) return
    const [held, node] = [model.rows.rowAt(row), lines.groupOfRow(row)]
    if (held === undefined || node === undefined) return
    const target = targets.size === 0 ? undefined : targets.get(model.keyAt(row) ?? '')
    const key = target ?? stackKeyOf(held[column.title])
    if (key !== node.key) strays.set(row, key)
  }
  for (const { from, to } of seen) for (let row = from; row < to; row += 1) look(row)
  if (known.current.lines === lines) for (const row of known.current.strays.keys()) look(row)
  known.current = { lines, strays }
  return strays
}

/** Returns the cards of one stack, and the difference between their number and the server's count. */
function cardsOf(
  model: GridModel,
  lines: GroupLines | undefined,
  base: readonly number[],
  key: string,
  strays: ReadonlyMap<number, string>,
  column: Column,
  order: readonly CardOrder[],
): { readonly cards: readonly number[]; readonly by: number } {
  if (lines === undefined) return { cards: noCards, by: 0 }
  const here = (row: number): Row | undefined => model.rows.rowAt(row)
  let by = 0
  let cards = base
  const gone = base.filter((row) => strays.has(row) && strays.get(row) !== key)
  if (gone.length > 0) {
    by -= gone.length
    cards = base.filter((row) => !gone.includes(row))
  }
  for (const [row, to] of strays) {
    const held = to === key ? here(row) : undefined
    if (held === undefined) continue
    by += 1
    const at = placeAmong(
      cards.map((other) => here(other)),
      held,
      order,
    )
    cards = [...cards.slice(0, at), row, ...cards.slice(at)]
  }
  const made: number[] = []
  model.rows.extra.forEach((row, at) => {
    if (stackKeyOf(row[column.title]) !== key) return
    by += 1
    made.push(lines.rowCount + at)
  })
  for (let at = 0; at < model.drafts.count; at += 1) {
    const draft = model.drafts.at(at)
    if (draft && (draft.group ?? stackKeyOf(ownValue(draft.values, column.title))) === key)
      made.push(model.rows.length + at)
  }
  return { cards: made.length > 0 ? [...cards, ...made] : cards, by }
}
