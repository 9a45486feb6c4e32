/** Keys of tabs that have been in front since the page loaded: they have their rows. */
const begun = new Set<string>()

export const begunTabs = {
  has: (key: string): boolean => begun.has(key),
  /** @returns a function that removes it again */
  add: (key: string): (() => void) => {
    begun.add(key)
    return () => void begun.delete(key)
  },
}
