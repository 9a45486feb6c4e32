import type { ColumnType, FormatOptions, Parsed } from '@common/columns/column-type'
import type { Serial } from '@common/columns/facets'
import { isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import type { Column } from '@common/model'
import type { ClipCell, ClipValue, SerialKind } from './block'
import { serialParts } from './serial'

/** Reads a cell of the clipboard for a column: its typed value if the source has one, otherwise its text. */
export function coerceCell(cell: ClipCell, column: Column, reader: FormatOptions): Parsed {
  const { value } = cell
  const type = columnType(column.uiType)
  if (cell.text === '' && (value === undefined || value.kind === 'text')) return type.parseText('', column, reader)
  const taken = value && takeValue(cell.text, value, column, reader)
  // The shown text may be rounded, so the value of the source counts, even if it doesn't fit.
  if (taken && (taken.ok || value.kind !== 'exact')) return taken
  return readText(cell.text, column, reader)
}

/** True for free text, which takes the shown text. */
function isText({ uiType }: Column): boolean {
  const { storage, display } = columnType(uiType)
  return (storage === 'text' || storage === 'longText') && display !== 'chips' && display !== 'files'
}

function takeValue(text: string, value: ClipValue, column: Column, reader: FormatOptions): Parsed | undefined {
  const type = columnType(column.uiType)
  switch (value.kind) {
    case 'exact': {
      // Other columns take the names of linked records.
      if (isLinkType(value)) return undefined
      if (isSameType(value, column)) return type.parse(value.json, column)
      if (value.json === null) return type.parseText('', column, reader)
      if (isText(column)) return readText(text, column, reader)
      return isText({ ...column, uiType: value.uiType }) ? undefined : type.parse(value.json, column)
    }
    case 'text':
      return undefined
    case 'boolean':
      if (isText(column)) return undefined
      return type.parse(type.sort === 'number' ? Number(value.is) : value.is, column)
    case 'number':
      return takeNumber(value, column)
    case 'serial':
      return takeSerial(value.serial, value.as, column, reader)
    case 'written':
      return takeWritten(text, value, column, reader)
  }
}

function takeNumber({ number, percent }: Extract<ClipValue, { kind: 'number' }>, column: Column): Parsed | undefined {
  const type = columnType(column.uiType)
  if (type.content === 'flag') return type.parse(number, column)
  if (type.unit === 'seconds' || type.sort !== 'number') return undefined
  const value = type.unit === 'percent' && percent ? Number((number * 100).toPrecision(15)) : number
  return type.parse(value, column)
}

function takeSerial(serial: number, as: SerialKind, column: Column, reader: FormatOptions): Parsed | undefined {
  const type = columnType(column.uiType)
  const isDay = as === 'date' || as === 'dateTime'
  return serialReaders[type.serial]({ ...serialParts(serial), as, isDay, type, column, reader })
}

interface GivenSerial extends ReturnType<typeof serialParts> {
  readonly as: SerialKind
  /** The source shows it with a date. */
  readonly isDay: boolean
  readonly type: ColumnType
  readonly column: Column
  readonly reader: FormatOptions
}

const readSeconds = ({ isDay, seconds, type, column }: GivenSerial): Parsed | undefined =>
  isDay ? undefined : type.parse(seconds, column)

const serialReaders: Readonly<Record<Serial, (given: GivenSerial) => Parsed | undefined>> = {
  none: () => undefined,
  amount: readSeconds,
  duration: readSeconds,
  day: ({ day, type, column }) => type.parse(day, column),
  moment: ({ day, clock, type, column, reader }) => type.parseText(`${day} ${clock}`, column, reader),
  time: ({ as, clock, type, column }) => (as === 'date' ? undefined : type.parse(clock, column)),
  year: ({ isDay, day, type, column }) => (isDay ? type.parse(Number(day.slice(0, 4)), column) : undefined),
}

/** True for user-entered dates, with or without a time. */
function isDated({ uiType }: Column): boolean {
  const { serial } = columnType(uiType)
  return serial === 'day' || serial === 'moment'
}

/** Reads a date in the order and language of its number format. */
function takeWritten(
  text: string,
  { order, locale }: Extract<ClipValue, { kind: 'written' }>,
  column: Column,
  reader: FormatOptions,
): Parsed | undefined {
  if (!isDated(column)) return undefined
  if (order === undefined && locale === undefined) return undefined
  const options = order === undefined ? column.options : { ...column.options, dateFormat: order }
  // Excel abbreviates the German March differently.
  const own = columnType(column.uiType).parseText(
    text.replace(/\bMrz\b/, 'März'),
    { ...column, options },
    { ...reader, locale: locale ?? reader.locale },
  )
  return own?.ok ? own : undefined
}

/** Reads text as typed by the user, then as spreadsheets in other languages write it. */
function readText(text: string, column: Column, reader: FormatOptions): Parsed {
  const type = columnType(column.uiType)
  const first = type.parseText(text, column, reader)
  if (first.ok) return first
  for (const other of otherWritings(text, column)) {
    const parsed = type.parseText(other, column, reader)
    if (parsed.ok) return parsed
  }
  if (isDated(column))
    for (const dateFormat of ['dayMonthYear', 'monthDayYear'] as const) {
      const parsed = type.parseText(text, { ...column, options: { ...column.options, dateFormat } }, reader)
      if (parsed.ok) return parsed
    }
  return first
}

/** Yields the same amount without currency and percent sign, and with other separators. */
function* otherWritings(text: string, column: Column): Iterable<string> {
  const type = columnType(column.uiType)
  if (type.serial === 'day' || type.serial === 'time') {
    // The column takes only the day or the time of a date-time.
    const [, day = '', clock = ''] =
      /^(.+?)[\sT,]+(\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)$/i.exec(text.trim()) ?? []
    if (day !== '') yield type.serial === 'day' ? day : clock
    return
  }
  if (type.sort !== 'number' || type.unit === 'seconds') return
  const bare = text
    .replace(/\p{Sc}/gu, '')
    .replace(/^\s*[A-Z]{3}\s|\s(?:[A-Z]{3}|kr|zł|Kč|Ft|лв)\.?\s*$/u, '')
    .trim()
  const isPercent = /[%٪]$/.test(bare) && type.unit !== 'percent'
  const amount = isPercent ? bare.slice(0, -1).trim() : bare
  for (const each of [amount, regrouped(amount)]) {
    if (each === undefined) continue
    if (!isPercent) yield each
    else if (/^-?\d+(?:\.\d+)?$/.test(each)) yield String(Number((Number(each) / 100).toPrecision(15)))
  }
}

/** Rewrites `1.234,56` and `1,234.56`: of two separators, the last one is the decimal sign. */
function regrouped(amount: string): string | undefined {
  const bare = amount.replace(/[\s\u00A0\u202F'’]/g, '')
  const isComma = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
  const isSpaced = /^[+-]?\d{1,3}(?:[\s\u00A0\u202F'’]\d{3})+,\d+$/.test(amount)
  const isPoint = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(bare)
  if (isComma || isSpaced) return bare.replaceAll('.', '').replace(',', '.')
  return isPoint ? bare.replaceAll(',', '') : undefined
}
