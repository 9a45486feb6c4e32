/** Returns a list with one item moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const list = [...items]
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}
