import type { FormatOptions } from '@common/columns/column-type'
import { guessTypes } from '@common/columns/guess'
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { ClipBlock, ClipCell, SerialKind } from '@renderer/features/records/clipboard/block'

/** A field that a pasted block needs and the table lacks. */
export interface NewField {
  readonly title: string
  readonly uiType: UiType
}

/**
 * Returns new fields for the block's columns past the table's last one. Takes their types from Basalt's clipboard data,
 * otherwise from the values.
 *
 * @param count  number of the block's last columns
 * @param nameOf  name of the n-th unnamed field, from 1
 */
export function newFields(
  block: ClipBlock,
  count: number,
  options: {
    readonly taken: readonly string[]
    readonly reader: FormatOptions
    readonly nameOf: (at: number) => string
  },
): NewField[] {
  const width = block.cells.reduce((widest, row) => Math.max(widest, row.length), 0)
  const taken = new Set(options.taken.map((title) => title.toLowerCase()))
  return Array.from({ length: count }, (_, at) => {
    const place = width - count + at
    const cells = block.cells.flatMap((row) => row[place] ?? [])
    const known = block.columns?.[place]
    const title = freeName(known?.title, options.nameOf, taken)
    taken.add(title.toLowerCase())
    return { title, uiType: known && isMade(known.uiType) ? known.uiType : typeOf(cells, options.reader) }
  })
}

/** True for types that need only a name. */
function isMade(uiType: UiType): boolean {
  const { creatable, writable, display } = columnType(uiType)
  return creatable && writable && display !== 'chips' && display !== 'button'
}

function freeName(wanted: string | undefined, nameOf: (at: number) => string, taken: ReadonlySet<string>): string {
  if (wanted !== undefined && wanted.trim() !== '' && !taken.has(wanted.toLowerCase())) return wanted
  for (let at = 1; ; at += 1) {
    const name = wanted === undefined || wanted.trim() === '' ? nameOf(at) : `${wanted} ${at + 1}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

const serialTypes: Readonly<Record<SerialKind, UiType>> = {
  date: typeFor.day,
  dateTime: typeFor.moment,
  time: typeFor.time,
  duration: typeFor.duration,
}

function typeOf(cells: readonly ClipCell[], reader: FormatOptions): UiType {
  const filled = cells.filter(({ text }) => text.trim() !== '')
  const values = filled.map(({ value }) => value)
  const all = (kind: string, also: (at: number) => boolean = () => true): boolean =>
    filled.length > 0 && values.every((value, at) => value?.kind === kind && also(at))
  if (all('boolean')) return typeFor.flag
  if (all('number')) {
    const numbers = values.flatMap((value) => (value?.kind === 'number' ? value : []))
    if (numbers.every(({ percent }) => percent)) return typeFor.percent
    return numbers.every(({ number }) => Number.isSafeInteger(number)) ? typeFor.whole : typeFor.decimal
  }
  const [first] = values
  if (
    first?.kind === 'serial' &&
    all('serial', (at) => {
      const each = values[at]
      return each?.kind === 'serial' && each.as === first.as
    })
  )
    return serialTypes[first.as]
  if (filled.some(({ text }) => text.includes('\n'))) return typeFor.longText
  if (all('text')) return typeFor.text
  const guess = guessTypes(
    filled.map(({ text }) => text),
    reader,
  ).find(({ uiType }) => isMade(uiType))
  return guess?.uiType ?? typeFor.text
}
