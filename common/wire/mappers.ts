/** Between the wire's terse shapes and the domain model. The only code that knows both (style guide §8). */
import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import {
  optionColors,
  type Column,
  type ColumnDefinition,
  type ColumnOptions,
  type ColumnValidation,
  type ForeignKey,
  type SelectOption,
  type Table,
  type TableSummary,
} from '@common/model'
import type { Link } from '@common/model/relations'
import { AppError } from '@common/errors'
import { uiTypes, type UiType, isSameType } from '@common/columns/ui-types'
import { defaultFromWire, defaultToWire } from './defaults'
import { readColumnOptions } from './column-options'
import { relationsToWire, type RelatedTables } from './relations'
import type { WireColumn, WireTableEntry, WireTableMeta } from './schemas'

export type WireMetaColumn = WireTableMeta['columns'][number]

const rolesThatCanBeKeptOut = ['editor', 'commenter', 'viewer'] as const

/** A line of xcTableAndViewList. */
export function tableEntryToWire(table: TableSummary): WireTableEntry {
  return {
    tn: table.name,
    _tn: table.title,
    type: table.type,
    order: table.order,
    ...(table.icon === undefined ? {} : { icon: table.icon }),
    disabled: Object.fromEntries(rolesThatCanBeKeptOut.map((role) => [role, false])),
  }
}

export function tableSummaryFromWire(entry: WireTableEntry): TableSummary {
  const { tn: name, _tn: title, type, order, icon } = entry
  return { name, title, type, order, ...(icon === undefined ? {} : { icon }) }
}

/** The `meta` of tableXcModelGet. */
export function tableToWire(table: Table, related: RelatedTables): WireTableMeta {
  return {
    tn: table.name,
    _tn: table.title,
    type: table.type,
    columns: table.columns.map(columnToWire),
    pks: [...table.primaryKey],
    ...relationsToWire(table, related),
  }
}

/** The table of a parsed `meta`. What the wire does not carry (row number, names of indexes) stays empty. */
export function tableFromWire(meta: WireTableMeta): Table {
  const virtualColumns = meta.v.map(({ column }) => column)
  return {
    name: meta.tn,
    title: meta._tn,
    type: meta.type,
    order: 0,
    columns: meta.columns.map(columnFromWire),
    virtualColumns,
    primaryKey: meta.pks,
    foreignKeys: virtualColumns.flatMap((column) =>
      column.kind === 'link' && column.link.kind === 'belongsTo' && column.link.real ? [foreignKeyOf(column.link)] : [],
    ),
    indexes: [],
    rowId: null,
  }
}

function foreignKeyOf({ columns, relatedTable, relatedColumns, onDelete, onUpdate }: Link): ForeignKey {
  return { columns, referencedTable: relatedTable, referencedColumns: relatedColumns, onDelete, onUpdate }
}

