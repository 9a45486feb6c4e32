import { keySeparator } from '@common/query/row-id'

/** Converts an id to a path segment: arguments aren't encoded, path segments are. */
export function rowIdSegmentOf(id: string, size: number): string {
  return size > 1 ? id.split(keySeparator).map(encoded).join(keySeparator) : encoded(id)
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
