/** A list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const list = [...items]
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}
