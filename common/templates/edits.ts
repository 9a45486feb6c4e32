import { typeFor } from '@common/columns/new-types'
import { isLinkType } from '@common/columns/questions'
import { isSameType, type UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import type { RollupFunction } from '@common/model/relations'
import { freeTitle } from '@common/util/free-title'
import {
  counterpartOf,
  isSameName,
  isVirtual,
  placeOf,
  relationColumn,
  relationOf,
  tableOf,
  type Draft,
  type DraftChoice,
  type DraftColumn,
  type DraftTable,
  type RelationKind,
} from './draft'
import type { ParsedTable } from './names'

/*
 * Changes of a draft. Each returns a new draft in which every reference resolves, and each relation with a table has
 * exactly one counterpart (S2 §4). Ids come from the caller, so that the same edits give the same draft.
 */

/** Makes an id that the draft doesn't have. */
export type NewId = () => string

/** Settings of a type that the editor offers. */
export type TypeSettings = Pick<ColumnOptions, 'precision' | 'currency' | 'max' | 'durationFormat' | 'dateFormat'>

/** A change that a form makes to a column. */
export type ColumnEdit =
  | { readonly field: 'name'; readonly value: string }
  | { readonly field: 'uiType'; readonly value: UiType }
  | { readonly field: 'choices'; readonly value: readonly DraftChoice[] }
  | { readonly field: 'settings'; readonly value: TypeSettings }
  | { readonly field: 'relation'; readonly value: RelationKind }
  | { readonly field: 'related'; readonly value: string }
  | { readonly field: 'link'; readonly value: string }
  | { readonly field: 'column'; readonly value: string }
  | { readonly field: 'rollup'; readonly value: RollupFunction }

/** Adds tables whose names are free. Returns the names that exist already. */
export function addTables(
  draft: Draft,
  parsed: readonly ParsedTable[],
  newId: NewId,
): { readonly draft: Draft; readonly existing: readonly string[]; readonly added: readonly string[] } {
  const names = draft.tables.map(({ name }) => name)
  const existing: string[] = []
  const tables: DraftTable[] = []
  for (const { name, columns } of parsed) {
    if (names.some((each) => isSameName(each, name))) {
      existing.push(name)
      continue
    }
    names.push(name)
    tables.push({ id: newId(), name, columns: columns.map((each) => textColumn(newId(), each)) })
  }
  return {
    draft: tables.length === 0 ? draft : { ...draft, tables: [...draft.tables, ...tables] },
    existing,
    added: tables.map(({ id }) => id),
  }
}

/** Adds text columns whose names are free. Returns the names that exist already. */
export function addColumns(
  draft: Draft,
  tableId: string,
  given: readonly string[],
  newId: NewId,
): { readonly draft: Draft; readonly existing: readonly string[] } {
  const names = tableOf(draft, tableId)?.columns.map(({ name }) => name) ?? []
  const existing: string[] = []
  const columns: DraftColumn[] = []
  for (const name of given) {
    if (names.some((each) => isSameName(each, name))) existing.push(name)
    else columns.push(textColumn(newId(), name))
    names.push(name)
  }
  if (columns.length === 0) return { draft, existing }
  return { draft: changeTable(draft, tableId, (table) => [...table.columns, ...columns]), existing }
}

/** Adds a row for a column, titled `title` and the next position (S2 §4). A link begins as many-to-many. */
export function addColumnRow(draft: Draft, tableId: string, uiType: UiType | undefined, id: string): Draft {
  const table = tableOf(draft, tableId)
  if (table === undefined) return draft
  const names = table.columns.map(({ name }) => name)
  const column: DraftColumn = {
    id,
    name: freeTitle(`title${table.columns.length + 1}`, names),
    ...(uiType !== undefined && { uiType }),
    ...(uiType !== undefined && isLinkType({ uiType }) && { relation: 'mm' as const }),
  }
  return changeTable(draft, tableId, ({ columns }) => [...columns, column])
}

export function renameTable(draft: Draft, tableId: string, name: string): Draft {
  return { ...draft, tables: draft.tables.map((table) => (table.id === tableId ? { ...table, name } : table)) }
}

export function moveTable(draft: Draft, tableId: string, to: number): Draft {
  const table = tableOf(draft, tableId)
  if (table === undefined) return draft
  return { ...draft, tables: draft.tables.filter(({ id }) => id !== tableId).toSpliced(to, 0, table) }
}

export function moveColumn(draft: Draft, columnId: string, to: number): Draft {
  const place = placeOf(draft, columnId)
  if (place === undefined) return draft
  const rest = place.table.columns.filter(({ id }) => id !== columnId)
  return changeTable(draft, place.table.id, () => rest.toSpliced(to, 0, place.column))
}

/** Removes a column, its counterpart, and what lookups and rollups took from both. */
export function removeColumn(draft: Draft, columnId: string): Draft {
  return withoutColumns(draft, new Set([columnId, placeOf(draft, columnId)?.column.counterpartId ?? columnId]))
}

/** Removes a table, and the columns of other tables that point to it: relations, and lookups and rollups over them. */
export function removeTable(draft: Draft, tableId: string): Draft {
  const pointing = draft.tables.flatMap(({ id, columns }) =>
    id === tableId ? [] : columns.filter(({ relatedId }) => relatedId === tableId),
  )
  const links = new Set(pointing.map(({ id }) => id))
  const over = draft.tables.flatMap(({ columns }) =>
    columns.filter(({ follows }) => follows?.linkId !== undefined && links.has(follows.linkId)),
  )
  const without = withoutColumns(draft, new Set([...links, ...over.map(({ id }) => id)]))
  return { ...without, tables: without.tables.filter(({ id }) => id !== tableId) }
}

/** Changes one field of a column. A relation takes its counterpart with it (S2 §4). */
export function editColumn(draft: Draft, columnId: string, edit: ColumnEdit, newId: NewId): Draft {
  const place = placeOf(draft, columnId)
  if (place === undefined) return draft
  const { column } = place
  switch (edit.field) {
    case 'name':
      return changeColumn(draft, columnId, { ...column, name: edit.value })
    case 'choices':
      return changeColumn(draft, columnId, { ...column, choices: edit.value })
    case 'settings': {
      const meta = { ...(column.extra?.['meta'] as object | undefined), ...edit.value }
      return changeColumn(draft, columnId, { ...column, extra: { ...column.extra, meta } })
    }
    case 'rollup':
      return changeColumn(draft, columnId, { ...column, rollup: edit.value })
    case 'link':
      return changeColumn(draft, columnId, { ...column, follows: { linkId: edit.value } })
    case 'column':
      return changeColumn(draft, columnId, { ...column, follows: { ...column.follows, columnId: edit.value } })
    case 'uiType': {
      if (column.uiType !== undefined && isSameType({ uiType: column.uiType }, { uiType: edit.value })) return draft
      // The former type's choices, relation and functions mean nothing to the new one (S2 §4).
      const { id, name, storedName } = column
      const next = {
        id,
        name,
        ...(storedName !== undefined && { storedName }),
        ...(isLinkType({ uiType: edit.value }) ? relationColumn('mm') : { uiType: edit.value }),
        ...fittingValues(column, edit.value),
      }
      const isTaken = isVirtual(next) || isVirtual(column)
      return withRelation(isTaken ? unfollowed(draft, new Set([columnId])) : draft, columnId, next, newId)
    }
    case 'relation': {
      if (relationOf(column) === edit.value) return draft
      const { relation: _former, ...rest } = withoutExtra(column)
      return withRelation(draft, columnId, { ...rest, ...relationColumn(edit.value) }, newId)
    }
    case 'related':
      if (column.relatedId === edit.value) return draft
      return withRelation(
        unfollowed(draft, new Set([columnId])),
        columnId,
        { ...withoutExtra(column), relatedId: edit.value },
        newId,
      )
  }
}

/** Replaces a column, removes the counterpart it had, and adds the one it needs. */
function withRelation(draft: Draft, columnId: string, next: DraftColumn, newId: NewId): Draft {
  const { counterpartId: _former, ...plain } = next
  const before = placeOf(draft, columnId)?.column.counterpartId
  const cleared = before === undefined ? draft : withoutColumns(draft, new Set([before]))
  const alone = changeColumn(cleared, columnId, plain)
  const relation = relationOf(plain)
  const place = placeOf(alone, columnId)
  const related = tableOf(alone, plain.relatedId)
  if (relation === undefined || related === undefined || place === undefined) return alone
  const id = newId()
  const other: DraftColumn = {
    id,
    name: freeTitle(
      place.table.name,
      related.columns.map(({ name }) => name),
    ),
    ...relationColumn(counterpartOf[relation]),
    relatedId: place.table.id,
    counterpartId: columnId,
  }
  const linked = changeColumn(alone, columnId, { ...plain, counterpartId: id })
  return changeTable(linked, related.id, ({ columns }) => [...columns, other])
}

function withoutColumns(draft: Draft, gone: ReadonlySet<string>): Draft {
  const without = {
    ...draft,
    tables: draft.tables.map((table) =>
      table.columns.some(({ id }) => gone.has(id))
        ? { ...table, columns: table.columns.filter(({ id }) => !gone.has(id)) }
        : table,
    ),
  }
  return unfollowed(without, gone)
}

/** Empties what lookups and rollups took over removed links or from removed columns. */
function unfollowed(draft: Draft, gone: ReadonlySet<string>): Draft {
  const emptied = (column: DraftColumn): DraftColumn => {
    const { linkId, columnId } = column.follows ?? {}
    if (linkId !== undefined && gone.has(linkId)) return { ...column, follows: {} }
    if (columnId !== undefined && gone.has(columnId))
      return { ...column, follows: linkId === undefined ? {} : { linkId } }
    return column
  }
  return { ...draft, tables: draft.tables.map((table) => ({ ...table, columns: table.columns.map(emptied) })) }
}

function changeTable(draft: Draft, tableId: string, columns: (table: DraftTable) => readonly DraftColumn[]): Draft {
  return {
    ...draft,
    tables: draft.tables.map((table) => (table.id === tableId ? { ...table, columns: columns(table) } : table)),
  }
}

function changeColumn(draft: Draft, columnId: string, next: DraftColumn): Draft {
  return {
    ...draft,
    tables: draft.tables.map((table) =>
      table.columns.some(({ id }) => id === columnId)
        ? { ...table, columns: table.columns.map((column) => (column.id === columnId ? next : column)) }
        : table,
    ),
  }
}

/** The linked rows of a sample belong to the former table. */
function withoutExtra({ extra: _extra, ...column }: DraftColumn): DraftColumn {
  return column
}

const textTypes: ReadonlySet<UiType> = new Set([typeFor.text, typeFor.longText])
const numberTypes: ReadonlySet<UiType> = new Set([typeFor.decimal, typeFor.money, typeFor.percent])

/** Text stays text and a number a number in a type without checks of its own. Other sample values go with their type. */
function fittingValues({ extra }: DraftColumn, uiType: UiType): Pick<DraftColumn, 'extra'> {
  const values = extra?.['values']
  if (!Array.isArray(values)) return {}
  const isText = textTypes.has(uiType)
  const isNumber = numberTypes.has(uiType)
  const fits = (value: unknown): boolean =>
    value === null || (isText && typeof value === 'string') || (isNumber && typeof value === 'number')
  return values.every(fits) ? { extra: { values } } : {}
}

const textColumn = (id: string, name: string): DraftColumn => ({ id, name, uiType: typeFor.text })
