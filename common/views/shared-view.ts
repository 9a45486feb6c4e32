import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { viewColumnsOf, visibleColumns } from './apply'
import { calendarColumns } from './calendar'
import { conditionsOf } from './filter'
import { linksByHolder } from './filter-columns'
import { readVisitorForm } from './form-fields'
import { kanbanCover, stackColumnOf } from './kanban'
import { kindOptions, readKindOptions } from './kind-options'
import { isOrderColumn } from './manual-order'
import { plainSettings, type ViewSettings } from './settings'
import type { PartialViewSettings, ViewKind, ViewOptions } from './view'

/** A view as its owner has saved it. */
export interface SavedView {
  readonly title: string
  readonly kind: ViewKind
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
}

/** Returns the settings that all users share, with their defaults. */
export function sharedSettings(table: Table, { settings }: Pick<SavedView, 'settings'>): ViewSettings {
  return { ...plainSettings, hidden: table.columns.filter(isOrderColumn).map(({ name }) => name), ...settings }
}

/**
 * Returns what visitors of a shared view see: stored columns by name, computed columns and links by id.
 *
 * @param table  with all its columns
 * @param narrowing  settings of the link that hide further columns
 */
export function sharedColumns(
  table: Table,
  view: SavedView,
  narrowing: PartialViewSettings | null = null,
): ReadonlySet<string> {
  if (view.kind === 'form') return askedColumns(table, view)
  const settings = sharedSettings(table, view)
  const hidden = [...settings.hidden, ...(narrowing?.hidden ?? [])]
  const visible = new Set(visibleColumns(viewColumnsOf(table), { order: [], hidden }).map(({ id }) => id))
  for (const name of columnsOfKind(table, view)) if (narrowing?.hidden?.includes(name) !== true) visible.add(name)
  const references = linksByHolder(table)
  const shown = table.virtualColumns.filter((column) => isShown(column, visible, references))
  return new Set([
    ...table.columns.filter((column) => visible.has(column.name) || isGeneratedKey(column)).map(({ name }) => name),
    ...shown.map(({ id }) => id),
  ])
}

/** Returns the columns of a form's fields, with the links that fields of references choose records for. */
function askedColumns(table: Table, { options, title }: SavedView): ReadonlySet<string> {
  const { fields } = readVisitorForm(options, table, title)
  return new Set(fields.flatMap(({ id, link }) => (link === undefined ? [id] : [id, link.id])))
}

/** A link in the column of its reference is visible with that column. A link to a junction table never is. */
function isShown(
  column: VirtualColumn,
  visible: ReadonlySet<string>,
  references: ReadonlyMap<string, VirtualColumn>,
): boolean {
  if (column.kind !== 'link') return visible.has(column.id)
  if (column.link.toAssociation === true) return false
  const [holder, ...more] = column.link.columns
  const isReference = column.link.kind === 'belongsTo' && more.length === 0 && holder !== undefined
  if (!isReference) return visible.has(column.id)
  return references.get(holder)?.id === column.id && visible.has(holder)
}

/**
 * True for keys that the database makes. They tell records apart and carry no information of their own, so visitors get
 * them even if the view hides them. A key that users assign can be hidden.
 */
const isGeneratedKey = ({ primaryKey, autoIncrement, generated, defaultValue }: Column): boolean =>
  primaryKey && (autoIncrement || generated || defaultValue !== null)

/** Returns the columns that a kind of view shows in another way: as stacks, as covers, as places in a calendar. */
function columnsOfKind(table: Table, { kind, options }: SavedView): readonly string[] {
  switch (kind) {
    case 'kanban': {
      const kanban = readKindOptions(kindOptions.kanban, options)
      return namesOf([stackColumnOf(table, kanban), kanbanCover(table, kanban)?.column])
    }
    case 'gallery': {
      const { coverColumn, hideCover = false } = readKindOptions(kindOptions.gallery, options)
      return hideCover ? [] : namesOf([table.columns.find(({ name }) => name === coverColumn)])
    }
    case 'calendar': {
      const columns = calendarColumns(table, readKindOptions(kindOptions.calendar, options))
      return namesOf([columns?.start, columns?.end, columns?.colour])
    }
    default:
      return []
  }
}

const namesOf = (columns: readonly (Column | undefined)[]): readonly string[] =>
  columns.flatMap((column) => (column === undefined ? [] : [column.name]))

/**
 * Returns the settings of a view that visitors may know. The server applies its filter; conditions, sorts, groups and
 * colours by hidden columns don't exist for visitors.
 *
 * @param columns  from `sharedColumns`
 */
export function visitorSettings(settings: ViewSettings, columns: ReadonlySet<string>): ViewSettings {
  const has = (name: string): boolean => columns.has(name)
  const byColumn = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => has(name)))
  return {
    ...settings,
    filter: plainSettings.filter,
    sorts: settings.sorts.filter(({ column }) => has(column)),
    groups: settings.groups.filter(({ column }) => has(column)),
    hidden: settings.hidden.filter(has),
    order: settings.order.filter(has),
    widths: byColumn(settings.widths),
    aggregates: byColumn(settings.aggregates),
    colours: settings.colours.filter(
      ({ column, filter }) =>
        (column === undefined || has(column)) && conditionsOf(filter).every((condition) => has(condition.column)),
    ),
  }
}

/** Returns the options of a view that visitors may know: without those of hidden columns. */
export function visitorOptions({ kind, options }: SavedView, columns: ReadonlySet<string>): ViewOptions {
  if (kind === 'kanban') {
    const { byColumn = {}, ...rest } = readKindOptions(kindOptions.kanban, options)
    const own = Object.entries(byColumn).filter(([name]) => columns.has(name))
    return withoutHidden({ ...rest, byColumn: Object.fromEntries(own) }, columns)
  }
  if (kind === 'gallery') return withoutHidden(readKindOptions(kindOptions.gallery, options), columns)
  if (kind === 'calendar') return withoutHidden(readKindOptions(kindOptions.calendar, options), columns)
  return kind === 'form' ? options : {}
}

/** Drops names of hidden columns, such as a cover column that the link hides. */
function withoutHidden(options: Readonly<Record<string, unknown>>, columns: ReadonlySet<string>): ViewOptions {
  const entries = Object.entries(options).filter(
    ([key, value]) =>
      value !== undefined && (!key.endsWith('Column') || (typeof value === 'string' && columns.has(value))),
  )
  return Object.fromEntries(entries) as ViewOptions
}
