import { AppError } from '@common/errors'

/** Drops a trailing slash. */
export function withoutTrailing(segments: readonly string[]): readonly string[] {
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments
}

/** @throws AppError TABLE_NOT_FOUND */
export function decodeTable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new AppError('TABLE_NOT_FOUND', { table: segment.slice(0, 100) })
  }
}

/** Decodes a path segment. @throws AppError ROUTE_NOT_FOUND */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new AppError('ROUTE_NOT_FOUND')
  }
}
