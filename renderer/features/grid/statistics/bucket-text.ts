import type { FormatOptions } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import type { Bucket } from './buckets'

const dayMs = 86_400_000

/** Returns the label of a bucket: `10 – 20`, or the first and the last day. */
export function bucketText({ from, to }: Bucket<number | string>, column: Column, reader: FormatOptions): string {
  if (typeof from === 'number' || typeof to === 'number') {
    const text = (value: number | string): string => columnType(column.uiType).format(value, column, reader)
    return `${text(from)} – ${text(to)}`
  }
  const day = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return day.formatRange(Date.parse(from), Date.parse(to) - dayMs)
}
