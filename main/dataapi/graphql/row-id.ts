import { keySeparator } from '@common/query/row-id'

/** An id as the part of a path that it would be: arguments are not encoded, parts of paths are. */
export function rowIdSegmentOf(id: string, size: number): string {
  return size > 1 ? id.split(keySeparator).map(encoded).join(keySeparator) : encoded(id)
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
