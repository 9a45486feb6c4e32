import type { StoredValue } from '@common/columns/column-type'
import { isChoice, isFlagType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Column, OptionColor, Table } from '@common/model'
import type { ViewOrder } from '@common/views'
import type { GroupNode } from '@common/views/group-tree'
import { t } from '@renderer/i18n'
import { chipTitles, isTrue, optionColor } from '@renderer/cells'
import { computedInfo, listTexts } from '../columns/computed-columns'
import { columnNamed, isEditableColumn } from '../columns/grid-columns'
import type { GridModel } from '../model/grid-model'
import { shownLinks, type LinkColumn } from '../links/linked'
import { storedValue, type Row } from '../rows/row-key'

/** A column that groups the rows. */
export interface GroupLevel {
  readonly column: Column
  readonly descending: boolean
  /** Present for a reference: its groups are called like the records. */
  readonly link: LinkColumn | undefined
}

/** The label of a group: chips of a select, the name of a record, or text. */
export interface GroupLabel {
  readonly text: string
  readonly look: OptionColor | 'record' | 'words' | 'quiet'
}

/** True if rows can be grouped by a column. Lists and structures have no single value to compare. */
export function isGroupable(column: Column): boolean {
  return columnType(column.uiType).groups && computedInfo(column)?.problem === undefined
}

/** Returns the columns of a view's groups. Omits deleted ones. */
export function groupLevels(table: Table, groups: readonly ViewOrder[]): GroupLevel[] {
  const { references } = shownLinks(table)
  return groups.flatMap(({ column: name, descending }) => {
    const column = columnNamed(table, name)
    return column && isGroupable(column) ? [{ column, descending, link: references.get(name) }] : []
  })
}

/** Returns the rank of a group if its column has its own order: that of its options. */
export function rankIn({ column, descending }: GroupLevel): ((value: unknown) => number) | undefined {
  const { options } = column.options
  if (!isChoice(column) || options === undefined) return undefined
  const places = new Map(options.map(({ title }, at) => [title, at]))
  return (value) => {
    const place = typeof value === 'string' ? (places.get(value) ?? options.length) : -1
    return descending ? -place : place
  }
}

export function groupLabels({ column, link }: GroupLevel, value: unknown, model: GridModel): readonly GroupLabel[] {
  const stored = storedValue(value)
  if (stored === null) return [{ text: t('grid.groups.empty'), look: 'quiet' }]
  if (stored === '') return [{ text: t('grid.groups.blank'), look: 'quiet' }]
  if (link) {
    const name = model.labels.reference(link, {}, value)
    return [{ text: name ?? model.textOf(stored, column), look: 'record' }]
  }
  if (isFlagType(column.uiType))
    return [{ text: t(isTrue(stored) ? 'grid.groups.checked' : 'grid.groups.unchecked'), look: 'words' }]
  return valueLabels(column, stored, model)
}

function valueLabels(column: Column, stored: StoredValue, model: GridModel): readonly GroupLabel[] {
  const { item } = computedInfo(column) ?? {}
  if (item) {
    const texts = listTexts(stored, item, model.reader)
    return texts.length === 0
      ? [{ text: t('grid.groups.empty'), look: 'quiet' }]
      : texts.map((text) => ({ text, look: 'grey' }))
  }
  if (columnType(column.uiType).display === 'chips')
    return chipTitles(stored, column).map((text) => ({ text, look: optionColor(text, column) }))
  return [{ text: model.textOf(stored, column), look: 'words' }]
}

/** Returns the default values of a new record in a group, without computed ones. */
export function valuesOfGroup(levels: readonly GroupLevel[], node: GroupNode): Row {
  return Object.fromEntries(
    node.values.flatMap((value, at) => {
      const column = levels[at]?.column
      const isGiven = column !== undefined && value !== null && !computedInfo(column) && isEditableColumn(column)
      return isGiven ? [[column.title, value]] : []
    }),
  )
}

/** True if a row has the values of a group. */
export function belongsTo(levels: readonly GroupLevel[], node: GroupNode, row: Row): boolean {
  return levels.every(({ column }, at) => {
    const [is, should] = [row[column.title] ?? null, node.values[at] ?? null]
    return is === should || JSON.stringify(is) === JSON.stringify(should)
  })
}
