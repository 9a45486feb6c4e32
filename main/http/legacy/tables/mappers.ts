/** Tables and columns in the words of the original (wire §6). */
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Column, ColumnOptions, Table, TableSummary } from '@common/model'
import { colorAt, type ColumnInput } from '@common/model/column-definition'
import type { ColumnChangeInput } from '@common/operations/table-shapes'
import { readColumnOptions } from '@common/wire/column-options'
import { quotedList, readQuotedList } from '@common/wire/quoted-list'
import type { WireColumn, WireTableEntry, WireTableMeta } from './schemas'
import { relationsToWire, type RelatedTables } from './terms'

export type WireMetaColumn = WireTableMeta['columns'][number]

/** Returns a line of xcTableAndViewList. */
export function tableEntryToWire(table: TableSummary, disabled: Record<string, boolean>): WireTableEntry {
  return {
    tn: table.name,
    _tn: table.title,
    type: table.type,
    order: table.order,
    ...(table.icon === undefined ? {} : { icon: table.icon }),
    disabled,
  }
}

/** Returns the `meta` of tableXcModelGet. */
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

/** Returns a column as scripts read it. */
export function columnToWire(column: Column): WireMetaColumn {
  const titles = column.options.options?.map(({ title }) => title)
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
    dtxp: titles === undefined ? (length ?? '') : quotedList(titles),
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

/**
 * Returns a column of tableCreate or tableUpdate as operations take it.
 *
 * @param isNew  only the type of a new column follows from its native type
 * @throws AppError COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID
 */
export function columnInputFromWire(wire: WireColumn, isNew: boolean): ColumnInput {
  const type = typeFromWire(wire, isNew)
  const options = optionsFromWire(wire)
  return {
    name: wire.cn,
    ...(wire._cn === null || wire._cn === undefined ? {} : { title: wire._cn }),
    ...(type === undefined ? {} : { type }),
    ...(type === undefined && isNew && wire.dt ? { nativeType: wire.dt } : {}),
    ...flag('required', wire.rqd),
    ...flag('unique', wire.unique),
    ...flag('key', wire.pk),
    ...(wire.cdf === undefined ? {} : { default: wire.cdf === null ? null : String(wire.cdf) }),
    ...(options === undefined ? {} : { options }),
    ...(wire.validate === undefined ? {} : { validate: wire.validate }),
  }
}

const altered = { added: 1, changed: 2, deleted: 4, renamed: 8 } as const

/**
 * Returns what the `altered` mark of a column asks for (wire §6); an empty list for an unchanged column.
 *
 * @throws AppError INPUT_INVALID for an unknown mark, COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID
 */
export function columnChangeFromWire(wire: WireColumn): ColumnChangeInput[] {
  const name = wire.cno ?? wire.cn
  switch (wire.altered ?? 0) {
    case 0:
      return []
    case altered.added:
      return [{ change: 'add', column: columnInputFromWire(wire, true) }]
    case altered.deleted:
      return [{ change: 'delete', name }]
    case altered.renamed:
      return [{ change: 'rename', name, to: wire.cn, ...(wire._cn ? { title: wire._cn } : {}) }]
    case altered.changed:
    case altered.changed + altered.renamed: {
      const column = columnInputFromWire(wire, false)
      return [{ change: 'update', name, column, ...(wire.emptyLost === true ? { emptyLost: true } : {}) }]
    }
    default:
      throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.unknownMark', { mark: wire.altered })] })
  }
}

const flag = <K extends string>(key: K, value: boolean | 0 | 1 | null | undefined): { readonly [P in K]?: boolean } =>
  value === null || value === undefined ? {} : ({ [key]: isSet(value) } as { readonly [P in K]: boolean })

/** Returns the options of the type without the validation rules, which have their own key on the wire. */
function choicesOf({ validate: _validate, ...choices }: ColumnOptions): Record<string, unknown> {
  return choices
}

function typeFromWire(wire: WireColumn, isNew: boolean): UiType | undefined {
  if (wire.uidt !== null && wire.uidt !== undefined && wire.uidt !== '') {
    const known = uiTypeNamed(wire.uidt)
    if (known === undefined) throw new AppError('COLUMN_TYPE_INVALID', { column: wire.cn, type: wire.uidt })
    return known
  }
  return isNew && wire.dt && isSet(wire.pk) && isSet(wire.ai) ? typeFor.key : undefined
}

const uiTypeNamed = (name: string | null | undefined): UiType | undefined => uiTypes.find((type) => type === name)

const isSet = (value: boolean | 0 | 1 | null | undefined): boolean => value === true || value === 1

/** Returns the choices of the type; undefined if the column doesn't mention them. */
function optionsFromWire(wire: WireColumn): Omit<ColumnOptions, 'validate'> | undefined {
  const uiType = uiTypeNamed(wire.uidt)
  const type = uiType && columnType(uiType)
  const isSelect = type !== undefined && type.choices !== 'none'
  if (wire.meta !== null && wire.meta !== undefined) {
    const options = readColumnOptions(wire.meta)
    if (options === undefined) throw new AppError('COLUMN_OPTIONS_INVALID', { column: wire.cn })
    if (Object.keys(options).length > 0 || !isSelect) return choicesOf(options)
  }
  if (isSelect && typeof wire.dtxp === 'string' && wire.dtxp.trim() !== '')
    return { options: readQuotedList(wire.dtxp).map((title, at) => ({ title, color: colorAt(at) })) }
  const scale = type?.settings.includes('precision') === true ? Number(wire.dtxs) : NaN
  return Number.isInteger(scale) && scale > 0 && scale <= 15 ? { precision: scale } : undefined
}
