/** Returns a title that isn't taken yet, ignoring case: `Customers`, `Customers 2` and so on. */
export function freeTitle(wanted: string, taken: Iterable<string>): string {
  const known = new Set(Array.from(taken, (title) => title.toLocaleLowerCase()))
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? wanted : `${wanted} ${number}`
    if (!known.has(title.toLocaleLowerCase())) return title
  }
}
