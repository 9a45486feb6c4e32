/** Returns the line and column of an offset, both from 1. A column counts UTF-16 units. */
export function positionAt(sql: string, offset: number): { readonly line: number; readonly column: number } {
  const before = sql.slice(0, offset)
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}
