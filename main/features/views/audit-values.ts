import type { Table } from '@common/model'
import {
  isFilterGroup,
  plainSettings,
  type PartialViewSettings,
  type ViewCondition,
  type ViewFilterGroup,
  type ViewOptions,
  type ViewOrder,
} from '@common/views'
import { changedValues, goneValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'
import type { StoredView } from './repository'
import type { Changed } from './types'

/** Characters of a shown option, such as the fields of a form. */
const optionCharacters = 500

type Titles = (columnId: string) => string
type State = Pick<StoredView, 'title' | 'position' | 'locked' | 'settings' | 'options'>

/** Returns what a change of a view changes, for the audit. Columns have their titles. */
export function viewValues(before: State, changed: Changed, table: Table): ChangedValue[] {
  const after = { ...before, ...changed }
  const titles = titlesOf(table)
  const own = ({ title, position, locked }: State) => ({ title, position, locked })
  return [
    ...changedValues(own(before), own(after)),
    ...changedValues(settingFacts(before.settings, titles), settingFacts(after.settings, titles)),
    ...columnValues(before.settings, after.settings, titles),
    ...changedValues(optionFacts(before.options, titles), optionFacts(after.options, titles)),
  ]
}

/** Returns what a deleted view held, as a change to the settings of an empty view. */
export function goneViewValues(view: StoredView, table: Table): ChangedValue[] {
  const { kind, position, locked } = view
  return [
    ...goneValues({ kind }),
    ...viewValues(view, { position, locked, settings: plainSettings, options: {} }, table),
  ]
}

function titlesOf({ columns, virtualColumns }: Table): Titles {
  const known = new Map([
    ...columns.map(({ name, title }) => [name, title] as const),
    ...virtualColumns.map(({ id, title }) => [id, title] as const),
  ])
  return (id) => known.get(id) ?? id
}

/** Settings that are one value each. */
function settingFacts(given: PartialViewSettings, titles: Titles): Readonly<Record<string, unknown>> {
  const { filter, sorts, groups, hidden, order, frozen, rowHeight, colours } = { ...plainSettings, ...given }
  const shownOrder = ({ column, descending }: ViewOrder): string => `${titles(column)} ${descending ? '↓' : '↑'}`
  return {
    filter: filterParts(filter, titles),
    sorts: sorts.map(shownOrder),
    groups: groups.map(shownOrder),
    hidden: hidden.map(titles),
    order: order.map(titles),
    frozen,
    rowHeight,
    colours: colours.map(({ column, color, filter: of }) =>
      [...(column === undefined ? [] : [titles(column)]), color, groupText(of, titles)].join(': '),
    ),
  }
}

/** Settings with a value for each column: only the changed ones. */
function columnValues(before: PartialViewSettings, after: PartialViewSettings, titles: Titles): ChangedValue[] {
  return (['widths', 'aggregates'] as const).flatMap((setting) =>
    changedValues<Record<string, unknown>>({ ...before[setting] }, { ...after[setting] }).flatMap(
      ({ column, ...values }) => valuesOf(titles(column), [{ column: setting, ...values }]),
    ),
  )
}

function filterParts(group: ViewFilterGroup, titles: Titles): readonly string[] {
  if (group.join === 'or' && group.filters.length > 1) return [groupText(group, titles)]
  return group.filters.map((each) => partText(each, titles))
}

const groupText = ({ join, filters }: ViewFilterGroup, titles: Titles): string =>
  filters.map((each) => partText(each, titles)).join(join === 'or' ? ' | ' : ', ')

function partText(part: ViewCondition | ViewFilterGroup, titles: Titles): string {
  if (isFilterGroup(part)) return `(${groupText(part, titles)})`
  const { column, operator, value } = part
  return [titles(column), operator, value === undefined ? '' : JSON.stringify(value)].join(' ').trim()
}

function optionFacts(options: ViewOptions, titles: Titles): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, optionValue(value, titles)]))
}

/** Returns an option with the titles of the columns that it names. */
function optionValue(value: unknown, titles: Titles): unknown {
  if (typeof value === 'string') return titles(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(titles)
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? titles(part) : part))
  return text.length > optionCharacters ? `${text.slice(0, optionCharacters)}…` : text
}
