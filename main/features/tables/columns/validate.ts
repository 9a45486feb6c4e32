import { hasRole, isManyChoices } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column, ColumnChange, ColumnDefinition, Table, TableSummary } from '@common/model'
import { isAddressTemplate } from '@common/columns/values/address-template'
import {
  isForbiddenTableName,
  isPrintableName,
  isReservedColumnName,
  isReservedTableName,
  nameKey,
} from '@common/wire/names'
import { isKnownCheck } from '@main/lib/value-validation'

/**
 * A table's name and title, free among the others.
 *
 * @param except  the table that is renamed
 * @param same  true if two names count as equal; by default, users could confuse them
 * @throws AppError TABLE_NAME_INVALID, TABLE_NAME_RESERVED, TABLE_EXISTS
 */
export function checkTableNames(
  names: { readonly name: string; readonly title: string },
  tables: readonly TableSummary[],
  projectPrefix: string,
  except?: TableSummary,
  same: (name: string) => (other: string) => boolean = sameAs,
): void {
  for (const name of [names.name, names.title])
    // Clients treat a path segment of dots as a folder.
    if (!isPrintableName(name, limits.nameCharacters) || name === '.' || name === '..')
      throw new AppError('TABLE_NAME_INVALID', { table: shown(name), limit: limits.nameCharacters })
  if (except?.name !== names.name && isForbiddenTableName(names.name, projectPrefix))
    throw new AppError('TABLE_NAME_RESERVED', { table: names.name })
  if (isReservedTableName(names.title)) throw new AppError('TABLE_NAME_RESERVED', { table: names.title })
  for (const name of [names.name, names.title])
    if (tables.some((table) => table.name !== except?.name && [table.name, table.title].some(same(name))))
      throw new AppError('TABLE_EXISTS', { table: name })
}

const sameAs =
  (name: string) =>
  (other: string): boolean =>
    nameKey(name) === nameKey(other)

/** Returns a name for messages, safe to display. */
const shown = (name: string): string =>
  [...name.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')].slice(0, 60).join('')

/**
 * Checks the names of all resulting columns.
 *
 * @param known  names that existed before, for which reserved names are allowed
 * @throws AppError COLUMN_NAME_INVALID, COLUMN_NAME_RESERVED, COLUMN_EXISTS
 */
export function checkColumnNames(
  columns: readonly Pick<ColumnDefinition, 'name' | 'title'>[],
  changed: readonly string[],
  known: readonly Pick<ColumnDefinition, 'name' | 'title'>[] = [],
): void {
  const isKnown = (text: string): boolean => known.some(({ name, title }) => name === text || title === text)
  const isNew = new Set(changed.map(nameKey))
  for (const { name, title } of columns)
    for (const text of isNew.has(nameKey(name)) ? [name, title] : []) {
      if (!isPrintableName(text, limits.nameCharacters))
        throw new AppError('COLUMN_NAME_INVALID', { column: shown(text), limit: limits.nameCharacters })
      if (isReservedColumnName(text) && !isKnown(text)) throw new AppError('COLUMN_NAME_RESERVED', { column: text })
    }
  for (const [at, column] of columns.entries())
    for (const other of columns.slice(at + 1))
      if (isNew.has(nameKey(column.name)) || isNew.has(nameKey(other.name))) checkDistinct(column, other)
}

function checkDistinct(
  column: Pick<ColumnDefinition, 'name' | 'title'>,
  other: Pick<ColumnDefinition, 'name' | 'title'>,
): void {
  for (const text of [column.name, column.title])
    if ([other.name, other.title].some(sameAs(text))) throw new AppError('COLUMN_EXISTS', { column: text })
}

/**
 * Checks that new and renamed columns don't take the title of a virtual column.
 *
 * @throws AppError COLUMN_EXISTS
 */
export function checkVirtualTitles(table: Table, changes: readonly ColumnChange[]): void {
  const titles = new Set(table.virtualColumns.map(({ title }) => nameKey(title)))
  for (const change of changes) {
    if (change.kind === 'drop') continue
    const title = change.kind === 'rename' ? change.newTitle : change.column.title
    if (titles.has(nameKey(title))) throw new AppError('COLUMN_EXISTS', { column: title })
  }
}

/**
 * Checks type, options and default of a column, and converts the default.
 *
 * @param current  the column to change; it may keep any type
 * @throws AppError COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID, COLUMN_DEFAULT_INVALID
 */
export function checkedDefinition(definition: ColumnDefinition, current?: Column): ColumnDefinition {
  const { uiType, name } = definition
  // Scripts can also make columns of the types that the picker doesn't offer, if the database stores them.
  const isAllowed =
    columnType(uiType).creatable ||
    (current === undefined ? !hasRole(definition, 'link', 'computed') : isSameType(current, definition))
  // Generated numbers need to start with the first row.
  const isCountedLater = hasRole(definition, 'counter') && current !== undefined && !isSameType(current, definition)
  if (!isAllowed || isCountedLater) throw new AppError('COLUMN_TYPE_INVALID', { column: name, type: uiType })
  checkOptions(definition)
  const { defaultValue } = definition
  if (defaultValue === null || defaultValue === current?.defaultValue) return definition
  return { ...definition, defaultValue: storedDefault(definition, defaultValue) }
}

function checkOptions(definition: ColumnDefinition): void {
  const { options, name } = definition
  const titles = (options.options ?? []).map(({ title }) => title)
  const isList = isManyChoices(definition)
  const isWrong =
    titles.some((title) => !isPrintableName(title, limits.nameCharacters) || (isList && title.includes(','))) ||
    new Set(titles.map(nameKey)).size < titles.length
  if (isWrong || !isAddressTemplate(options.address)) throw new AppError('COLUMN_OPTIONS_INVALID', { column: name })
  const unknown = options.validate?.func.find((check) => !isKnownCheck(check))
  if (unknown !== undefined) throw new AppError('COLUMN_VALIDATION_UNKNOWN', { column: name, check: unknown })
}

function storedDefault(definition: ColumnDefinition, text: string): string {
  const { defaults } = columnType(definition.uiType)
  if (defaults.keyword === text) return text
  const column: Column = {
    ...definition,
    nativeType: '',
    required: false,
    autoIncrement: false,
    generated: false,
    primaryValue: false,
  }
  const parsed = columnType(definition.uiType).parse(text, column)
  if (!parsed.ok || parsed.value === null || parsed.value instanceof Uint8Array)
    throw new AppError('COLUMN_DEFAULT_INVALID', { column: definition.name })
  return String(parsed.value)
}