/** A column as the database and people describe it. */
export function columnToWire(column: Column): WireMetaColumn {
  const [, base = column.nativeType, length, scale] =
    /^\s*([^(]*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$/.exec(column.nativeType) ?? []
  return {
    cn: column.name,
    cno: column.name,
    _cn: column.title,
    uidt: column.uiType,
    dt: base.toLowerCase(),
    dtx: 'specificType',
    ct: column.nativeType,
    dtxp: optionText(column.options.options) ?? length ?? '',
    dtxs: scale ?? '',
    clen: length ?? null,
    np: null,
    ns: scale ?? null,
    rqd: column.required || column.autoIncrement,
    nrqd: !(column.required || column.autoIncrement),
    pk: column.primaryKey,
    ...(column.primaryValue ? { pv: true } : {}),
    un: false,
    ck: false,
    ai: column.autoIncrement,
    unique: column.unique,
    cdf: column.defaultValue,
    altered: 0,
    uip: '',
    uicn: '',
    meta: choicesOf(column.options),
    validate: column.options.validate ?? { func: [], args: [], msg: [] },
    ...(column.generated ? { generated: true } : {}),
  }
}

export function columnFromWire(wire: WireMetaColumn): Column {
  const autoIncrement = isSet(wire.ai)
  return {
    name: wire.cn,
    title: wire._cn ?? wire.cn,
    uiType: uiTypeNamed(wire.uidt) ?? typeFor.native,
    nativeType: wire.ct ?? wire.dt ?? '',
    required: isSet(wire.rqd) && !autoIncrement,
    primaryKey: isSet(wire.pk),
    autoIncrement,
    unique: isSet(wire.unique),
    defaultValue: wire.cdf === null || wire.cdf === undefined ? null : String(wire.cdf),
    generated: wire.generated === true,
    primaryValue: isSet(wire.pv),
    options: withValidation(optionsFromWire(wire) ?? {}, validationFromWire(wire)),
  }
}

/** A new or changed column for tableCreate and tableUpdate. */
export function definitionToWire(
  definition: ColumnDefinition,
  mark: { readonly altered: 0 | 1 | 2 | 8; readonly currentName?: string } = { altered: 1 },
): WireColumn {
  const { name, title, uiType, required, unique, primaryKey, options } = definition
  return {
    cn: name,
    _cn: title,
    ...(mark.currentName === undefined ? {} : { cno: mark.currentName }),
    uidt: uiType,
    dtxp: optionText(options.options) ?? '',
    rqd: required,
    nrqd: !required,
    pk: primaryKey,
    ai: hasRole(definition, 'key'),
    unique,
    cdf: defaultToWire(definition.defaultValue, uiType),
    altered: mark.altered,
    meta: choicesOf(options),
    ...(options.validate && { validate: options.validate }),
  }
}

/** What a definition says of the column that is there already. */
export function definitionOf(column: Column): ColumnDefinition {
  const { name, title, uiType, required, unique, defaultValue, primaryKey, options } = column
  return { name, title, uiType, required, unique, defaultValue, primaryKey, options }
}

/**
 * A column as a script or the interface sends it.
 *
 * @param guess  type of a column that says only how the database declares it
 * @param current  the column that changes: it keeps what is not sent
 * @throws AppError COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID
 */
export function definitionFromWire(
  wire: WireColumn,
  guess: (nativeType: string) => UiType,
  current?: Column,
): ColumnDefinition {
  const name = wire.cn.trim()
  const uiType = uiTypeFromWire(wire, guess, current)
  const options = optionsFromWire(wire)
  const keptOptions =
    current === undefined ? {} : isSameType(current, { uiType }) ? current.options : describedAs(current)
  return {
    name,
    title: wire._cn?.trim() || (current !== undefined && current.name === name ? current.title : name),
    uiType,
    required: wire.rqd === null || wire.rqd === undefined ? (current?.required ?? false) : isSet(wire.rqd),
    unique: wire.unique === null || wire.unique === undefined ? (current?.unique ?? false) : isSet(wire.unique),
    defaultValue:
      wire.cdf === undefined
        ? (current?.defaultValue ?? null)
        : defaultFromWire(wire.cdf, current?.defaultValue ?? null),
    primaryKey:
      wire.pk === null || wire.pk === undefined
        ? (current?.primaryKey ?? hasRole({ uiType }, 'key'))
        : isSet(wire.pk) || hasRole({ uiType }, 'key'),
    options: withValidation(options ?? keptOptions, validationFromWire(wire, current?.options.validate)),
  }
}

/** What people say of a column stays when its type changes. */
function describedAs({ options: { description } }: Column): ColumnOptions {
  return description === undefined ? {} : { description }
}

/** Choices of the type, without the checks, which have a key of their own on the wire. */
function choicesOf(options: ColumnOptions): Record<string, unknown> {
  return { ...withValidation(options, undefined) }
}

/** Returns the checks of the request; keeps the current ones if the request doesn't mention them. */
export function validationFromWire(
  { validate }: Pick<WireColumn, 'validate'>,
  current?: ColumnValidation,
): ColumnValidation | undefined {
  if (validate === undefined) return current
  return validate === null || validate.func.length === 0 ? undefined : validate
}

export function withValidation(options: ColumnOptions, validate: ColumnValidation | undefined): ColumnOptions {
  const { validate: before, ...choices } = options
  if (before === validate) return options
  return validate === undefined ? choices : { ...choices, validate }
}

function uiTypeFromWire(wire: WireColumn, guess: (nativeType: string) => UiType, current?: Column): UiType {
  if (wire.uidt !== null && wire.uidt !== undefined && wire.uidt !== '') {
    const known = uiTypeNamed(wire.uidt)
    if (known === undefined) throw new AppError('COLUMN_TYPE_INVALID', { column: wire.cn, type: wire.uidt })
    return known
  }
  if (current !== undefined) return current.uiType
  if (wire.dt !== null && wire.dt !== undefined && wire.dt !== '')
    return isSet(wire.pk) && isSet(wire.ai) ? typeFor.key : guess(wire.dt)
  throw new AppError('COLUMN_TYPE_INVALID', { column: wire.cn })
}

const uiTypeNamed = (name: string | null | undefined): UiType | undefined => uiTypes.find((type) => type === name)

const isSet = (flag: boolean | 0 | 1 | null | undefined): boolean => flag === true || flag === 1

/** Undefined when nothing is said of options. */
function optionsFromWire(wire: WireColumn): ColumnOptions | undefined {
  const uiType = uiTypeNamed(wire.uidt)
  const type = uiType && columnType(uiType)
  const isSelect = type !== undefined && type.choices !== 'none'
  if (wire.meta !== null && wire.meta !== undefined) {
    const options = readColumnOptions(wire.meta)
    if (options === undefined) throw new AppError('COLUMN_OPTIONS_INVALID', { column: wire.cn })
    if (Object.keys(options).length > 0 || !isSelect) return options
  }
  if (isSelect && typeof wire.dtxp === 'string' && wire.dtxp.trim() !== '')
    return { options: optionTitles(wire.dtxp).map((title, at) => ({ title, color: colorAt(at) })) }
  const scale = type?.settings.includes('precision') === true ? Number(wire.dtxs) : NaN
  return Number.isInteger(scale) && scale > 0 && scale <= 15 ? { precision: scale } : undefined
}

/** The colour of the n-th option that nobody has coloured. */
export function colorAt(at: number): SelectOption['color'] {
  return optionColors[at % optionColors.length] ?? 'grey'
}

/** `'a','b'`, quotes doubled inside. */
function optionText(options: readonly SelectOption[] | undefined): string | undefined {
  return options?.map(({ title }) => `'${title.replaceAll("'", "''")}'`).join(',')
}

/** Titles of `'a','b'`; without quotes, of `a,b`. */
function optionTitles(text: string): string[] {
  const titles: string[] = []
  const entry = /\s*(?:'((?:[^']|'')*)'|([^,]*))\s*(?:,|$)/gy
  while (entry.lastIndex < text.length) {
    const match = entry.exec(text)
    if (match === null) return text.split(',').map((title) => title.trim())
    titles.push(match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll("''", "'"))
  }
  return titles
}
