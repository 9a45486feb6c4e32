/** The legacy API as a script sees it: reads and writes tables with the original's names. */
import { defaultToText } from '@common/columns/values/default-text'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import type {
  Column,
  ColumnDefinition,
  ColumnOptions,
  ForeignKey,
  SelectOption,
  Table,
  TableSummary,
} from '@common/model'
import { validationFrom, withValidation } from '@common/model/column-definition'
import type { Link, VirtualColumn } from '@common/model/relations'
import { readColumnOptions } from '@common/wire/column-options'
import type { WireMetaColumn } from '@main/http/legacy/tables/mappers'
import type { WireColumn, WireTableEntry, WireTableMeta } from '@main/http/legacy/tables/schemas'

export { wireTableMeta, type WireTableMeta } from '@main/http/legacy/tables/schemas'

export function tableSummaryFromWire(entry: WireTableEntry): TableSummary {
  const { tn: name, _tn: title, type, order, icon } = entry
  return { name, title, type, order, ...(icon === undefined ? {} : { icon }) }
}

/** Returns the table of a parsed `meta`. Facts missing on the wire (row number, names of indexes) stay empty. */
export function tableFromWire(meta: WireTableMeta): Table {
  const virtualColumns = meta.v.map(({ column }): VirtualColumn => {
    const { problem: problemText, message: problem, ...rest } = column
    return problem === undefined ? rest : { ...rest, problem, ...(problemText !== undefined && { problemText }) }
  })
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

export function columnFromWire(wire: WireMetaColumn): Column {
  const autoIncrement = isSet(wire.ai)
  return {
    name: wire.cn,
    title: wire._cn ?? wire.cn,
    uiType: uiTypeNamed(wire.uidt) ?? 'SpecificDBType',
    nativeType: wire.ct ?? wire.dt ?? '',
    required: isSet(wire.rqd) && !autoIncrement,
    primaryKey: isSet(wire.pk),
    autoIncrement,
    unique: isSet(wire.unique),
    defaultValue: wire.cdf === null || wire.cdf === undefined ? null : String(wire.cdf),
    generated: wire.generated === true,
    primaryValue: isSet(wire.pv),
    options: withValidation(readColumnOptions(wire.meta ?? {}) ?? {}, validationFrom(wire.validate)),
  }
}

/** Returns the wire form of a new or changed column, for tableCreate and tableUpdate. */
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
    ai: uiType === 'ID',
    unique,
    cdf: defaultToText(definition.defaultValue, uiType),
    altered: mark.altered,
    meta: choicesOf(options),
    ...(options.validate && { validate: options.validate }),
  }
}

const uiTypeNamed = (name: string | null | undefined): UiType | undefined => uiTypes.find((type) => type === name)

const isSet = (flag: boolean | 0 | 1 | null | undefined): boolean => flag === true || flag === 1

const choicesOf = (options: ColumnOptions): Record<string, unknown> => ({ ...withValidation(options, undefined) })

/** Formats options as `'a','b'`, with inner quotes doubled. */
function optionText(options: readonly SelectOption[] | undefined): string | undefined {
  return options?.map(({ title }) => `'${title.replaceAll("'", "''")}'`).join(',')
}
